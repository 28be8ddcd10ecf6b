import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { toWire } from '../../../contract/wire.ts';
import { planFlags } from '../../../domain/company/events.ts';
import { admin, bodyOf, button, calls, listOf, lists, made, show } from '../../../testing/campaigns.tsx';
import { notify } from '../../shell/notify.ts';
import { passes } from '../../shell/plugin.ts';
import { sessionOf } from '../../shell/session.tsx';
import { plugin } from './plugin.ts';

test('its menu entries, pages and news are for admins of a company whose plan has campaigns', () => {
  const gates = [...(plugin.menu ?? []), ...plugin.routes, ...(plugin.live ?? [])];
  expect(gates).toHaveLength(6);
  const others = planFlags.filter((flag) => flag !== 'useCampaigns');
  for (const gate of gates) {
    expect(passes(gate, sessionOf(admin))).toBe(true);
    expect(passes(gate, sessionOf({ ...admin, profile: 'supervisor' }))).toBe(false);
    expect(passes(gate, sessionOf({ ...admin, company: { ...admin.company, flags: others } }))).toBe(false);
  }
});

test('a search that finds none advises what the page can do', async () => {
  await show('/campaigns', { '/campaigns': listOf() });
  await screen.findByText('Nenhuma campanha ainda');
  fireEvent.change(screen.getByRole('searchbox', { name: 'Buscar campanha' }), {
    target: { value: 'Páscoa' },
  });
  expect(await screen.findByText('Nenhuma campanha assim')).toBeTruthy();
  expect(screen.getByText('Tente outro nome, ou tire os filtros.')).toBeTruthy();
});

test('campaigns are narrowed to a status and, where there are several, to a connection', async () => {
  const whatsapp = [
    { id: 'w1', name: 'Loja Centro' },
    { id: 'w2', name: 'Showroom' },
  ];
  const asked = await show('/campaigns', { '/campaigns': listOf(made({})), '/whatsapp': whatsapp });
  await screen.findByRole('table');
  fireEvent.click(button('Status Todos'));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Cancelada' }));
  await waitFor(() =>
    expect(calls(asked)).toContain('GET /campaigns?searchParam=&pageNumber=1&status=CANCELADA'),
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Conexão Todas' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Showroom' }));
  await waitFor(() => expect(calls(asked).at(-1)).toContain('status=CANCELADA&whatsappId=w2'));
});

test('a campaign without anything says so in every column', async () => {
  await show('/campaigns', { '/campaigns': listOf(made({})) });
  const row = within((await screen.findByText('Natal')).closest('tr')!);
  for (const text of ['Inativa', 'Não definida', 'Não definido', 'Sem agendamento', 'Não concluída'])
    expect(row.getByText(text), text).toBeTruthy();
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    ...['Nome', 'Status', 'Lista de contatos', 'Conexão', 'Agendamento', 'Conclusão', 'Ações'],
  ]);
});

test('what can be done with a campaign follows its state', async () => {
  await show('/campaigns', {
    '/campaigns': listOf(
      made({ id: 'a', name: 'Nova' }),
      made({ id: 'b', name: 'Corre', status: 'EM_ANDAMENTO', editable: false }),
      made({ id: 'c', name: 'Parou', status: 'CANCELADA' }),
      made({ id: 'd', name: 'Acabou', status: 'FINALIZADA', editable: false }),
    ),
  });
  const table = within(await screen.findByRole('table'));
  const deeds = (name: string) =>
    within(table.getByText(name).closest('tr')!)
      .getAllByRole('button')
      .map((one) => one.getAttribute('aria-label'));
  expect(deeds('Nova')).toEqual(
    expect.arrayContaining(['Iniciar Nova agora', 'Relatório de Nova', 'Editar Nova', 'Excluir Nova']),
  );
  expect(deeds('Corre')).toEqual(['Parar Corre', 'Relatório de Corre', 'Ver Corre', 'Excluir Corre']);
  expect(deeds('Parou')).toEqual(['Retomar Parou', 'Relatório de Parou', 'Editar Parou', 'Excluir Parou']);
  expect(deeds('Acabou')).toEqual(['Relatório de Acabou', 'Ver Acabou', 'Excluir Acabou']);
});

test('a running campaign is stopped, a stopped one goes on; a refusal is said', async () => {
  const success = vi.spyOn(notify, 'success');
  const asked = await show('/campaigns', {
    '/campaigns': listOf(
      made({ id: 'b', name: 'Corre', status: 'EM_ANDAMENTO' }),
      made({ id: 'c', name: 'Parou', status: 'CANCELADA' }),
    ),
    'POST /campaigns/c/restart': Response.json(
      { error: 'ERR_PLAN_FEATURE', message: 'not of the plan' },
      { status: 403 },
    ),
  });
  await screen.findByRole('table');
  fireEvent.click(button('Parar Corre'));
  await waitFor(() => expect(success).toHaveBeenCalledWith('campaigns.cancel.done'));
  expect(calls(asked)).toContain('POST /campaigns/b/cancel');
  fireEvent.click(button('Retomar Parou'));
  expect(await screen.findByText('Seu plano não inclui este recurso.')).toBeTruthy();
  expect(calls(asked)).toContain('POST /campaigns/c/restart');
});

test('what goes out now stands in front of whatever the list is narrowed to, by one answer', async () => {
  const running = made({
    id: 'b',
    name: 'Corre agora',
    status: 'EM_ANDAMENTO',
    connection: { id: 'w1', name: 'Loja' },
  });
  const asked = await show('/campaigns', {
    '/campaigns': {
      ...listOf(made({ name: 'Parada' })),
      running: { ...toWire(running), waitsUntil: null, waitsBecause: null },
    },
  });
  const now = within((await screen.findByText('Enviando agora')).closest<HTMLElement>('.card')!);
  expect(now.getByText('Corre agora')).toBeTruthy();
  expect(now.getByText('pela conexão Loja', { exact: false })).toBeTruthy();
  expect(calls(asked).filter((call) => call.startsWith('GET /campaigns?'))).toEqual([
    'GET /campaigns?searchParam=&pageNumber=1',
  ]);
});

test('one that waits for the morning does not claim to be sending', async () => {
  const running = made({ name: 'Corre agora', status: 'EM_ANDAMENTO' });
  const waits = { waitsUntil: '2026-11-24 08:00:00', waitsBecause: 'quietHours' };
  await show('/campaigns', {
    '/campaigns': { ...listOf(running), running: { ...toWire(running), ...waits } },
  });
  const card = within((await screen.findByText('Em espera')).closest<HTMLElement>('.card')!);
  expect(card.getByText('Espera até 24/11/2026 08:00: não se envia das 20h às 8h.')).toBeTruthy();
  expect(screen.queryByText('Enviando agora')).toBeNull();
});

test('a campaign begins, and is deleted, after a question', async () => {
  const asked = await show('/campaigns', { '/campaigns': listOf(made({})) });
  await screen.findByRole('table');
  fireEvent.click(button('Iniciar Natal agora'));
  let question = within(await screen.findByRole('dialog', { name: 'Iniciar Natal agora?' }));
  expect(calls(asked)).not.toContain('POST /campaigns/k1/start');
  const begin = question.getByRole('button', { name: 'Iniciar agora' });
  // It is no deletion.
  expect([begin.className.includes('colorError'), begin.className.includes('colorPrimary')]).toEqual([
    false,
    true,
  ]);
  fireEvent.click(begin);
  await waitFor(() => expect(calls(asked)).toContain('POST /campaigns/k1/start'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  fireEvent.click(button('Excluir Natal'));
  question = within(await screen.findByRole('dialog', { name: 'Excluir Natal?' }));
  const remove = question.getByRole('button', { name: 'Excluir' });
  expect(remove.className).toContain('colorError');
  fireEvent.click(remove);
  await waitFor(() => expect(calls(asked)).toContain('DELETE /campaigns/k1'));
});

test('no campaign, and a list that cannot be had, say what to do', async () => {
  await show('/campaigns', { '/campaigns': listOf() });
  expect(await screen.findByText('Nenhuma campanha ainda')).toBeTruthy();
  cleanup();
  await show('/campaigns', {
    '/campaigns': Response.json({ error: 'ERR_INTERNAL', message: '' }, { status: 500 }),
  });
  expect(await screen.findByRole('button', { name: 'Tentar de novo' })).toBeTruthy();
});

test('a search asks the server half a second after the last key', async () => {
  const asked = await show('/campaigns', { '/campaigns': listOf(made({})) });
  await screen.findByRole('table');
  fireEvent.change(screen.getByLabelText('Buscar campanha'), { target: { value: 'nat' } });
  await waitFor(() => expect(calls(asked)).toContain('GET /campaigns?searchParam=nat&pageNumber=1'), {
    timeout: 3_000,
  });
});

test('a new campaign is saved as it was typed, without a time as null', async () => {
  const asked = await show('/campaigns', {
    '/campaigns': listOf(),
    '/contact-lists/list': lists,
    'POST /campaigns': made({ id: 'k9' }),
  });
  fireEvent.click((await screen.findAllByRole('button', { name: 'Nova campanha' }))[0]!);
  const dialog = within(await screen.findByRole('dialog', { name: 'Nova campanha' }));
  expect(dialog.getByText('Todos recebem a mesma mensagem.')).toBeTruthy();
  fireEvent.click(dialog.getByRole('button', { name: 'Salvar' }));
  expect(await dialog.findByText('Obrigatório')).toBeTruthy();
  expect(calls(asked)).not.toContain('POST /campaigns');
  const type = (label: string, value: string) =>
    fireEvent.change(dialog.getByLabelText(label), { target: { value } });
  type('Nome', 'Natal');
  await dialog.findByRole('option', { name: 'Clientes de 2026' });
  type('Lista de contatos', 'l1');
  expect(dialog.getByText('1.204 com número válido')).toBeTruthy();
  type('Mensagem 1', 'Oi {{firstName}}!');
  expect(dialog.getByText('Oi Beatriz!')).toBeTruthy();
  const preview = within(dialog.getByRole('region', { name: 'Como chega' }));
  expect(preview.queryByText('tabela.pdf')).toBeNull();
  fireEvent.change(dialog.getByLabelText('Anexar arquivo', { selector: 'input' }), {
    target: { files: [new File(['x'], 'tabela.pdf', { type: 'application/pdf' })] },
  });
  expect(preview.getByText('tabela.pdf')).toBeTruthy();
  fireEvent.click(dialog.getByRole('button', { name: 'Tirar tabela.pdf' }));
  fireEvent.click(dialog.getByRole('tab', { name: 'Msg. 2' }));
  type('Mensagem 2', 'Olá!');
  expect(dialog.getByText('Cada contato recebe uma das 2 escritas.')).toBeTruthy();
  expect(dialog.queryByLabelText('Pedido de confirmação 2')).toBeNull();
  fireEvent.click(dialog.getByLabelText('Perguntar antes e só enviar a quem aceita'));
  type('Pedido de confirmação 2', 'Posso?');
  fireEvent.click(dialog.getByRole('button', { name: 'Salvar' }));
  await waitFor(() => expect(calls(asked)).toContain('POST /campaigns'));
  expect(bodyOf(asked, 'POST /campaigns')).toMatchObject({
    ...{ name: 'Natal', contactListId: 'l1', tagListId: null, whatsappId: null, scheduledAt: null },
    ...{ message1: 'Oi {{firstName}}!', message2: 'Olá!', message3: null, confirmation: true },
    ...{ confirmationMessage2: 'Posso?', confirmationWords: ['sim', 's', '1', 'ok'], quietHours: false },
  });
});

test('of a campaign that is changed only what was changed is sent: what another changed meanwhile stays', async () => {
  const one = { id: 'k1', name: 'Natal', message1: 'Oi', scheduledAt: '2027-01-05 09:30:15' };
  const asked = await show('/campaigns', {
    '/campaigns': listOf(made({ ...one, status: 'PROGRAMADA', editable: true })),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Editar Natal' }));
  fireEvent.change(await screen.findByLabelText('Nome'), { target: { value: 'Ano novo' } });
  fireEvent.click(button('Salvar'));
  await waitFor(() => expect(calls(asked)).toContain('PUT /campaigns/k1'));
  expect(bodyOf(asked, 'PUT /campaigns/k1')).toEqual({ name: 'Ano novo' });
});

test('the variables of campaigns, and the company’s own, are offered', async () => {
  await show('/campaigns', {
    '/campaigns': listOf(),
    '/campaign-settings': [{ key: 'variables', value: '[{"key":"loja","value":"Rua A, 10"}]' }],
  });
  fireEvent.click((await screen.findAllByRole('button', { name: 'Nova campanha' }))[0]!);
  const dialog = within(await screen.findByRole('dialog', { name: 'Nova campanha' }));
  fireEvent.click(await dialog.findByRole('button', { name: 'loja' }));
  const names = ['Primeiro nome', 'Nome completo', 'Saudação', 'Protocolo', 'Data', 'Hora'];
  for (const name of names) expect(dialog.getByRole('button', { name }), name).toBeTruthy();
  expect(dialog.queryByRole('button', { name: 'Atendente' })).toBeNull();
  expect((dialog.getByLabelText('Mensagem 1') as HTMLTextAreaElement).value).toBe('{{loja}}');
  expect(dialog.getByText('Rua A, 10')).toBeTruthy();
});

test('where there is no list and no connection the form says so, and leads to where they are made', async () => {
  await show('/campaigns', { '/campaigns': listOf(), '/contact-lists/list': [], '/whatsapp': [] });
  fireEvent.click((await screen.findAllByRole('button', { name: 'Nova campanha' }))[0]!);
  const dialog = within(await screen.findByRole('dialog'));
  const link = async (name: string) => (await dialog.findByRole('link', { name })).getAttribute('href');
  expect(await link('Criar uma lista')).toBe('/contact-lists');
  expect(dialog.getByText('Nenhuma lista ainda.', { exact: false })).toBeTruthy();
  expect(dialog.getByText('Nenhuma conexão ainda.', { exact: false })).toBeTruthy();
  expect(await link('Conectar um número')).toBe('/connections');
});

test('a list takes the place of a tag, and the other way round', async () => {
  await show('/campaigns', {
    '/campaigns': listOf(made({ contactListId: 'l1' })),
    '/contact-lists/list': lists,
    '/tags/list': [{ id: 't1', name: 'VIP' }],
  });
  await screen.findByRole('table');
  fireEvent.click(button('Editar Natal'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Editar campanha' }));
  await dialog.findByRole('option', { name: 'VIP' });
  const list = () => dialog.getByLabelText('Lista de contatos') as HTMLSelectElement;
  expect(list().value).toBe('l1');
  fireEvent.change(dialog.getByLabelText('Etiqueta'), { target: { value: 't1' } });
  expect(list().value).toBe('');
});

test('a campaign that may not be changed any more can be looked at, and not saved', async () => {
  await show('/campaigns', {
    '/whatsapp': [{ id: 'w1', name: 'Loja Centro' }],
    '/campaigns': listOf(
      made({
        ...{ status: 'PROGRAMADA', scheduledAt: '2026-11-24 09:00:00', editable: false },
        ...{ connectionId: 'w1', connection: { id: 'w1', name: 'Loja Centro' } },
      }),
    ),
  });
  expect(await screen.findByText('24/11/2026 09:00')).toBeTruthy();
  expect(screen.getByText('Loja Centro')).toBeTruthy();
  fireEvent.click(button('Ver Natal'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Ver campanha' }));
  expect(dialog.getByText('Esta campanha não pode mais ser editada.')).toBeTruthy();
  // It offers nothing that it would not do.
  for (const deed of ['Salvar', 'Cancelar', 'Anexar arquivo', 'Primeiro nome', 'Emoji'])
    expect(dialog.queryByRole('button', { name: deed }), deed).toBeNull();
  expect(dialog.getAllByRole('button', { name: 'Fechar' }).length).toBe(2);
  await dialog.findByRole('option', { name: 'Loja Centro' });
  expect((dialog.getByLabelText('Conexão') as HTMLSelectElement).value).toBe('w1');
  expect(dialog.getByLabelText('Nome').closest('fieldset[disabled]')).not.toBeNull();
});
