import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Context } from '../../domain/desk/desk.ts';
import type { TicketEvent } from '../../domain/ticket/events.ts';
import { startTestGateway, system, type TestGateway } from '../../testing/gateway.ts';

let test: TestGateway;
let written = 0;
beforeEach(async () => {
  test = await startTestGateway();
  for (const userId of ['ana', 'bruno'])
    await test.desk.users.create(system, {
      userId,
      name: `Person ${userId}`,
      email: `${userId}@demo.example`,
      profile: 'user',
      passwordHash: '$argon2id$v=19$x',
    });
});
afterEach(() => test.close());

const as = (id: string): Context => ({ ...system, actor: { kind: 'user', id } });
const ticketOf = async (userId: string, queueId = 'support'): Promise<string> => {
  written += 1;
  const { contactId } = await test.desk.contacts.ensure(system, {
    numbers: [`55119660${String(10_000 + written)}`],
    name: `Contato ${written}`,
  });
  const { ticketId } = await test.desk.tickets.receive(system, {
    ...{ connectionId: test.connectionId, queueId, contactId, externalId: `D${written}` },
    ...{ fromMe: false, body: 'Oi', mediaType: 'chat', sentAt: new Date().toISOString() },
  });
  await test.desk.tickets.accept(as(userId), { ticketId, userId });
  return ticketId;
};
const shown = async (ticketId: string) => {
  const ticket = (await test.tickets()).find(({ id }) => id === ticketId);
  return ticket && [ticket.status, ticket.userId, ticket.queueId];
};
const returns = async () =>
  (await test.eventStore.readAll({ after: 0, limit: 100_000 })).filter(
    ({ type }) => type === 'TicketReturned',
  );

it('the open tickets of who is deleted go back to their queues, and nobody else’s', async () => {
  const [his, hers, closed] = [
    await ticketOf('bruno', 'sales'),
    await ticketOf('ana'),
    await ticketOf('bruno'),
  ];
  await test.desk.tickets.resolve(as('bruno'), { ticketId: closed! });
  await test.startGateway();
  const { events } = await test.desk.users.delete(system, { userId: 'bruno' });
  await expect.poll(() => shown(his!), { timeout: 5_000 }).toEqual(['pending', null, 'sales']);
  expect(await shown(hers!)).toEqual(['open', 'ana', 'support']);
  expect(await shown(closed!)).toEqual(['closed', 'bruno', 'support']);
  const [returned] = await returns();
  expect(returned?.metadata).toMatchObject({
    actor: { kind: 'system', id: 'departures' },
    causationId: events[0]?.id,
  });
});

it('a gateway that was not there when it happened finds them when it starts', async () => {
  const ticketId = await ticketOf('bruno');
  await test.desk.users.delete(system, { userId: 'bruno' });
  await test.startGateway();
  await expect.poll(() => shown(ticketId), { timeout: 5_000 }).toEqual(['pending', null, 'support']);
});

it('a ticket that comes to somebody who has gone by then goes back in a later round', async () => {
  await test.startGateway({ config: { deletedUsersEveryMs: 40 } });
  await test.desk.users.delete(system, { userId: 'bruno' });
  const ticketId = await ticketOf('bruno');
  await expect.poll(() => shown(ticketId), { timeout: 5_000 }).toEqual(['pending', null, 'support']);
});

it('a ticket that a colleague has taken meanwhile stays with them, and one returned before is not returned again', async () => {
  const ticketId = await ticketOf('bruno');
  await test.desk.tickets.transfer(system, { ticketId, queueId: 'support', userId: 'ana' });
  const { events } = await test.desk.tickets.returnToQueue(system, { ticketId, from: 'bruno' });
  expect(events).toEqual([] satisfies TicketEvent[]);
  expect((await test.desk.tickets.returnToQueue(system, { ticketId, from: 'ana' })).events).toHaveLength(1);
  expect((await test.desk.tickets.returnToQueue(system, { ticketId, from: 'ana' })).events).toEqual([]);
});

it('two gateways, one of which dies on the way, give each of 450 tickets back once', async () => {
  const ids: string[] = [];
  for (let i = 0; i < 450; i += 1) ids.push(await ticketOf('bruno'));
  const first = await test.startGateway();
  await test.startGateway();
  await test.desk.users.delete(system, { userId: 'bruno' });
  await expect.poll(async () => (await returns()).length > 0, { timeout: 5_000 }).toBe(true);
  await first.stop();
  await expect
    .poll(async () => (await test.tickets()).filter(({ status }) => status === 'pending').length, {
      timeout: 15_000,
    })
    .toBe(ids.length);
  expect(await returns()).toHaveLength(ids.length);
}, 30_000);
