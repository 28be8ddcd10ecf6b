import { afterEach, beforeEach, expect, it } from 'vitest';
import { scriptedDriver } from '../../testing/driver.ts';
import { ana, startTestGateway, type TestGateway } from '../../testing/gateway.ts';
import { DriverError } from '../driver/driver.ts';

// On a network that gives ids: without its answer nobody knows the message's id, and nothing can be asked about it.

let test: TestGateway;
let sends: PromiseWithResolvers<string | undefined>[];
let deleted: string[];
let network: ReturnType<typeof scriptedDriver>;
beforeEach(async () => {
  test = await startTestGateway();
  sends = [];
  deleted = [];
  network = scriptedDriver({
    idempotentSend: false,
    externalIdOf: undefined as never,
    send: () => {
      const answer = Promise.withResolvers<string | undefined>();
      sends.push(answer);
      return answer.promise;
    },
    delete: async ({ externalId }) => void deleted.push(externalId),
  });
});
afterEach(() => test.close());

const start = (sendTimeoutMs = 50) =>
  test.startGateway({
    openDriver: network.openDriver,
    config: {
      secretKey: 'x'.repeat(32),
      maxMediaBytes: 1_000_000,
      leaseMs: 1_000,
      drainMs: 50,
      sendTimeoutMs,
    },
  });
/** A message of ours that was handed to the network. */
const written = async () => {
  await expect.poll(() => network.contexts.length).toBe(1);
  await network.tell({
    type: 'message',
    message: {
      ...{ externalId: 'IN1', addresses: ['5511955500142'], name: 'M', isGroup: false, fromMe: false },
      ...{ body: 'Oi', mediaType: 'chat', sentAt: new Date().toISOString() },
    },
  });
  const ticketId = await test.accepted();
  const { messageId } = await test.desk.tickets.send(ana, { ticketId, body: 'Bom dia' });
  await expect.poll(() => sends.length).toBe(1);
  return { ticketId, messageId };
};
const shown = async ({ messageId }: { messageId: string }) =>
  (await test.messages()).find(({ id }) => id === messageId);
const inDoubt = { change: 'delete', cause: 'deleteUnknown' };

it('a message of which nobody knows whether it went out is not said to be gone from the phone', async () => {
  await start();
  const message = await written();
  await expect.poll(async () => (await shown(message))?.failure).toMatchObject({ code: 'UNKNOWN_OUTCOME' });
  await test.desk.tickets.deleteMessage(ana, message);
  await expect.poll(async () => (await shown(message))?.changeFailure).toMatchObject(inDoubt);
  expect(deleted).toEqual([]);
});

it('it is deleted as soon as its id is known after all, and nothing is in doubt any more', async () => {
  await start();
  const message = await written();
  await expect.poll(async () => (await shown(message))?.failure).toMatchObject({ code: 'UNKNOWN_OUTCOME' });
  await test.desk.tickets.deleteMessage(ana, message);
  await expect.poll(async () => (await shown(message))?.changeFailure).toMatchObject(inDoubt);
  sends[0]!.resolve('net/1');
  await expect.poll(() => deleted).toEqual(['net/1']);
  await expect.poll(async () => (await shown(message))?.changeFailure).toBeNull();
  expect(await shown(message)).toMatchObject({ externalId: 'net/1', failure: null, isDeleted: true });
});

it('an answer that comes late says that it was sent, deleted or not', async () => {
  await start();
  const message = await written();
  await expect.poll(async () => (await shown(message))?.failure).toMatchObject({ code: 'UNKNOWN_OUTCOME' });
  sends[0]!.resolve('net/2');
  await expect.poll(async () => (await shown(message))?.failure).toBeNull();
  expect(await shown(message)).toMatchObject({ externalId: 'net/2', ack: 1 });
  await test.desk.tickets.deleteMessage(ana, message);
  await expect.poll(() => deleted).toEqual(['net/2']);
  expect((await shown(message))?.changeFailure).toBeNull();
});

it('one that the gateway before handed over, and died, is in doubt too', async () => {
  const first = await start(60_000);
  const message = await written();
  await test.desk.tickets.deleteMessage(ana, message);
  await first.stop();
  await start();
  await expect.poll(async () => (await shown(message))?.changeFailure).toMatchObject(inDoubt);
});

it('one that the network refused is gone, and nothing is in doubt', async () => {
  await start();
  const message = await written();
  sends[0]!.reject(new DriverError('refused', 'no', undefined, '47'));
  await expect.poll(async () => (await shown(message))?.failure).toMatchObject({ cause: 'refused' });
  await test.desk.tickets.deleteMessage(ana, message);
  await expect.poll(async () => (await test.reader.find('outbox', {})).length).toBe(0);
  expect((await shown(message))?.changeFailure).toBeNull();
});
