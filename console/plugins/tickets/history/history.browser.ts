import { beforeAll, expect, test, vi } from 'vitest';
import type { HistoryEventView } from '../../../../contract/history.ts';
import type { MessageView } from '../../../../contract/message.ts';
import type { TicketView } from '../../../../contract/ticket.ts';
import { withDesk } from '../../../../testing/browser/desk.ts';
import { type Person, type Phone, takePhone, tokenOf } from '../../../../testing/browser/people.ts';

const customer = { number: '5511933334444', name: 'Cliente do Passado' };
const secret = 'O segredo da casa';

const desk = withDesk();
let admin: Person;
let phone: Phone;
let ticket: TicketView;
let edited: MessageView;
let events: readonly HistoryEventView[];
let last: number;

const callAs = (token: string) => async (method: string, path: string, body?: unknown) => {
  const answer = await fetch(`${desk.server.url}/api${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, text, json: () => JSON.parse(text) };
};
const revisionOf = (type: string, which = 0): number => {
  const found = events.filter((event) => event.type === type)[which];
  if (found === undefined) throw new Error(`no ${type} in ${events.map((event) => event.type).join(', ')}`);
  return found.revision;
};
const bubble = (id: string) => admin.page.locator(`[data-message="${id}"]`);
const header = () => admin.page.locator('.tk-past-head');
/** With the receipts, so that each revision is a step. */
const address = (rev?: number | string) =>
  `${desk.server.url}/tickets/${ticket.id}/history?events=all${rev === undefined ? '' : `&rev=${rev}`}`;
const eventOf = (revision: number) => header().getByText(`evento ${revision + 1} de ${last + 1}`);
const revOfAddress = () => new URL(admin.page.url()).searchParams.get('rev');

beforeAll(async () => {
  admin = await desk.signIn('admin', { blank: true });
  const token = await tokenOf(admin);
  phone = await takePhone(desk.server, token);
  const asAdmin = callAs(token);
  await phone.write('Qual o preço do pendente?', customer);
  await vi.waitUntil(
    async () => {
      const answer = await asAdmin('GET', '/tickets?status=pending&showAll=true');
      const { tickets } = answer.json() as { tickets: TicketView[] };
      ticket = tickets.find((one) => one.contact.name === customer.name) as TicketView;
      return ticket !== undefined;
    },
    { timeout: 10_000 },
  );

  // Ana's part of the story, as her browser would call it.
  const ana = await desk.signIn('ana', { blank: true });
  const asAna = callAs(await tokenOf(ana));
  const done = async (...call: Parameters<typeof asAna>) => {
    const answer = await asAna(...call);
    if (answer.status >= 300) throw new Error(`${call.join(' ')}: ${answer.text}`);
    return answer.text === '' ? undefined : answer.json();
  };
  const { id: anaId } = (await done('GET', '/auth/me')) as { id: string };
  await done('PUT', `/tickets/${ticket.id}`, { status: 'open', userId: anaId });
  const write = async (body: string): Promise<MessageView> => {
    const answer = (await done('POST', `/messages/${ticket.id}`, { body })) as
      | MessageView
      | { messages: MessageView[] };
    const message = 'messages' in answer ? (answer.messages[0] as MessageView) : answer;
    await vi.waitUntil(
      async () => (await phone.received(customer.number)).some((one) => one.body.includes(body)),
      {
        timeout: 10_000,
      },
    );
    return message;
  };
  edited = await write('Custa R$ 90 à vista');
  await done('POST', `/messages/edit/${edited.id}`, { body: 'Custa R$ 80 à vista' });
  const gone = await write(secret);
  await done('DELETE', `/messages/${gone.id}`);
  const queues = (await asAdmin('GET', '/queue')).json() as { id: string; name: string }[];
  const sales = queues.find(({ name }) => name === 'Vendas');
  await done('PUT', `/tickets/${ticket.id}`, { queueId: sales?.id, userId: null, status: 'pending' });
  await ana.context.close();
  // Receipts and carried-out changes come after: the story is whole when no more come.
  let before = -1;
  await vi.waitUntil(
    async () => {
      events = (await asAdmin('GET', `/tickets/${ticket.id}/history`)).json().events;
      const still = events.length === before && events.some(({ type }) => type === 'TicketTransferred');
      before = events.length;
      return still;
    },
    { interval: 700, timeout: 15_000 },
  );
  last = events.at(-1)?.revision ?? -1;
}, 240_000);

test('the menu of the conversation leads there', async () => {
  await admin.page.goto(`${desk.server.url}/tickets/${ticket.id}`);
  await admin.page.getByRole('button', { name: 'Mais ações' }).click();
  await admin.page.getByRole('menuitem', { name: 'Histórico' }).click();
  await admin.page.waitForURL(/\/history$/);
  await eventOf(last).waitFor();
});

test('at a revision everything is as it was then, and a reload of its address shows the same', async () => {
  const asked = revisionOf('MessageQueued');
  await admin.page.goto(address(asked));
  for (const round of ['opened', 'reloaded']) {
    await bubble(edited.id).getByText('Custa R$ 90 à vista').waitFor();
    await admin.page.getByText('Hoje diz:').waitFor();
    await header().getByText('Em atendimento · Ana').waitFor();
    await header().getByText('Suporte').waitFor();
    expect(await admin.page.getByRole('log').getByText(secret).count(), round).toBe(0);
    expect(revOfAddress(), round).toBe(String(asked));
    if (round === 'opened') await admin.page.reload();
  }
});

test('an edit stands with what it said before; a deletion with its text, for who may see it', async () => {
  await admin.page.goto(address(revisionOf('MessageEdited')));
  await bubble(edited.id).getByText('Custa R$ 80 à vista').waitFor();
  await admin.page.getByText('Antes dizia:').waitFor();
  await admin.page.goto(address(revisionOf('MessageDeleted')));
  await admin.page.locator('s', { hasText: secret }).waitFor();
  await admin.page.getByText('Apagada por Ana').waitFor();
  await admin.page.goto(address(revisionOf('TicketTransferred')));
  await header().getByText('Vendas').waitFor();
  await header().getByText('Aguardando').waitFor();
});

test('the keyboard slides, and the way back stays short', async () => {
  await admin.page.goto(address(2));
  await eventOf(2).waitFor();
  const entries = await admin.page.evaluate(() => history.length);
  const press = async (key: string, revision: number) => {
    await admin.page.keyboard.press(key);
    await eventOf(revision).waitFor();
    await expect.poll(revOfAddress).toBe(String(revision));
  };
  await press('ArrowRight', 3);
  await press('ArrowLeft', 2);
  await press('Home', 0);
  await press('PageDown', Math.min(10, last));
  await press('End', last);
  await press('PageUp', Math.max(0, last - 10));
  await admin.page.getByRole('slider').focus();
  await press('ArrowRight', Math.max(0, last - 10) + 1);
  expect(await admin.page.evaluate(() => history.length)).toBe(entries);
});

test('the list tells it in sentences; a click goes there', async () => {
  await admin.page.goto(address());
  const accepted = admin.page.getByRole('button', { name: /^Ana aceitou, \d\d:\d\d$/ });
  await accepted.click();
  await expect.poll(revOfAddress).toBe(String(revisionOf('TicketAccepted')));
  expect(await accepted.getAttribute('aria-current')).toBe('step');
  await header().getByText('Em atendimento · Ana').waitFor();
});

test('receipts are left out until they are wanted: each stop says something happened', async () => {
  const rows = admin.page.locator('[data-revision]');
  await admin.page.goto(address().replace('?events=all', ''));
  await rows.first().waitFor();
  const named = () => rows.evaluateAll((all) => all.map((row) => Number(row.getAttribute('data-revision'))));
  const loud = events.filter(
    ({ type }) => !['MessageSent', 'MessageAcknowledged', 'TicketRead'].includes(type),
  );
  const shown = await named();
  const receipts = events.filter(({ type }) => type === 'MessageAcknowledged' || type === 'MessageSent');
  expect(receipts.length).toBeGreaterThan(0);
  expect(receipts.filter(({ revision }) => shown.includes(revision) && revision !== last)).toEqual([]);
  expect(shown).toContain(loud[0]?.revision);
  await admin.page
    .getByRole('button', { name: /^Eventos/ })
    .last()
    .click();
  await admin.page.getByRole('menuitem', { name: 'Todos os eventos' }).click();
  await admin.page.waitForURL(/events=all/);
  await expect.poll(named).toContain(receipts[0]?.revision);
});

test('a revision that does not exist is said to, with a way out', async () => {
  await admin.page.goto(address(9_999));
  await admin.page.getByRole('alert').getByText('A revisão 9999 não existe').waitFor();
  await admin.page.getByRole('button', { name: 'Ver a última' }).click();
  await eventOf(last).waitFor();
});

test('what happens meanwhile is added at the end, and nothing is fetched twice', async () => {
  await admin.page.goto(address(1));
  await eventOf(1).waitFor();
  const asked: string[] = [];
  admin.page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.endsWith('/history')) asked.push(search);
  });
  const max = () => admin.page.getByRole('slider').getAttribute('max');
  const before = Number(await max());
  await phone.write('Ainda estou aqui', customer);
  await expect.poll(async () => Number(await max()), { timeout: 5_000 }).toBeGreaterThan(before);
  // Still where the reader was.
  expect(revOfAddress()).toBe('1');
  expect(asked.every((search) => search.startsWith('?after='))).toBe(true);
});

test('a plain agent gets neither the history nor, on any wire, the deleted text', async () => {
  const bruno = await desk.signIn('bruno');
  const wire: string[] = [];
  const reading: Promise<unknown>[] = [];
  bruno.page.on('response', (response) => {
    if (response.url().includes('/api/'))
      reading.push(
        response.text().then(
          (text) => wire.push(text),
          () => undefined,
        ),
      );
  });
  bruno.page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => wire.push(String(payload)));
  });
  await bruno.page.goto(`${desk.server.url}/tickets/${ticket.id}`);
  await bruno.page.getByRole('log').getByText('Custa R$ 80 à vista').waitFor();
  await bruno.page.getByText('Mensagem apagada').first().waitFor();
  await bruno.page.goto(address(revisionOf('MessageDeleted')));
  await bruno.page
    .getByRole('link', { name: /atendimentos/i })
    .first()
    .waitFor();
  expect(await bruno.page.getByRole('slider').count()).toBe(0);
  const asBruno = callAs(await tokenOf(bruno));
  for (const path of ['/history', `/as-of?revision=${revisionOf('MessageQueued', 1)}`]) {
    const answer = await asBruno('GET', `/tickets/${ticket.id}${path}`);
    expect(answer.status).toBe(403);
    wire.push(answer.text);
  }
  await Promise.all(reading);
  expect(wire.join('\n')).toContain('Custa R$ 80 à vista');
  expect(wire.join('\n')).not.toContain(secret);
  await bruno.context.close();
});

test('there was nothing to complain of', () => {
  expect(admin.complaints).toEqual([]);
});
