import { afterEach, beforeEach, expect, it } from 'vitest';
import { ana, startTestGateway, system, type TestGateway } from '../../testing/gateway.ts';

let test: TestGateway;
beforeEach(async () => {
  test = await startTestGateway();
});
afterEach(() => test.close());

it('what waits for a connection that was deleted fails and says so; what waits for another goes out', async () => {
  const gateway = await test.startGateway();
  await test.write('Oi');
  const ticketId = await test.accepted();
  await test.settled();
  const { messageId: sent } = await test.desk.tickets.send(ana, { ticketId, body: 'um' });
  await test.settled();
  await gateway.stop();

  const { messageId: late } = await test.desk.tickets.send(ana, { ticketId, body: 'dois' });
  await test.desk.tickets.edit(ana, { ticketId, messageId: sent, body: 'um e meio' });
  const { connectionId: other } = await test.desk.connections.create(system, {
    ...{ name: 'Matriz', channel: 'simulator', isDefault: true },
  });
  await test.desk.connections.requestSession(system, { connectionId: other, wanted: 'start' });
  await test.desk.connections.delete(system, { connectionId: test.connectionId });
  await expect
    .poll(() => test.reader.get('connections', test.connectionId), { timeout: 10_000 })
    .toBeUndefined();
  await test.startGateway({ config: { deletedDestinationsEveryMs: 20 } });

  const message = async (id: string) => (await test.messages(ticketId)).find((one) => one.id === id);
  const failure = { code: 'ERR_NO_WAPP_FOUND', reason: '', cause: 'noConnection' };
  await expect.poll(async () => (await message(late))?.failure, { timeout: 10_000 }).toEqual(failure);
  await expect
    .poll(async () => (await message(sent))?.changeFailure, { timeout: 10_000 })
    .toEqual({ change: 'edit', ...failure });
  await expect.poll(async () => (await test.reader.find('outbox', {})).length, { timeout: 10_000 }).toBe(0);

  // The ticket goes on by the other connection, and the message with it.
  await test.desk.tickets.transfer(system, {
    ...{ ticketId, queueId: null, userId: 'ana', connectionId: other },
  });
  await test.desk.tickets.retry(ana, { ticketId, messageId: late });
  await expect
    .poll(async () => (await test.phones.chats(other, '5511955500142')).map(({ body }) => body), {
      timeout: 10_000,
    })
    .toEqual(['dois']);
});

it('a reaction that was to go out by a connection that was deleted waits no more, and says so', async () => {
  const gateway = await test.startGateway();
  await test.write('Oi');
  const ticketId = await test.accepted();
  await test.settled();
  await gateway.stop();
  const [{ id: messageId } = { id: '' }] = await test.messages(ticketId);
  await test.desk.tickets.react(ana, { ticketId, messageId, emoji: '👍' });
  await test.desk.connections.create(system, { name: 'Matriz', channel: 'simulator', isDefault: true });
  await test.desk.connections.delete(system, { connectionId: test.connectionId });
  await test.startGateway({ config: { deletedDestinationsEveryMs: 20 } });
  await expect
    .poll(async () => (await test.messages(ticketId))[0]?.changeFailure, { timeout: 10_000 })
    .toEqual({ change: 'react', code: 'ERR_NO_WAPP_FOUND', reason: '', cause: 'noConnection' });
  await expect.poll(async () => (await test.reader.find('outbox', {})).length, { timeout: 10_000 }).toBe(0);
});

it('a file that was to come by a connection that was deleted does not come, and says so', async () => {
  const gateway = await test.startGateway();
  await gateway.stop();
  const { contactId } = await test.desk.contacts.ensure(system, { numbers: ['5511955500142'], name: 'M' });
  const { connectionId } = test;
  await test.desk.tickets.receive(system, {
    ...{ connectionId, queueId: null, contactId, externalId: 'M1', fromMe: false, body: 'veja' },
    ...{ mediaType: 'image', file: { name: 'a.jpg', mime: 'image/jpeg' }, sentAt: new Date().toISOString() },
  });
  await test.desk.connections.create(system, { name: 'Matriz', channel: 'simulator', isDefault: true });
  await test.desk.connections.delete(system, { connectionId });
  await test.startGateway({ config: { deletedDestinationsEveryMs: 20 } });
  await expect
    .poll(async () => (await test.messages())[0]?.mediaError, { timeout: 10_000 })
    .toBe('ERR_NO_WAPP_FOUND');
  await expect.poll(async () => (await test.reader.find('outbox', {})).length, { timeout: 10_000 }).toBe(0);
});

it('a ticket of a queue that was deleted is one without a queue, and stays with whoever has it', async () => {
  const [queue, kept] = await Promise.all(
    ['#111111', '#222222'].map((color) =>
      test.desk.records('queue').create(system, { name: `Q${color}`, color }),
    ),
  );
  const open = async (number: string, queueId: string, userId: string | null) => {
    const { contactId } = await test.desk.contacts.ensure(system, { numbers: [number], name: 'Marina' });
    const { ticketId } = await test.desk.tickets.open(system, {
      ...{ contactId, connectionId: test.connectionId, queueId, userId },
      status: userId === null ? 'pending' : 'open',
    });
    return ticketId;
  };
  const ids = [
    await open('5511966660001', queue!.id, null),
    await open('5511966660002', queue!.id, 'ana'),
    await open('5511966660003', kept!.id, null),
  ];
  await test.desk.records('queue').delete(system, { id: queue!.id });
  await test.startGateway({ config: { deletedDestinationsEveryMs: 20 } });
  await expect
    .poll(
      async () => {
        const all = new Map((await test.tickets()).map((ticket) => [ticket.id, ticket]));
        return ids.map((id) => [all.get(id)?.queueId, all.get(id)?.status, all.get(id)?.userId]);
      },
      { timeout: 10_000 },
    )
    .toEqual([
      [null, 'pending', null],
      [null, 'open', 'ana'],
      [kept!.id, 'pending', null],
    ]);
});
