import type { AddressInfo } from 'node:net';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { channels } from '../../contract/channels.ts';
import type { Context } from '../../domain/desk/desk.ts';
import { startTestApi } from '../../testing/api.ts';
import { createWatcher } from '../../testing/live.ts';
import { hashPassword } from '../auth/passwords.ts';

// Who sees which ticket, by every way there is to see one: opened, in a list, on the feed.

const people = {
  agent: { profile: 'user', queues: ['sales'], allTicket: false },
  agentWithAll: { profile: 'user', queues: ['sales'], allTicket: true },
  supervisor: { profile: 'supervisor', queues: [], allTicket: false },
  admin: { profile: 'admin', queues: [], allTicket: false },
} as const;
type Who = keyof typeof people;
const tickets = ['sales', 'support', 'none'] as const;
type Which = (typeof tickets)[number];

const sees: readonly (readonly [Who, Which, boolean])[] = [
  ['agent', 'sales', true],
  ['agent', 'support', false],
  ['agent', 'none', false],
  ['agentWithAll', 'sales', true],
  ['agentWithAll', 'support', false],
  ['agentWithAll', 'none', true],
  ['supervisor', 'sales', true],
  ['supervisor', 'support', true],
  ['supervisor', 'none', true],
  ['admin', 'sales', true],
  ['admin', 'support', true],
  ['admin', 'none', true],
];

describe('sight of tickets', () => {
  let api: Awaited<ReturnType<typeof startTestApi>>;
  let companyId = '';
  let context: Context;
  let url = '';
  const live = createWatcher(() => url);
  const header = {} as Record<Who, { authorization: string }>;
  const ticket = {} as Record<Which, string>;
  const queue: Record<'sales' | 'support', string> = { sales: uuidv7(), support: uuidv7() };
  const connectionId = uuidv7();
  let written = 0;

  const write = async (which: Which) => {
    written += 1;
    const { contactId } = await api.desk.contacts.ensure(context, {
      numbers: [`55119770${10_000 + tickets.indexOf(which)}`],
      name: `Contato ${which}`,
    });
    const outcome = await api.desk.tickets.receive(context, {
      ...{
        connectionId,
        contactId,
        queueId: which === 'none' ? null : queue[which],
        externalId: `S${written}`,
      },
      ...{ fromMe: false, body: 'Oi', mediaType: 'chat', sentAt: new Date().toISOString() },
    });
    await api.reached(outcome.position);
    return outcome;
  };

  beforeAll(async () => {
    api = await startTestApi();
    await api.app.listen({ port: 0, host: '127.0.0.1' });
    url = `ws://127.0.0.1:${(api.app.server.address() as AddressInfo).port}/graphql`;
    ({ companyId } = await api.company('Ours'));
    context = { companyId, actor: { kind: 'system', id: 'test' } };
    await api.desk.records('queue').create(context, { id: queue.sales, name: 'Vendas', color: '#4073d5' });
    await api.desk.records('queue').create(context, { id: queue.support, name: 'Suporte', color: '#4073d4' });
    await api.desk.connections.create(context, { connectionId, name: 'Loja', channel: 'simulator' });
    for (const which of tickets) ticket[which] = (await write(which)).ticketId;
    const passwordHash = await hashPassword('correct horse 42');
    for (const [who, { profile, queues, allTicket }] of Object.entries(people)) {
      const email = `${who.toLowerCase()}-${companyId}@example.org`;
      const queueIds = queues.map((name) => queue[name]);
      const { position } = await api.desk.users.create(context, {
        ...{ name: who, email, profile, queueIds, allTicket, passwordHash },
      });
      await api.reached(position);
      header[who as Who] = await api.signIn(email);
    }
  }, 30_000);
  afterAll(async () => {
    await live.close();
    await api.close();
  });

  const get = async (who: Who, path: string) => {
    const answer = await api.app.inject({ url: `/api${path}`, headers: header[who] });
    return { status: answer.statusCode, body: answer.json() };
  };

  it.each(sees)('%s, ticket of queue %s: %s', async (who, which, expected) => {
    const id = ticket[which];
    for (const path of [`/tickets/${id}`, `/tickets/u/${id}`, `/messages/${id}`, `/drafts/${id}`]) {
      const { status, body } = await get(who, path);
      expect([status, body.error], path).toEqual(expected ? [200, undefined] : [403, 'ERR_NO_PERMISSION']);
    }
    const showAll = who === 'supervisor' || who === 'admin';
    const { body } = await get(who, `/tickets?status=pending${showAll ? '&showAll=true' : ''}`);
    expect(body.tickets.some((one: { id: string }) => one.id === id)).toBe(expected);
  });

  it.each(sees)('%s, change of a ticket of queue %s on the feed: %s', async (who, which, expected) => {
    const line = await live.watch(header[who].authorization.replace('Bearer ', ''), [
      channels.ticket(companyId),
    ]);
    await write(which);
    // What everyone of this company may see comes after it: what has not come by then does not come.
    await write('sales');
    await expect
      .poll(() => line.items.filter(({ id }) => id === ticket.sales).length, { timeout: 3_000 })
      .toBeGreaterThan(0);
    if (which !== 'sales') expect(line.items.some(({ id }) => id === ticket[which])).toBe(expected);
    await live.close();
  });

  it.each([
    ['agent', ['sales']],
    ['agentWithAll', ['sales', 'none']],
  ] as const)('the bell of %s tells of what nobody has read in %j', async (who, expected) => {
    const { body } = await get(who, '/tickets?withUnreadMessages=true');
    const ids = body.tickets.map(({ id }: { id: string }) => id);
    expect(ids.toSorted()).toEqual(expected.map((which) => ticket[which]).toSorted());
  });

  it('who asks for all without the right to gets what is theirs', async () => {
    const { body } = await get('agent', '/tickets?status=pending&showAll=true');
    expect(body.tickets.map(({ id }: { id: string }) => id)).toEqual([ticket.sales]);
    // A colleague's of the same queue: not theirs.
    const colleague = { ...context, actor: { kind: 'user', id: uuidv7() } } as const;
    const { position } = await api.desk.tickets.accept(colleague, {
      ...{ ticketId: ticket.sales, userId: colleague.actor.id },
    });
    await api.reached(position);
    const back = async () =>
      api.reached((await api.desk.tickets.returnToQueue(context, { ticketId: ticket.sales })).position);
    const open = await get('agent', '/tickets?status=open&showAll=true');
    const all = await get('admin', '/tickets?status=open&showAll=true');
    await back();
    expect([open.body.count, all.body.count]).toEqual([0, 1]);
  });

  it('only admins open a ticket without a queue', async () => {
    const { contactId, position } = await api.desk.contacts.ensure(context, {
      numbers: ['5511977009999'],
      name: 'Novo',
    });
    await api.reached(position);
    for (const who of ['agent', 'agentWithAll', 'supervisor', 'admin'] as const) {
      const answer = await api.app.inject({
        method: 'POST',
        url: '/api/tickets',
        headers: header[who],
        payload: { contactId, queueId: null, whatsappId: connectionId, userId: null, status: 'pending' },
      });
      const { error, errors } = answer.json();
      if (who === 'admin') expect(answer.statusCode, answer.body).toBe(201);
      else
        expect([answer.statusCode, error, errors]).toEqual([400, 'ERR_VALIDATION', { queueId: 'required' }]);
    }
  });
});
