import { afterEach, beforeEach, expect, it } from 'vitest';
import { noPace, type Pace } from '../../domain/connection/pace.ts';
import { type ScriptedDriver, scriptedDriver } from '../../testing/driver.ts';
import { ana, customer, startTestGateway, system, type TestGateway } from '../../testing/gateway.ts';
import { type Driver, DriverError } from '../driver/driver.ts';

let test: TestGateway;
let network: ScriptedDriver;
beforeEach(async () => {
  test = await startTestGateway();
});
afterEach(() => test.close());

const patient = { timeout: 10_000, interval: 10 };
const start = async (over: Partial<Driver> = {}) => {
  network = scriptedDriver(over);
  const gateway = await test.startGateway({ openDriver: network.openDriver, config: { leaseMs: 5_000 } });
  await expect.poll(() => gateway.status().sessions[0]?.connected, patient).toBe(true);
  return gateway;
};
const setPace = (pace: Partial<Pace>) =>
  test.desk.connections.update(system, {
    ...{ connectionId: test.connectionId, name: 'Loja', channel: 'simulator', isDefault: true },
    pace: { ...noPace, ...pace },
  });
const numberOf = (n: number) => `55119555010${String(n).padStart(2, '0')}`;
/** An agent writes first to somebody who never wrote. */
const writeFirst = async (n: number, body: string) => {
  const { contactId } = await test.desk.contacts.ensure(system, { numbers: [numberOf(n)], name: `P${n}` });
  const { ticketId } = await test.desk.tickets.open(ana, {
    ...{ contactId, connectionId: test.connectionId, queueId: null, userId: 'ana', status: 'open' },
  });
  return { ticketId, ...(await test.desk.tickets.send(ana, { ticketId, body })) };
};
const message = async (id: string) => (await test.messages()).find((one) => one.id === id);
const bodies = () => network.sends.map(({ body }) => body);
const comesIn = (id: string, number: string, body = 'oi') =>
  network.tell({
    type: 'message',
    message: {
      ...{ externalId: id, addresses: [number], name: 'Marina', isGroup: false, fromMe: false, body },
      ...{ mediaType: 'chat', sentAt: new Date().toISOString() },
    },
  });

it('new people wait their turn and it is said until when; who answers gets through at once', async () => {
  await setPace({ newPerMinute: 2 });
  await start();
  for (const n of [1, 2]) await writeFirst(n, `olá ${n}`);
  await expect.poll(bodies, patient).toEqual(['olá 1', 'olá 2']);
  const third = await writeFirst(3, 'olá 3');
  const fourth = await writeFirst(4, 'olá 4');
  await expect.poll(async () => (await message(third.messageId))?.held?.reason, patient).toBe('newContacts');
  const until = Date.parse((await message(third.messageId))?.held?.until ?? '');
  expect(until - Date.now()).toBeGreaterThan(30_000);
  expect(until - Date.now()).toBeLessThan(61_000);
  expect(await test.reader.find('outbox', {})).toHaveLength(2);
  // A customer writes: they are answered past all who wait.
  await comesIn('M1', customer);
  const ticket = (await test.tickets()).find(({ receivedUpTo }) => receivedUpTo !== null);
  await expect.poll(async () => (await test.tickets()).some((one) => one.receivedUpTo !== null)).toBe(true);
  const open = ticket ?? (await test.tickets()).find(({ receivedUpTo }) => receivedUpTo !== null)!;
  await test.desk.tickets.accept(ana, { ticketId: open.id, userId: 'ana' });
  await test.desk.tickets.send(ana, { ticketId: open.id, body: 'já respondo' });
  await expect.poll(bodies, patient).toEqual(['olá 1', 'olá 2', 'já respondo']);
  // And so is one who waited and writes first.
  await comesIn('M2', numberOf(3));
  await expect.poll(() => bodies().at(-1), patient).toBe('olá 3');
  await expect.poll(async () => (await message(third.messageId))?.held, patient).toBeNull();
  // What is taken back meanwhile is never sent, and waits no more.
  await test.desk.tickets.deleteMessage(ana, fourth);
  await expect.poll(async () => test.reader.find('outbox', {}), patient).toEqual([]);
  expect(bodies()).not.toContain('olá 4');
});

it('what waits survives the gateway: the next one counts the turns that were taken', async () => {
  await setPace({ newPerHour: 1 });
  const first = await start();
  await writeFirst(1, 'olá 1');
  await expect.poll(bodies, patient).toEqual(['olá 1']);
  const second = await writeFirst(2, 'olá 2');
  await expect.poll(async () => (await message(second.messageId))?.held, patient).toBeTruthy();
  await first.stop();
  const next = await start();
  await expect.poll(() => next.status().sessions[0]?.waiting, patient).toBe(1);
  expect(bodies()).toEqual([]);
  // Whoever got one before is not new to the next gateway either.
  await writeFirst(1, 'mais uma').catch(() => undefined);
  const [known] = (await test.messages()).filter(({ body }) => body === 'olá 1');
  await test.desk.tickets.send(ana, { ticketId: known!.ticketId, body: 'ainda eu' });
  await expect.poll(bodies, patient).toContain('ainda eu');
  // The limit is taken away: it goes.
  await setPace({});
  await expect.poll(bodies, patient).toContain('olá 2');
});

it('a hundred that wait hold nobody’s answer up', async () => {
  await setPace({ newPerDay: 1 });
  const gateway = await start();
  await comesIn('M1', customer);
  const ticketId = await test.accepted();
  for (let n = 1; n <= 80; n++) await writeFirst(n, `olá ${n}`);
  await expect.poll(() => gateway.status().sessions[0]?.waiting, patient).toBe(79);
  await test.desk.tickets.send(ana, { ticketId, body: 'pois não' });
  await expect.poll(bodies, patient).toContain('pois não');
});

it('a network that is told too much is left in peace, the message is held and not failed', async () => {
  let limited = 1;
  await start({
    send: async ({ body }) => {
      if (limited-- > 0) throw new DriverError('limited', 'rate-overlimit', undefined, '429');
      network.sends.push({ body } as never);
    },
  });
  await comesIn('M1', customer);
  const ticketId = await test.accepted();
  const { messageId } = await test.desk.tickets.send(ana, { ticketId, body: 'pois não' });
  await expect.poll(async () => (await message(messageId))?.held?.reason, patient).toBe('network');
  expect((await message(messageId))?.failure).toBeNull();
  // The network takes it back.
  await network.tell({ type: 'limit', what: 'all', until: null });
  await expect.poll(bodies, patient).toEqual(['pois não']);
});

it('a network that allows no new conversations is not asked for any, and the rest goes on', async () => {
  await start();
  await comesIn('M1', customer);
  const ticketId = await test.accepted();
  await network.tell({ type: 'limit', what: 'new', until: new Date(Date.now() + 3_600_000) });
  const { messageId } = await writeFirst(1, 'olá 1');
  await test.desk.tickets.send(ana, { ticketId, body: 'pois não' });
  await expect.poll(bodies, patient).toEqual(['pois não']);
  await expect.poll(async () => (await message(messageId))?.held?.reason, patient).toBe('network');
});

it('typing is shown before the first message to somebody new, not before an answer, unless it is set', async () => {
  const shown: string[] = [];
  await setPace({ typing: 'new' });
  await start({ typing: async ({ to }) => void shown.push(to) });
  await comesIn('M1', customer);
  const ticketId = await test.accepted();
  await test.desk.tickets.send(ana, { ticketId, body: 'um' });
  await expect.poll(bodies, patient).toEqual(['um']);
  expect(shown).toEqual([]);
  await writeFirst(1, 'olá');
  await expect.poll(bodies, patient).toEqual(['um', 'olá']);
  expect(shown).toEqual([numberOf(1)]);
  await setPace({ typing: 'always' });
  await test.desk.tickets.send(ana, { ticketId, body: 'dois' });
  await expect.poll(bodies, patient).toEqual(['um', 'olá', 'dois']);
  expect(shown.at(-1)).toBe(customer);
});

it('typing is shown for longer the more there is to write', async () => {
  const shown: number[] = [];
  const took: number[] = [];
  await setPace({ typing: 'always' });
  await start({
    typing: async () => void shown.push(performance.now()),
    send: async () => void took.push(performance.now() - shown.at(-1)!),
  });
  await comesIn('M1', customer);
  const ticketId = await test.accepted();
  for (const body of ['oi', 'a'.repeat(40)]) await test.desk.tickets.send(ana, { ticketId, body });
  await expect.poll(() => took.length, patient).toBe(2);
  // A second, and 45 milliseconds a character.
  expect(took[0]).toBeGreaterThan(1_000);
  expect(took[1]! - took[0]!).toBeGreaterThan(1_000);
});
