import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { stateEntries } from '../../domain/ports/state-entries.ts';
import { keepGroup } from '../../messaging/groups.ts';
import { saveQrCode } from '../../messaging/pairing.ts';
import { keepPhoneBook } from '../../messaging/phone-book.ts';
import { connectionSecrets } from '../../messaging/secrets.ts';
import { leaseKey } from '../../messaging/serving.ts';
import { scriptedDriver } from '../../testing/driver.ts';
import { customer, startTestGateway, system, type TestGateway } from '../../testing/gateway.ts';

const patience = { timeout: 10_000, interval: 20 };

let test: TestGateway;
let network: ReturnType<typeof scriptedDriver>;
beforeEach(async () => {
  test = await startTestGateway();
});
afterEach(() => test.close());

const request = (wanted: 'stop' | 'newQr') =>
  test.desk.connections.requestSession(system, { connectionId: test.connectionId, wanted });

/** Keys of what belongs to the phone that was paired. */
const leftovers = async () => {
  const keys: string[] = [];
  for (const of of ['qr', 'phone-book', 'group'])
    for await (const { key } of stateEntries(test.state, `${of}/${test.connectionId}`)) keys.push(key);
  return keys;
};

describe('of a pairing that ended, nothing is left for the next phone', () => {
  it.each<[string, () => Promise<unknown>]>([
    [
      'logged out on the phone',
      () => network.tell({ type: 'status', status: 'closed', cause: 'logged-out' }),
    ],
    ['ended by an admin', () => request('stop')],
    ['ended by a request for another code', () => request('newQr')],
    [
      'ended with its connection',
      () => test.desk.connections.delete(system, { connectionId: test.connectionId }),
    ],
  ])('%s', async (_how, end) => {
    network = scriptedDriver();
    const gateway = await test.startGateway({ openDriver: network.openDriver, config: { leaseMs: 5_000 } });
    await expect.poll(() => gateway.status().sessions[0]?.connected, patience).toBe(true);
    const { state, connectionId } = test;
    await keepPhoneBook(state, connectionId, [{ number: customer, name: 'Marina' }]);
    await keepGroup(state, connectionId, {
      address: '120363025246125486',
      name: 'Clientes',
      members: [],
      at: Date.now(),
    });
    // Connecting drops the one before, beside everything else.
    await expect
      .poll(async () => {
        await saveQrCode(state, connectionId, { code: 'scan me', attempt: 1 });
        return (await leftovers()).length;
      }, patience)
      .toBe(3);
    await end();
    await expect.poll(leftovers, patience).toEqual([]);
  });
});

it('a connection that is deleted while it is being opened is logged out, and driven no more', async () => {
  network = scriptedDriver();
  const opening = Promise.withResolvers<void>();
  const deleted = Promise.withResolvers<void>();
  const gateway = await test.startGateway({
    openDriver: async (channel, context) => {
      opening.resolve();
      await deleted.promise;
      return network.openDriver(channel, context);
    },
    config: { leaseMs: 5_000 },
  });
  await opening.promise;
  await test.desk.connections.delete(system, { connectionId: test.connectionId });
  await expect.poll(() => gateway.status().connections, patience).toBe(0);
  deleted.resolve();
  await expect.poll(() => network.counts.logouts, patience).toBe(1);
  await expect.poll(() => gateway.status().sessions, patience).toEqual([]);
  expect(network.counts.connects).toBe(0);
});

it('of a connection that nobody drives when it is deleted no secret and no key stays', async () => {
  network = scriptedDriver();
  const gateway = await test.startGateway({ openDriver: network.openDriver, config: { leaseMs: 1_000 } });
  await expect.poll(() => gateway.status().sessions[0]?.connected, patience).toBe(true);
  await request('stop');
  await expect.poll(() => gateway.status().sessions, patience).toEqual([]);
  const { state, connectionId } = test;
  const places = [`wa/${connectionId}/`, connectionSecrets(connectionId)];
  for (const place of places) await state.set(`${place}creds`, { sealed: 'x' });
  await test.desk.connections.delete(system, { connectionId });
  const left = async () => (await Promise.all(places.map((place) => state.list(place)))).flat();
  await expect.poll(left, patience).toEqual([]);
  await expect.poll(() => state.get(leaseKey(connectionId)), patience).toBeUndefined();
});
