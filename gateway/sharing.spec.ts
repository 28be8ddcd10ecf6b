import { afterEach, beforeEach, expect, it } from 'vitest';
import { lastServed, servedNow } from '../domain/connection/serving.ts';
import { scriptedDriver } from './testing-driver.ts';
import { ana, startTestGateway, system, type TestGateway } from './testing-gateway.ts';

let test: TestGateway;
beforeEach(async () => {
  test = await startTestGateway();
});
afterEach(() => test.close());

const patient = { timeout: 10_000, interval: 20 };
// Short enough for many rounds, long enough that a busy machine loses none.
const config = { leaseMs: 2_000 };
const connected = (gateway: Awaited<ReturnType<TestGateway['startGateway']>>) =>
  gateway.status().sessions.filter((session) => session.connected).length;

it('a gateway that comes later gets its half of the numbers: 10 and 0 become 5 and 5, each driven by one', async () => {
  for (let n = 2; n <= 10; n++) {
    const { connectionId } = await test.desk.connections.create(system, {
      ...{ name: `Loja ${n}`, channel: 'simulator' },
    });
    await test.desk.connections.requestSession(system, { connectionId, wanted: 'start' });
  }
  const first = await test.startGateway({ config, openDriver: scriptedDriver().openDriver });
  await expect.poll(() => connected(first), patient).toBe(10);
  const second = await test.startGateway({ config, openDriver: scriptedDriver().openDriver });
  await expect.poll(() => [connected(first), connected(second)], patient).toEqual([5, 5]);
  const holders = [...(await servedNow(test.state)).values()];
  expect(holders).toHaveLength(10);
  expect(new Set(holders).size).toBe(2);
  // And all of them come back to the one that stays.
  await first.stop();
  await expect.poll(() => connected(second), patient).toBe(10);
});

it('nothing is lost or doubled of what is written while numbers change hands', async () => {
  const { connectionId } = await test.desk.connections.create(system, {
    ...{ name: 'Filial', channel: 'simulator' },
  });
  await test.desk.connections.requestSession(system, { connectionId, wanted: 'start' });
  const first = await test.startGateway({ config });
  await expect.poll(() => connected(first), patient).toBe(2);
  await test.write('m0');
  const ticketId = await test.accepted();
  let written = 1;
  let sent = 0;
  const writes: Promise<unknown>[] = [];
  const traffic = setInterval(() => {
    const messageId = `a${sent++}`;
    writes.push(
      test.write(`m${written++}`),
      test.desk.tickets.send(ana, { ticketId, messageId, body: messageId, mediaType: 'chat' }),
    );
  }, 15);
  try {
    const second = await test.startGateway({ config });
    await expect.poll(() => [connected(first), connected(second)], patient).toEqual([1, 1]);
    await first.stop();
    await expect.poll(() => connected(second), patient).toBe(2);
  } finally {
    clearInterval(traffic);
  }
  await Promise.all(writes);
  await test.settled();
  const bodies = (await test.messages(ticketId)).filter(({ fromMe }) => !fromMe).map(({ body }) => body);
  expect(bodies).toEqual(Array.from({ length: written }, (_, n) => `m${n}`));
  expect(await test.onPhone()).toEqual(Array.from({ length: sent }, (_, n) => `a${n}`));
});

it('a number that is being paired is not taken from under the phone that reads its code', async () => {
  const { connectionId } = await test.desk.connections.create(system, {
    ...{ name: 'Nova', channel: 'simulator' },
  });
  await test.desk.connections.requestSession(system, { connectionId, wanted: 'start' });
  const pairing = scriptedDriver({ connect: async () => {} });
  const first = await test.startGateway({ config: { leaseMs: 1_000 }, openDriver: pairing.openDriver });
  await expect.poll(() => first.status().sessions.length, patient).toBe(2);
  const second = await test.startGateway({
    ...{ config: { leaseMs: 1_000 }, openDriver: scriptedDriver().openDriver },
  });
  // Several rounds of both.
  const before = await test.state.now();
  await expect.poll(async () => (await test.state.now()) - before, patient).toBeGreaterThan(1_500);
  expect(first.status().sessions).toHaveLength(2);
  expect(second.status().sessions).toHaveLength(0);
});

it('when nobody drives a number any more, it is known when somebody last did', async () => {
  const before = Date.now();
  const gateway = await test.startGateway({ config });
  await expect.poll(() => connected(gateway), patient).toBe(1);
  expect((await servedNow(test.state)).get(test.connectionId)).toBeDefined();
  await gateway.stop();
  expect((await servedNow(test.state)).size).toBe(0);
  const at = Date.parse((await lastServed(test.state, test.connectionId)) ?? '');
  expect(at).toBeGreaterThanOrEqual(before);
  expect(at).toBeLessThanOrEqual(Date.now());
});
