import { afterEach, beforeEach, expect, it } from 'vitest';
import { scriptedDriver } from '../../testing/driver.ts';
import { ana, startTestGateway, system, type TestGateway } from '../../testing/gateway.ts';

let test: TestGateway;
beforeEach(async () => {
  test = await startTestGateway();
});
afterEach(() => test.close());

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

/** A message that went out so many minutes ago over WhatsApp. */
const sent = async (minutes: number) => {
  const at = ago(minutes);
  const { connectionId } = await test.desk.connections.create(system, {
    ...{ name: `Loja ${minutes}`, channel: 'whatsapp' },
  });
  await test.desk.connections.requestSession(system, { connectionId, wanted: 'start' });
  const { contactId } = await test.desk.contacts.ensure(system, { numbers: ['5511955500142'], name: 'M' });
  const { ticketId } = await test.desk.tickets.receive(
    { ...system, at },
    {
      ...{ connectionId, queueId: null, contactId, externalId: `X${minutes}`, fromMe: false, body: 'oi' },
      ...{ mediaType: 'chat', sentAt: at },
    },
  );
  await test.desk.tickets.accept({ ...ana, at }, { ticketId, userId: 'ana' });
  const { messageId } = await test.desk.tickets.send({ ...ana, at }, { ticketId, body: 'às 15h' });
  await test.desk.tickets.sent({ ...system, at }, { ticketId, messageId, externalId: `net-${messageId}` });
  return { ticketId, messageId };
};
const failureOf = async (ticketId: string, messageId: string) => {
  await test.settled();
  const message = (await test.messages(ticketId)).find(({ id }) => id === messageId);
  return message?.changeFailure ?? null;
};

it('a change that the contact’s phone would drop is not sent, and the agent is told that it is too late', async () => {
  const done: string[] = [];
  const network = scriptedDriver({
    edit: async ({ body }) => void done.push(body),
    delete: async () => void done.push('deleted'),
  });
  const [fresh, old, ancient] = [await sent(10), await sent(20), await sent(61 * 60)];
  await test.startGateway({ openDriver: network.openDriver });
  for (const one of [fresh, old]) await test.desk.tickets.edit(ana, { ...one, body: 'às 16h' });
  await test.desk.tickets.deleteMessage(ana, ancient);
  const tooLate = { code: 'ERR_FETCH_WAPP_MSG' };
  expect(await failureOf(fresh.ticketId, fresh.messageId)).toBeNull();
  expect(await failureOf(old.ticketId, old.messageId)).toMatchObject({ change: 'edit', ...tooLate });
  expect(await failureOf(ancient.ticketId, ancient.messageId)).toMatchObject({
    change: 'delete',
    ...tooLate,
  });
  await test.desk.tickets.deleteMessage(ana, old);
  // A deletion still is in time.
  expect(await failureOf(old.ticketId, old.messageId)).toBeNull();
  expect(done).toEqual(['às 16h', 'deleted']);
});

it('a change that the network does not answer is brought to it again', async () => {
  let edits = 0;
  const network = scriptedDriver({
    edit: () => (++edits === 1 ? new Promise<void>(() => undefined) : Promise.resolve()),
  });
  const { ticketId, messageId } = await sent(1);
  await test.startGateway({
    openDriver: network.openDriver,
    config: {
      ...{ secretKey: 'x'.repeat(32), maxMediaBytes: 1_000_000 },
      ...{ leaseMs: 1_000, drainMs: 50, sendTimeoutMs: 50 },
    },
  });
  await test.desk.tickets.edit(ana, { ticketId, messageId, body: 'às 16h' });
  await expect.poll(() => edits, { timeout: 5_000 }).toBe(2);
  expect(await failureOf(ticketId, messageId)).toBeNull();
});
