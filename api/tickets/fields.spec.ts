import type { AddressInfo } from 'node:net';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { password, startTestApi } from '../../testing/api.ts';
import { createWatcher } from '../../testing/live.ts';
import { hashPassword } from '../auth/passwords.ts';

// What follows from the declaration of a ticket's field, through everything between a request and its answer.
vi.mock('../../domain/ticket/fields/declared.ts', () => import('../../domain/ticket/fields/fixtures.ts'));

interface Weighed {
  readonly weight: string;
  readonly updatedAt: string;
}
let api: Awaited<ReturnType<typeof startTestApi>>;
let ticketId = '';
let companyId = '';
const header = {} as Record<'admin' | 'agent', { authorization: string }>;

beforeAll(async () => {
  api = await startTestApi();
  const company = await api.company('Ours');
  ({ companyId } = company);
  const context = { companyId, actor: { kind: 'system', id: 'test' } as const };
  const [connectionId, queueId] = [uuidv7(), uuidv7()];
  const email = `${uuidv7()}@example.org`;
  const passwordHash = await hashPassword(password);
  const { desk } = api;
  await desk.records('queue').create(context, { id: queueId, name: 'Vendas', color: '#4073d4' });
  await desk.connections.create(context, { connectionId, name: 'Loja', channel: 'simulator' });
  await desk.users.create(context, {
    name: 'Bruno',
    email,
    profile: 'user',
    queueIds: [queueId],
    passwordHash,
  });
  const { contactId } = await desk.contacts.ensure(context, { numbers: ['5511970000001'], name: 'Carla' });
  const opened = await desk.tickets.open(context, {
    connectionId,
    contactId,
    queueId,
    userId: null,
    status: 'pending',
    isGroup: false,
  });
  ({ ticketId } = opened);
  await api.reached(opened.position);
  header.admin = await api.signIn(company.email);
  header.agent = await api.signIn(email);
});
afterAll(() => api.close());

async function call<T>(
  method: 'GET' | 'PUT',
  path: string,
  payload?: object,
  who: keyof typeof header = 'admin',
) {
  const answer = await api.app.inject({
    method,
    url: `/api/tickets${path}`,
    headers: header[who],
    ...(payload && { payload }),
  });
  return { status: answer.statusCode, body: answer.json<T>() };
}
const weigh = (payload: object, who?: keyof typeof header) =>
  call<Weighed>('PUT', `/${ticketId}`, payload, who);
const held = async () => (await call<Weighed>('GET', `/${ticketId}`)).body.weight;
const listed = async (weights: readonly string[]) => {
  const query = `?showAll=true&weight=${encodeURIComponent(JSON.stringify(weights))}`;
  const { status, body } = await call<{ tickets: { id: string }[] }>('GET', query);
  return status === 200 ? body.tickets.map(({ id }) => id) : status;
};

it('is set by the call that changes a ticket, found by, and told in the history and live', async () => {
  expect(await held()).toBe('light');
  expect(await listed(['heavy'])).toEqual([]);
  await api.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = api.app.server.address() as AddressInfo;
  const live = createWatcher(() => `ws://127.0.0.1:${port}/graphql`);
  try {
    const token = header.agent.authorization.replace('Bearer ', '');
    const seen = await live.watch(token, [`company-${companyId}-ticket`]);
    const { status, body } = await weigh({ weight: 'heavy' });
    expect([status, body.weight]).toEqual([200, 'heavy']);
    await expect
      .poll(() => seen.items.map(({ action, document }) => [action, (document as Weighed)?.weight]))
      .toEqual([['update', 'heavy']]);
  } finally {
    await live.close();
  }
  expect(await held()).toBe('heavy');
  expect(await listed(['heavy'])).toEqual([ticketId]);
  expect(await listed(['light', 'heavy'])).toEqual([ticketId]);
  expect(await listed(['light'])).toEqual([]);
  const { events } = (await call<{ events: { type: string; data: object }[] }>('GET', `/${ticketId}/history`))
    .body;
  expect(events.at(-1)).toMatchObject({
    type: 'TicketWeightChanged',
    data: { ticketId, weight: 'heavy', beforeWeight: 'light' },
  });
  const { ticket } = (await call<{ ticket: Weighed }>('GET', `/${ticketId}/as-of?revision=0`)).body;
  expect(ticket.weight).toBe('light');
});

it('goes with a change of who has the ticket, which may then be out of sight', async () => {
  expect((await weigh({ weight: 'light', status: 'open' })).body).toMatchObject({
    weight: 'light',
    status: 'open',
  });
});

it('is refused to whom the declaration does not name, and for what is no value of it', async () => {
  const before = await held();
  expect((await weigh({ weight: 'heavy' }, 'agent')).status).toBe(403);
  expect((await weigh({ weight: 'huge' })).status).toBe(400);
  expect(await listed(['huge'])).toBe(400);
  expect(await held()).toBe(before);
});

it('stands in the reference, in the ticket and in what changes it', async () => {
  const answer = await api.app.inject({ url: '/api/docs/json', headers: header.admin });
  expect(answer.statusCode).toBe(200);
  const text = JSON.stringify(answer.json<{ paths: Record<string, unknown> }>().paths['/api/tickets/{id}']);
  expect(text.match(/"weight":\{"type":"string","enum":\["light","heavy"\]\}/g)?.length).toBe(3);
});
