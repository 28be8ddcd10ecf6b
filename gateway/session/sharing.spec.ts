import { afterEach, beforeEach, expect, it } from 'vitest';
import { lastServed, servedNow } from '../../messaging/serving.ts';
import type { ConnectionDocument } from '../../projections/connections/document.ts';
import { scriptedDriver } from '../../testing/driver.ts';
import { ana, startTestGateway, system, type TestGateway } from '../../testing/gateway.ts';

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
      name: `Loja ${n}`,
      channel: 'simulator',
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

it('a third that comes takes its share, the numbers of one that dies go on with the others, and none has two lines', async () => {
  for (let n = 2; n <= 9; n++) {
    const { connectionId } = await test.desk.connections.create(system, {
      name: `Loja ${n}`,
      channel: 'simulator',
    });
    await test.desk.connections.requestSession(system, { connectionId, wanted: 'start' });
  }
  /** Who has a line of each number open. */
  const lines = new Map<string, Set<string>>();
  const doubled: string[] = [];
  /** A gateway that may die: from then on its store is gone for it, and so are its lines. */
  const mortal = async (name: string) => {
    let dead = false;
    const state = new Proxy(test.state, {
      get: (target, property, receiver) => {
        const value: unknown = Reflect.get(target, property, receiver);
        if (typeof value !== 'function') return value;
        return (...given: unknown[]) =>
          dead
            ? Promise.reject(new Error('gone'))
            : (value as (...all: unknown[]) => unknown).apply(target, given);
      },
    });
    await test.startGateway({
      state,
      config,
      openDriver: async (_channel, context) => {
        const { connectionId } = context;
        const open = lines.get(connectionId) ?? new Set<string>();
        lines.set(connectionId, open);
        return {
          idempotentSend: true,
          connect: async () => {
            if (dead) return;
            if (open.size > 0) doubled.push(`${connectionId}: ${[...open].join()} and ${name}`);
            open.add(name);
            await context.handler({ type: 'status', status: 'connected', number: '5511999990000' });
          },
          disconnect: async () => void open.delete(name),
          send: async () => undefined,
          downloadMedia: async () => {
            throw new Error('none');
          },
        };
      },
    });
    return {
      die: () => {
        dead = true;
        for (const open of lines.values()) open.delete(name);
      },
      bury: () => {
        dead = false;
      },
    };
  };
  const shares = () =>
    Object.values(
      Object.groupBy(
        [...lines.values()].flatMap((open) => [...open]),
        (name) => name,
      ),
    )
      .map((some) => some?.length ?? 0)
      .sort((one, other) => other - one);
  await mortal('one');
  const two = await mortal('two');
  await expect.poll(shares, patient).toEqual([5, 4]);
  await mortal('three');
  await expect.poll(shares, patient).toEqual([3, 3, 3]);
  two.die();
  await expect.poll(shares, patient).toEqual([5, 4]);
  expect(doubled).toEqual([]);
  const statuses = (await test.reader.find<ConnectionDocument>('connections', {})).map(
    ({ status }) => status,
  );
  expect(new Set(statuses)).toEqual(new Set(['CONNECTED']));
  two.bury();
}, 40_000);

it('nothing is lost or doubled of what is written while numbers change hands', async () => {
  const { connectionId } = await test.desk.connections.create(system, {
    name: 'Filial',
    channel: 'simulator',
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
    name: 'Nova',
    channel: 'simulator',
  });
  await test.desk.connections.requestSession(system, { connectionId, wanted: 'start' });
  const pairing = scriptedDriver({ connect: async () => {} });
  const first = await test.startGateway({ config: { leaseMs: 1_000 }, openDriver: pairing.openDriver });
  await expect.poll(() => first.status().sessions.length, patient).toBe(2);
  const second = await test.startGateway({
    config: { leaseMs: 1_000 },
    openDriver: scriptedDriver().openDriver,
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
