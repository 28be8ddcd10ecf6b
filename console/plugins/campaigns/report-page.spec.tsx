import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { button, calls, listOf, lists, made, show, totals } from '../../../testing/campaigns.tsx';

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

test('of one recipient the report speaks in the singular', async () => {
  const one = { ...totals, recipients: 1, delivered: 1, failed: 1, asked: 1, leftOut: 1, waiting: 1 };
  await show('/campaign/k1/report', {
    '/campaigns/k1': made({ status: 'FINALIZADA', confirmation: true }),
    '/campaigns/k1/report': one,
    '/campaigns/k1/shippings': { records: [], hasMore: false },
  });
  expect(await screen.findByRole('heading', { name: '1 de 1 entregue' })).toBeTruthy();
  const legend = screen.getByText('ficou de fora').closest('ul')!;
  expect(items(legend).slice(0, -1)).toEqual([
    ...['1 entregue', '1 aguarda o sim', '1 falhou', '1 ficou de fora', '1 na fila'],
  ]);
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

test.each([
  ['late', 'não pôde começar até um dia depois da hora'],
  ['ERR_COMPANY_EXPIRED', 'a empresa ficou mais de um dia com o pagamento vencido'],
])('one that was too late by itself says so: %s', async (waitsBecause, why) => {
  await show('/campaign/k1/report', {
    '/campaigns/k1': made({ status: 'CANCELADA' }),
    '/campaigns/k1/report': { ...totals, waitsBecause },
    '/campaigns/k1/shippings': { records: [], hasMore: false },
  });
  expect(await screen.findByText(`Parou sozinha: ${why}.`)).toBeTruthy();
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

test('the report of a campaign that is gone says so and leads back, and offers no other try', async () => {
  const answers: Record<string, unknown> = {
    '/campaigns/k1': made({ status: 'CANCELADA' }),
    '/campaigns/k1/report': totals,
    '/campaigns/k1/shippings': { records: [], hasMore: false },
  };
  const { cache } = await show('/campaign/k1/report', answers);
  expect(await screen.findByRole('heading', { name: 'Natal' })).toBeTruthy();
  // Deleted by a colleague while it is looked at.
  const gone = { error: 'ERR_NO_CAMPAIGN_FOUND', message: 'no campaign' };
  answers['/campaigns/k1'] = Response.json(gone, { status: 404 });
  await cache.invalidateQueries({ queryKey: ['campaigns'] });
  expect(await screen.findByRole('heading', { name: 'Esta campanha não foi encontrada.' })).toBeTruthy();
  expect(screen.queryByRole('heading', { name: 'Natal' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Tentar de novo' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Voltar às campanhas' }).getAttribute('href')).toBe('/campaigns');
});
