import { afterEach, beforeEach, expect, it } from 'vitest';
import { ana, startTestGateway, type TestGateway } from '../../testing/gateway.ts';

let test: TestGateway;
let ticketId: string;
beforeEach(async () => {
  test = await startTestGateway();
});
afterEach(() => test.close());

const begin = async () => {
  await test.write('Oi');
  ticketId = await test.accepted();
  await test.settled();
};
const send = (body: string) => test.desk.tickets.send(ana, { ticketId, body });
const message = async (id: string) => (await test.messages()).find((one) => one.id === id);

it('answers reach the phone in their order, once each, and are ticked as sent', async () => {
  await test.startGateway();
  await begin();
  const bodies = Array.from({ length: 40 }, (_, number) => `resposta ${number}`);
  for (const body of bodies) await send(body);
  await test.settled();
  expect(await test.onPhone()).toEqual(bodies);
  for (const { fromMe, ack } of await test.messages(ticketId)) if (fromMe) expect(ack).toBeGreaterThan(0);
});

it('a refused message fails with its reason; trying again delivers it exactly once', async () => {
  await test.startGateway();
  await begin();
  await test.phones.faults(test.connectionId, { mode: 'refuse', count: 1 });
  const { messageId } = await send('Segue o boleto');
  await expect.poll(async () => (await message(messageId))?.failure, { timeout: 5_000 }).toBeTruthy();
  expect((await message(messageId))?.failure).toMatchObject({
    ...{ code: 'ERR_SENDING_WAPP_MSG', reason: '', cause: 'refused', params: { channel: 'simulator' } },
  });
  expect(await test.onPhone()).toEqual([]);
  await test.desk.tickets.retry(ana, { ticketId, messageId });
  await test.settled();
  expect(await test.onPhone()).toEqual(['Segue o boleto']);
  expect(await message(messageId)).toMatchObject({ failure: null });
});

it('what is written while the link is down is delivered when it is up again, in order', async () => {
  await test.startGateway();
  await begin();
  await test.phones.faults(test.connectionId, { mode: 'disconnect', count: 3 });
  for (const body of ['um', 'dois', 'três']) await send(body);
  await test.settled();
  expect(await test.onPhone()).toEqual(['um', 'dois', 'três']);
});

it('a network that takes messages and says nothing is asked again; the phone has each once', async () => {
  await test.startGateway();
  await begin();
  await test.phones.faults(test.connectionId, { mode: 'silent', count: 2 });
  for (const body of ['um', 'dois']) await send(body);
  await test.settled();
  expect(await test.onPhone()).toEqual(['um', 'dois']);
});

it('an edit and a deletion reach the phone', async () => {
  await test.startGateway();
  await begin();
  const edited = await send('às 15h');
  const deleted = await send('engano');
  await test.settled();
  await test.desk.tickets.edit(ana, { ticketId, messageId: edited.messageId, body: 'às 16h' });
  await test.desk.tickets.deleteMessage(ana, { ticketId, messageId: deleted.messageId });
  await test.settled();
  const chat = (await test.phones.chats(test.connectionId, '5511955500142')).filter(
    ({ fromBusiness }) => fromBusiness,
  );
  expect(chat[0]).toMatchObject({ body: 'às 16h', edited: true });
  expect(chat[1]).toMatchObject({ deleted: true });
});

it('an edit and a deletion that the network refuses are said, each with its code', async () => {
  await test.startGateway();
  await begin();
  const { messageId } = await send('às 15h');
  await test.settled();
  const refused = async (change: () => Promise<unknown>) => {
    await test.phones.faults(test.connectionId, { mode: 'refuse', count: 1 });
    await change();
    await test.settled();
    return (await message(messageId))?.changeFailure;
  };
  expect(
    await refused(() => test.desk.tickets.edit(ana, { ticketId, messageId, body: 'às 16h' })),
  ).toMatchObject({ change: 'edit', code: 'ERR_SENDING_WAPP_MSG' });
  expect(await refused(() => test.desk.tickets.deleteMessage(ana, { ticketId, messageId }))).toMatchObject({
    change: 'delete',
    code: 'ERR_DELETE_WAPP_MSG',
  });
  // The contact still sees what was sent first.
  expect(await test.onPhone()).toEqual(['às 15h']);
});

it('receipts only go up, and one for a message that nobody knows does no harm', async () => {
  await test.startGateway();
  await begin();
  const { messageId } = await send('Chegou?');
  await test.settled();
  await test.phones.read(test.connectionId, '5511955500142');
  await test.settled();
  expect((await message(messageId))?.ack).toBeGreaterThanOrEqual(4);
  const before = (await message(messageId))?.ack;
  await test.desk.tickets
    .acknowledge(ana, { ticketId, messageIds: [messageId, 'unknown'], ack: 3 })
    .catch(() => {});
  await test.settled();
  expect((await message(messageId))?.ack).toBe(before);
});

it('a gateway that stops without giving its lease back is replaced, and the old one sends no more', async () => {
  let dead = false;
  const state = new Proxy(test.state, {
    get(target, name, receiver) {
      const value = Reflect.get(target, name, receiver) as unknown;
      if (typeof value !== 'function') return value;
      return (...given: unknown[]) => {
        if (dead) throw new Error('the process is gone');
        return (value as (...given: unknown[]) => unknown).apply(target, given);
      };
    },
  });
  const first = await test.startGateway({ state });
  await begin();
  expect(first.status().sessions).toHaveLength(1);
  dead = true;
  const second = await test.startGateway();
  const began = Date.now();
  await expect.poll(() => second.status().sessions.length, { timeout: 5_000, interval: 10 }).toBe(1);
  expect(Date.now() - began, 'within the lease and a look at it').toBeLessThan(2_000);
  await send('por quem ficou');
  await test.settled();
  expect(await test.onPhone()).toEqual(['por quem ficou']);
  dead = false;
});

it('quotes what this contact wrote, never another’s words nor what was taken back', async () => {
  await test.startGateway();
  await begin();
  await test.write('Meu CPF é 123', { number: '5511966660001' });
  await test.settled();
  const all = await test.messages();
  const own = all.find(({ body }) => body === 'Oi')!;
  const foreign = all.find(({ body }) => body.startsWith('Meu CPF'))!;
  const { messageId: taken } = await send('preço errado');
  await test.settled();
  await test.desk.tickets.deleteMessage(ana, { ticketId, messageId: taken });
  await test.settled();
  for (const [body, quotedId] of [
    ['um', own.id],
    ['dois', foreign.id],
    ['três', taken],
  ] as const)
    await test.desk.tickets.send(ana, { ticketId, body, quotedId });
  await test.settled();
  const chat = await test.phones.chats(test.connectionId, '5511955500142');
  expect(chat.slice(-3).map(({ body, quotedId }) => [body, quotedId])).toEqual([
    ['um', own.externalId],
    ['dois', null],
    ['três', null],
  ]);
});
