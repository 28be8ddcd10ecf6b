import { setImmediate } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { NewApiToken } from '../../contract/api-token.ts';
import { startTestApi } from '../../testing/api.ts';
import { givePlan } from '../../testing/plan.ts';

interface PublicEventView {
  readonly id: string;
  readonly type: string;
  readonly position: number;
  readonly data: Readonly<Record<string, unknown>>;
}
interface Page {
  readonly events: readonly PublicEventView[];
  readonly next: number;
  readonly hasMore: boolean;
}

let api: Awaited<ReturnType<typeof startTestApi>>;
const connection = { ours: uuidv7(), theirs: uuidv7() };
const of = {} as Record<
  'ours' | 'theirs',
  { companyId: string; admin: { authorization: string }; secret: string }
>;
const context = (companyId = of.ours.companyId) => ({
  companyId,
  actor: { kind: 'system', id: 'test' } as const,
});

const make = async (admin: { authorization: string }, payload: object = {}) => {
  const answer = await api.app.inject({
    ...{ method: 'POST', url: '/api/tokens', headers: admin },
    payload: { name: 'Site', scopes: ['events:read'], ...payload },
  });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<NewApiToken>();
};
const ask = async (search: string, secret = of.ours.secret) => {
  const answer = await api.app.inject({
    url: `/api/events?${search}`,
    headers: { authorization: `Bearer ${secret}` },
  });
  return { status: answer.statusCode, body: answer.json<Page & { error?: string; errors?: object }>() };
};
const end = async () => (await ask('after=end')).body.next;
/** Reads on until nothing is left. */
async function all(after: number, limit: number, secret = of.ours.secret): Promise<PublicEventView[]> {
  const events: PublicEventView[] = [];
  for (let position = after; ; ) {
    const { status, body } = await ask(`after=${position}&limit=${limit}`, secret);
    expect(status, JSON.stringify(body)).toBe(200);
    events.push(...body.events);
    position = body.next;
    if (!body.hasMore) return events;
  }
}
/** Somebody writes to a company. */
async function write(body: string, number: string, whose: keyof typeof of = 'ours') {
  const to = context(of[whose].companyId);
  const { contactId } = await api.desk.contacts.ensure(to, { numbers: [number], name: 'Davi' });
  const received = await api.desk.tickets.receive(to, {
    ...{ connectionId: connection[whose], queueId: null, contactId, externalId: uuidv7(), fromMe: false },
    ...{ body, mediaType: 'chat', sentAt: new Date().toISOString() },
  });
  await api.reached(received.position);
  return { contactId, ...received };
}

beforeAll(async () => {
  api = await startTestApi();
  for (const whose of ['ours', 'theirs'] as const) {
    const { companyId, email } = await api.company(whose);
    of[whose] = { companyId, admin: { authorization: '' }, secret: '' };
    await api.desk.connections.create(context(companyId), {
      ...{ connectionId: connection[whose], name: whose, channel: 'simulator', isDefault: true },
    });
    await api.reached((await givePlan(api.desk, context(companyId), {})).position);
    of[whose].admin = await api.signIn(email);
    of[whose].secret = (await make(of[whose].admin)).secret;
  }
}, 30_000);
afterAll(() => api.close());

it('is read page by page without a gap and without one twice, whatever others do in between', async () => {
  const after = await end();
  for (let index = 0; index < 5; index++) {
    await write(`nossa ${index}`, `551195550010${index}`);
    await write(`deles ${index}`, `551195550020${index}`, 'theirs');
  }
  const whole = await all(after, 500);
  expect(whole.map(({ type }) => type).filter((type) => type === 'ticket.created')).toHaveLength(5);
  for (const limit of [1, 2, 3, 7]) expect(await all(after, limit)).toEqual(whole);
  const positions = whole.map(({ position }) => position);
  expect(positions).toEqual([...positions].sort((a, b) => a - b));
  expect(new Set(whole.map(({ id }) => id)).size).toBe(whole.length);
});

it('holds what is the company’s own and nothing of another’s', async () => {
  for (const number of ['5511955500210', '5511955500211']) await write('deles', number, 'theirs');
  await write('nossa', '5511955500110');
  const mine = await all(0, 500);
  const others = await all(0, 500, of.theirs.secret);
  expect(others.length).toBeGreaterThan(4);
  const ids = new Set(mine.map(({ id }) => id));
  expect(others.filter(({ id }) => ids.has(id))).toEqual([]);
  expect(JSON.stringify(mine)).not.toContain('55119555002');
});

it('names the connection as the specification does', async () => {
  const after = await end();
  const { ticketId } = await write('de onde', '5511955500150');
  const events = await all(after, 500);
  for (const type of ['ticket.created', 'message.received'])
    expect(events.find((event) => event.type === type)?.data).toMatchObject({ whatsappId: connection.ours });
  expect(JSON.stringify(events)).toContain(ticketId);
  expect(JSON.stringify(events)).not.toContain('connectionId');
});

it('says nothing of a contact who was erased, however often it was read before', async () => {
  const number = '5511955500177';
  const { contactId } = await write('segredo', number);
  const said = async () => JSON.stringify(await all(0, 500));
  expect(await said()).toContain('segredo');
  await api.gateway.contactKeys.destroy(of.ours.companyId, contactId);
  const after = await said();
  expect(after).toContain(contactId);
  for (const gone of ['segredo', number]) expect(after).not.toContain(gone);
});

it('says no more what was deleted for everyone since', async () => {
  const { ticketId, messageId } = await write('apague isto', '5511955500178');
  expect(JSON.stringify(await all(0, 500))).toContain('apague isto');
  const deleted = await api.desk.tickets.deleteMessage(context(), { ticketId, messageId, byContact: true });
  await api.reached(deleted.position);
  const events = await all(0, 500);
  expect(JSON.stringify(events)).not.toContain('apague isto');
  expect(events.filter(({ data }) => data.id === messageId)).toMatchObject([
    { type: 'message.received', data: { body: '', isDeleted: true } },
    { type: 'message.deleted' },
  ]);
});

it('who waits is answered as soon as something happens, and with nothing when nothing does', async () => {
  const after = await end();
  const waiting = ask(`after=${after}&wait=25`);
  const { ticketId } = await write('agora', '5511955500300');
  const { events } = (await waiting).body;
  expect(events.length).toBeGreaterThan(0);
  const rest = await all(after, 500);
  expect(rest).toContainEqual(
    expect.objectContaining({ type: 'ticket.created', data: expect.objectContaining({ id: ticketId }) }),
  );
  expect(await ask(`after=${await end()}&wait=1`)).toMatchObject({
    status: 200,
    body: { events: [], hasMore: false },
  });
});

it('a token that is taken back while it waits is refused', async () => {
  const token = await make(of.ours.admin);
  const waiting = ask(`after=${await end()}&wait=25`, token.secret);
  const gone = await api.app.inject({
    ...{ method: 'DELETE', url: `/api/tokens/${token.id}`, headers: of.ours.admin },
  });
  expect(gone.statusCode).toBe(204);
  expect(await waiting).toMatchObject({ status: 401, body: { error: 'ERR_NO_SESSION' } });
});

it('a token that ends while it waits is told so', async () => {
  const token = await make(of.ours.admin, { expiresAt: new Date(Date.now() + 900).toISOString() });
  expect(await ask(`after=${await end()}&wait=25`, token.secret)).toMatchObject({
    ...{ status: 401, body: { error: 'ERR_NO_SESSION', details: { reason: 'expired' } } },
  });
});

it('whose company is switched off while they wait hear nothing more', async () => {
  const { companyId, email } = await api.company('off');
  const to = context(companyId);
  await api.reached((await givePlan(api.desk, to, {})).position);
  const { secret } = await make(await api.signIn(email));
  const waiting = ask(`after=${await end()}&wait=25`, secret);
  await api.desk.companies.update(to, { active: false });
  const refusal = { status: 401, body: { error: 'ERR_NO_SESSION', details: { reason: 'company' } } };
  expect(await waiting).toMatchObject(refusal);
  // A new token would not help: no other call is let in either, before it is on and paid for.
  const { position } = await api.desk.companies.update(to, { active: true, dueDate: '2020-01-31' });
  await api.reached(position);
  expect(await ask('', secret)).toMatchObject(refusal);
});

it.each([
  ['after=-1', 'after'],
  ['after=x', 'after'],
  // An older copy of the log was put back: to wait there would pass over what happens until it is as long again.
  ['after=999999', 'after'],
  ['after=999999&wait=1', 'after'],
  ['limit=0', 'limit'],
  ['limit=501', 'limit'],
  ['wait=26', 'wait'],
  // Who misspelt one would wait for it for ever.
  ['types=message.recieved', 'types'],
  ['types=message.received,nope', 'types'],
])('%s is refused by its name', async (search, field) => {
  expect(await ask(search)).toMatchObject({
    status: 400,
    body: { error: 'ERR_VALIDATION', errors: { [field]: expect.anything() } },
  });
});

it('a token without the scope, and one of one connection, read nothing', async () => {
  const sender = await make(of.ours.admin, { scopes: ['messages:send'] });
  expect(await ask('', sender.secret)).toMatchObject({ status: 403, body: { error: 'ERR_TOKEN_SCOPE' } });
  const bound = await make(of.ours.admin, { whatsappId: connection.ours });
  expect(await ask('', bound.secret)).toMatchObject({ status: 403, body: { error: 'ERR_NO_PERMISSION' } });
});

it('who looks through much of the log leaves others their turn', async () => {
  const position = await end();
  const [event] = await api.gateway.eventStore.readAll({ after: 0, limit: 1 });
  const pages = vi.spyOn(api.gateway.eventStore, 'readAll').mockImplementation(async ({ after = 0 }) =>
    Array.from({ length: 500 }, (_, n) => ({
      ...{ ...event!, position: after + n + 1 },
      metadata: { ...event!.metadata, companyId: 'another' },
    })),
  );
  try {
    let turns = 0;
    let isOver = false;
    const others = (async () => {
      for (; !isOver; turns++) await setImmediate();
    })();
    const { body } = await ask(`after=${position}`);
    isOver = true;
    await others;
    expect(body).toMatchObject({ events: [], next: position + 10_000, hasMore: true });
    expect(pages).toHaveBeenCalledTimes(20);
    expect(turns).toBeGreaterThanOrEqual(19);
  } finally {
    pages.mockRestore();
  }
});
