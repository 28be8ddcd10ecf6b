import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { I18nContextProvider } from 'ra-core';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import type { SessionUserView } from '../../../contract/user.ts';
import { toWire } from '../../../contract/wire.ts';
import { hourly } from '../../../domain/campaign/pace.ts';
import { planFlags } from '../../../domain/company/events.ts';
import { admin as companyAdmin } from '../../../testing/admin.ts';
import { createI18n } from '../../shell/i18n.ts';
import { notify } from '../../shell/notify.ts';
import { passes } from '../../shell/plugin.ts';
import { sessionOf } from '../../shell/session.tsx';
import { beginSession } from '../../shell/session-store.ts';
import { Toasts } from '../../shell/ui/toasts.tsx';
import { type CampaignView, defaultSettings } from './data.ts';
import { plugin } from './plugin.ts';

const admin: SessionUserView = {
  ...companyAdmin,
  company: { ...companyAdmin.company, flags: ['useCampaigns'] },
};
const texts = { message1: '', message2: '', message3: '', message4: '', message5: '' };
const questions = {
  ...{ confirmationMessage1: '', confirmationMessage2: '', confirmationMessage3: '' },
  ...{ confirmationMessage4: '', confirmationMessage5: '' },
};
const made = (values: Partial<CampaignView>): CampaignView => ({
  ...{ id: 'k1', name: 'Natal', status: 'INATIVA', confirmation: false, quietHours: false, editable: true },
  ...{
    confirmationWords: ['sim'],
    scheduledAt: null,
    completedAt: null,
    connectionId: null,
    connection: null,
  },
  ...{ contactListId: null, contactList: null, tagListId: null, tagList: null, fileListId: null },
  ...{ fileList: null, queueId: null, mediaPath: null, mediaName: null, companyId: 'c1', position: 1 },
  ...{ createdAt: '2026-11-23T10:00:00.000Z', updatedAt: '2026-11-23T10:00:00.000Z' },
  ...texts,
  ...questions,
  ...values,
});
const totals = {
  ...{ recipients: 1787, delivered: 398, confirmationRequested: 981, confirmed: 415, failed: 17 },
  ...{ asked: 566, leftOut: 0, waiting: 806, waitsUntil: null as string | null },
  ...{ waitsBecause: null as string | null, reasons: [] as { reason: string; count: number }[] },
  ...{ received: 390, read: 301, answered: 127, left: 6, hourly: 157, endsAt: null as string | null },
  nextInSeconds: 12 as number | null,
  variants: [
    { variant: 2, sent: 131, answered: 52 },
    { variant: 1, sent: 267, answered: 75 },
  ],
  bestVariant: 2,
};
const lists = [{ id: 'l1', name: 'Clientes de 2026', validCount: 1_204 }];

interface Asked {
  readonly call: string;
  readonly body: unknown;
}
type Answers = Readonly<Record<string, unknown>>;

/** Shows an address of the plugin before a server that gives these answers. */
const show = async (address: string, answers: Answers) => {
  const asked: Asked[] = [];
  vi.stubGlobal('fetch', async (url: string | URL, { method = 'GET', body }: RequestInit = {}) => {
    const { pathname, search } = new URL(String(url), 'http://localhost');
    const call = `${method} ${pathname.slice(4)}`;
    asked.push({ call: call + search, body: typeof body === 'string' ? JSON.parse(body) : undefined });
    const answer = answers[call] ?? answers[call.replace('GET ', '')];
    if (answer instanceof Response) return answer.clone();
    return Response.json(answer ?? (call === 'GET /files' ? { files: [] } : []));
  });
  beginSession(admin, 'a token');
  const i18n = await createI18n([plugin]);
  const pages = await Promise.all(
    plugin.routes.map(async ({ path, load }) => ({ path, Page: (await load()).default })),
  );
  const router = createMemoryRouter(
    pages.map(({ path, Page }) => ({ path, element: <Page /> })),
    { initialEntries: [address] },
  );
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <I18nContextProvider value={i18n}>
        <Toasts />
        <RouterProvider router={router} />
      </I18nContextProvider>
    </QueryClientProvider>,
  );
  return asked;
};
const listOf = (...records: CampaignView[]) => ({
  records: records.map(toWire),
  hasMore: false,
  count: records.length,
  running:
    records
      .filter(({ status }) => status === 'EM_ANDAMENTO')
      .map((one) => ({ ...toWire(one), waitsUntil: null, waitsBecause: null }))[0] ?? null,
});
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const calls = (asked: readonly Asked[]) => asked.map(({ call }) => call);
const bodyOf = (asked: readonly Asked[], call: string) => asked.find((one) => one.call === call)?.body;

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

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

test('the report says how far it is, what it waits for, and why somebody got nothing', async () => {
  const asked = await show('/campaign/k1/report', {
    '/campaigns/k1': made({ status: 'EM_ANDAMENTO', confirmation: true, contactList: lists[0]! }),
    '/campaigns/k1/report': {
      ...totals,
      ...{ waitsUntil: '2026-11-24 08:00:00', waitsBecause: 'quietHours' },
      reasons: [
        { reason: 'UNKNOWN_OUTCOME', count: 12 },
        { reason: 'left', count: 5 },
      ],
    },
    '/campaigns/k1/shippings': {
      records: [
        {
          ...{ id: 's1', recipient: 'Marina', number: '5511955500142', state: 'failed' },
          ...{ reason: 'gone', deliveredAt: null, confirmationRequestedAt: null, confirmedAt: null },
        },
      ],
      hasMore: false,
    },
  });
  expect(await screen.findByRole('heading', { name: '398 de 1.787 entregues' })).toBeTruthy();
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('398');
  expect(screen.getByText('Espera até 24/11/2026 08:00: não se envia das 20h às 8h.')).toBeTruthy();
  for (const [name, value] of [
    ['Contatos válidos', '1.787'],
    ['Confirmações solicitadas', '981'],
    ['Confirmações', '415'],
    ['Entregues', '398'],
    ['Conexão', 'Não definido'],
    ['Lista de contatos', 'Clientes de 2026'],
    ['Agendamento', 'Sem agendamento'],
    ['Conclusão', 'Não concluída'],
  ] as const)
    expect(screen.getByText(name, { selector: 'dt' }).nextSibling?.textContent, name).toBe(value);
  const reasons = screen.getByRole('list', { name: 'Por que não foram entregues' });
  expect([...reasons.children].map(({ textContent }) => textContent)).toEqual([
    '12 Não se sabe se a mensagem chegou',
    '5 pediu para não receber campanhas',
  ]);
  const row = within((await screen.findByText('Marina')).closest('tr')!);
  expect(row.getByText('não é mais um contato')).toBeTruthy();
  fireEvent.click(button('Parar'));
  await waitFor(() => expect(calls(asked)).toContain('POST /campaigns/k1/cancel'));
});

const items = (list: HTMLElement) => [...list.children].map(({ textContent }) => textContent);

test('the report says when it ends at this pace, and how far it is until then', async () => {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(new Date());
  await show('/campaign/k1/report', {
    '/campaigns/k1': made({ status: 'EM_ANDAMENTO' }),
    '/campaigns/k1/report': { ...totals, endsAt: `${today} 19:25:10` },
    '/campaigns/k1/shippings': { records: [], hasMore: false },
  });
  expect(await screen.findByRole('heading', { name: 'termina hoje às 19:25' })).toBeTruthy();
  expect(screen.getByText('398 de 1.787')).toBeTruthy();
  expect(screen.getByText('157 por hora')).toBeTruthy();
  expect(screen.getByText('em 12 s')).toBeTruthy();
});

test('who was left out has a colour of their own in the report, in the bar as in its legend', async () => {
  await show('/campaign/k1/report', {
    '/campaigns/k1': made({ status: 'EM_ANDAMENTO' }),
    '/campaigns/k1/report': { ...totals, leftOut: 178, waiting: 628 },
    '/campaigns/k1/shippings': { records: [], hasMore: false },
  });
  const tones = new Map(
    within((await screen.findByText('ficaram de fora')).closest('ul')!)
      .getAllByRole('listitem')
      .map((item) => [item.textContent?.replace(/[\d.\s]+/, ''), item.querySelector('i')?.classList.item(1)]),
  );
  expect(tones.get('ficaram de fora')).not.toBe(tones.get('na fila'));
  const part = screen.getByRole('progressbar').querySelector<HTMLElement>(`.${tones.get('ficaram de fora')}`);
  expect(part?.style.width).toMatch(/^9\.96/);
});

test('the report goes from whom it reaches to who answered, and puts the text first that is answered most', async () => {
  await show('/campaign/k1/report', {
    '/campaigns/k1': made({ status: 'FINALIZADA', confirmation: true, message1: 'Oi!', message2: 'Olá!' }),
    '/campaigns/k1/report': totals,
    '/campaigns/k1/shippings': { records: [], hasMore: false },
  });
  const funnel = await screen.findByRole('list', { name: 'Do envio à resposta' });
  expect(items(funnel)).toEqual([
    'Vão receber1.787',
    'Receberam o pedido98155% da lista',
    'Confirmaram41542% dos pedidos',
    'Mensagem enviada39896% dos confirmados',
    'Chegou ao aparelho39098% das enviadas',
    'Leram30176% das enviadas',
    'Responderam12732% das enviadas',
    'Pediram para sair61% das enviadas',
  ]);
  const rows = within(screen.getByRole('table')).getAllByRole('row').slice(1);
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    '2 Olá!responde mais1315240%',
    '1 Oi!2677528%',
  ]);
});

test('without a confirmation the report has no cards of it', async () => {
  await show('/campaign/k1/report', {
    '/campaigns/k1': made({ status: 'EM_ANDAMENTO' }),
    '/campaigns/k1/report': totals,
    '/campaigns/k1/shippings': { records: [], hasMore: false },
  });
  await screen.findByText('Contatos válidos');
  expect(screen.queryByText('Confirmações solicitadas')).toBeNull();
  expect(await screen.findByText('Ninguém aqui')).toBeTruthy();
});

test('of a campaign that has not begun the report says when it does and for whom, and starts it', async () => {
  const waiting = { ...totals, recipients: 236, delivered: 0, asked: 0, failed: 0, waiting: 236 };
  const asked = await show('/campaign/k1/report', {
    '/campaigns/k1': made({
      ...{ status: 'PROGRAMADA', scheduledAt: '2026-11-26 13:31:00' },
      ...{ contactListId: 'l1', contactList: lists[0]! },
    }),
    '/campaigns/k1/report': waiting,
  });
  expect(await screen.findByRole('heading', { name: 'Começa em 26/11/2026 13:31' })).toBeTruthy();
  expect(await screen.findByText('236 vão receber. Inicia sozinha nessa hora.')).toBeTruthy();
  expect(screen.getByText('Contatos válidos', { selector: 'dt' }).nextSibling?.textContent).toBe('236');
  for (const absent of [/entregues$/, 'Destinatários']) expect(screen.queryByText(absent)).toBeNull();
  expect(screen.queryByRole('button', { name: 'CSV' })).toBeNull();
  expect(calls(asked).some((call) => call.includes('/shippings'))).toBe(false);
  fireEvent.click(button('Iniciar agora'));
  const question = within(await screen.findByRole('dialog', { name: 'Iniciar Natal agora?' }));
  fireEvent.click(question.getByRole('button', { name: 'Iniciar agora' }));
  await waitFor(() => expect(calls(asked)).toContain('POST /campaigns/k1/start'));
});

test('of one without anybody to get it the report says that, and it can be changed from there', async () => {
  await show('/campaign/k1/report', {
    '/campaigns/k1': made({}),
    '/campaigns/k1/report': { ...totals, recipients: 0, delivered: 0, waiting: 0 },
  });
  expect(await screen.findByRole('heading', { name: 'Ainda não começou' })).toBeTruthy();
  expect(screen.getByText(/^Falta escolher quem vai receber\./)).toBeTruthy();
  fireEvent.click(button('Editar campanha'));
  expect(await screen.findByRole('dialog', { name: 'Editar campanha' })).toBeTruthy();
});

test('a finished campaign says how many got it, in the list, and numbers are written as people read them', async () => {
  await show('/campaigns', {
    '/campaigns': listOf(made({ status: 'FINALIZADA', totals: { ...totals, delivered: 1_770 } })),
  });
  expect(await screen.findByText('1.770 receberam')).toBeTruthy();
  cleanup();
  await show('/campaign/k1/report', {
    '/campaigns/k1': made({ status: 'FINALIZADA' }),
    '/campaigns/k1/report': totals,
    '/campaigns/k1/shippings': {
      records: [
        {
          ...{ id: 's1', recipient: 'Marina', number: '5511955500142', state: 'delivered', reason: null },
          ...{ deliveredAt: '2026-11-23 10:00:00', confirmationRequestedAt: null, confirmedAt: null },
        },
      ],
      hasMore: false,
    },
  });
  expect(await screen.findByText('+55 11 95550-0142')).toBeTruthy();
  const table = within(screen.getAllByRole('table').at(-1)!);
  const names = table.getAllByRole('columnheader').map(({ textContent }) => textContent);
  expect(names).toEqual(['Nome', 'Número', 'Situação', 'Entregue em']);
});

test('a campaign that was stopped by itself says why', async () => {
  await show('/campaign/k1/report', {
    '/campaigns/k1': made({ status: 'CANCELADA' }),
    '/campaigns/k1/report': { ...totals, waitsBecause: 'ERR_CONTACT_ERASED' },
    '/campaigns/k1/shippings': { records: [], hasMore: false },
  });
  expect(await screen.findByText('Parou sozinha: Os dados deste contato foram apagados.')).toBeTruthy();
});

test('the next page of recipients goes on after the last of the one before', async () => {
  const one = {
    ...{ id: 's1', contactId: 'c1', recipient: 'Marina', number: '5511955500142', state: 'delivered' },
    ...{ reason: null, variant: 1, order: 42, deliveredAt: '2026-11-23 10:00:00' },
    ...{ confirmationRequestedAt: null, confirmedAt: null },
  };
  const asked = await show('/campaign/k1/report', {
    '/campaigns/k1': made({ status: 'EM_ANDAMENTO' }),
    '/campaigns/k1/report': totals,
    '/campaigns/k1/shippings': { records: [one], hasMore: true },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Mostrar mais' }));
  await waitFor(() => expect(calls(asked)).toContain('GET /campaigns/k1/shippings?after=42'));
});

test('figures that cannot be had leave the rest of the report where it is', async () => {
  await show('/campaign/k1/report', {
    '/campaigns/k1': made({ status: 'EM_ANDAMENTO', contactList: lists[0]! }),
    '/campaigns/k1/report': Response.json({ error: 'ERR_INTERNAL', message: '' }, { status: 500 }),
    '/campaigns/k1/shippings': { records: [], hasMore: false },
  });
  expect(await screen.findByRole('button', { name: 'Tentar de novo' })).toBeTruthy();
  expect(screen.getByText('Lista de contatos', { selector: 'dt' }).nextSibling?.textContent).toBe(
    'Clientes de 2026',
  );
  expect(screen.queryByText('Contatos válidos')).toBeNull();
  expect(await screen.findByText('Ninguém aqui')).toBeTruthy();
});

test('five seconds after a campaign is finished its figures are asked for again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  const asked = await show('/campaign/k1/report', {
    '/campaigns/k1': made({ status: 'FINALIZADA', completedAt: '2026-11-23 10:00:00' }),
    '/campaigns/k1/report': totals,
    '/campaigns/k1/shippings': { records: [], hasMore: false },
  });
  await screen.findByText('23/11/2026 10:00');
  const reports = () => calls(asked).filter((call) => call === 'GET /campaigns/k1/report').length;
  await vi.advanceTimersByTimeAsync(3_500);
  expect(reports()).toBe(1);
  await vi.advanceTimersByTimeAsync(1_500);
  await waitFor(() => expect(reports()).toBe(2));
});

test('the settings begin with 20, 20 and 60, and a variable counts once', async () => {
  const success = vi.spyOn(notify, 'success');
  const asked = await show('/campaigns-config', {
    '/campaign-settings': [
      { key: 'variables', value: '[{"key":"loja","value":"Rua A"}]' },
      { key: 'leavingWords', value: '["SAIR"]' },
    ],
  });
  const field = (label: string) => screen.getByLabelText(label) as HTMLInputElement;
  await screen.findByLabelText('Intervalo aleatório');
  expect(
    ['Intervalo aleatório', 'Intervalo maior após', 'Intervalo maior'].map((label) => field(label).value),
  ).toEqual(['20', '20', '60']);
  const optionsOf = (label: string) => [...field(label).querySelectorAll('option')].map(({ value }) => value);
  expect(optionsOf('Intervalo aleatório')).toEqual(['0', '5', '10', '15', '20']);
  const longer = ['0', '1', '5', '10', '15', '20', '30', '40', '60', '80', '100', '120'];
  expect(optionsOf('Intervalo maior após')).toEqual(longer);
  expect(optionsOf('Intervalo maior')).toEqual(longer);
  fireEvent.change(field('Atalho'), { target: { value: 'loja' } });
  fireEvent.change(field('Conteúdo'), { target: { value: 'Rua B' } });
  expect(screen.getByText('Já existe')).toBeTruthy();
  fireEvent.click(button('Adicionar'));
  fireEvent.change(field('Atalho'), { target: { value: 'site' } });
  fireEvent.click(button('Adicionar'));
  fireEvent.change(field('Intervalo aleatório'), { target: { value: '5' } });
  fireEvent.click(button('Salvar configurações'));
  await waitFor(() => expect(success).toHaveBeenCalledWith('campaigns.settings.saved'));
  expect(bodyOf(asked, 'POST /campaign-settings')).toEqual({
    settings: {
      messageInterval: 5,
      variables: [
        { key: 'loja', value: 'Rua A' },
        { key: 'site', value: 'Rua B' },
      ],
    },
  });
});

test('a variable of a name of the product’s is not added; an old one is said to have no effect', async () => {
  await show('/campaigns-config', {
    '/campaign-settings': [{ key: 'variables', value: '[{"key":"Name","value":"x"}]' }],
  });
  expect(await screen.findByText('Sem efeito: o produto tem uma variável com este nome')).toBeTruthy();
  fireEvent.change(screen.getByLabelText('Atalho'), { target: { value: 'firstname' } });
  fireEvent.change(screen.getByLabelText('Conteúdo'), { target: { value: 'x' } });
  expect(screen.getByText('O produto já tem uma variável com este nome')).toBeTruthy();
  fireEvent.click(button('Adicionar'));
  expect(screen.queryByText('{{firstname}}')).toBeNull();
});

test('who saves settings keeps what somebody else changed meanwhile', async () => {
  const success = vi.spyOn(notify, 'success');
  const rows = [
    { key: 'variables', value: '[{"key":"loja","value":"Rua A"},{"key":"site","value":"s"}]' },
    { key: 'leavingWords', value: '["SAIR"]' },
  ];
  const asked = await show('/campaigns-config', { '/campaign-settings': rows });
  await screen.findByText('{{loja}}');
  fireEvent.click(button('Excluir loja'));
  fireEvent.change(screen.getByLabelText('Atalho'), { target: { value: 'cidade' } });
  fireEvent.change(screen.getByLabelText('Conteúdo'), { target: { value: 'Santos' } });
  fireEvent.click(button('Adicionar'));
  rows[0]!.value =
    '[{"key":"loja","value":"Rua A"},{"key":"site","value":"s"},{"key":"bairro","value":"Gonzaga"}]';
  fireEvent.click(button('Salvar configurações'));
  await waitFor(() => expect(success).toHaveBeenCalledWith('campaigns.settings.saved'));
  expect(bodyOf(asked, 'POST /campaign-settings')).toEqual({
    settings: {
      variables: [
        { key: 'site', value: 's' },
        { key: 'bairro', value: 'Gonzaga' },
        { key: 'cidade', value: 'Santos' },
      ],
    },
  });
});

test('the pace is written as people write numbers and times', async () => {
  await show('/campaigns-config', { '/campaign-settings': [{ key: 'messageInterval', value: '0' }] });
  expect(await screen.findByText('1.200 mensagens por hora')).toBeTruthy();
  expect(screen.getByText('1.000 contatos levam 50 min')).toBeTruthy();
  fireEvent.change(screen.getByLabelText('Intervalo aleatório'), { target: { value: '20' } });
  expect(screen.getByText('163 mensagens por hora')).toBeTruthy();
  expect(screen.getByText('1.000 contatos levam 6 h 9 min')).toBeTruthy();
});

test('the pace is what the intervals leave of an hour', () => {
  expect(hourly(defaultSettings)).toBe(163);
  expect(hourly({ ...defaultSettings, longerIntervalAfter: 0 })).toBe(180);
  expect(hourly({ ...defaultSettings, messageInterval: 0, greaterInterval: 0 })).toBeNull();
});
