import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { EventStore } from '../../../domain/ports/event-store.ts';
import { type Network, startNetwork } from './testing-network/network.ts';
import { marina } from './testing-network/number.ts';
import { deskAt, type TestDesk } from './testing-network/testing-desk.ts';

let network: Network;
let desk: TestDesk;
beforeAll(async () => {
  network = await startNetwork();
});
afterAll(() => network.close());
beforeEach(async () => {
  desk = await deskAt(network.url);
});
afterEach(async () => {
  await desk.close();
  expect(network.problems).toEqual([]);
  network.reset();
});

const write = (id: string, conversation: string) =>
  network.write({ id, from: marina, name: 'Marina', message: { conversation } });
/** Ids of messages that were confirmed to the network: it will not hand them over again. */
const confirmed = () =>
  network.received.flatMap(({ tag, attrs }) => (tag === 'receipt' && attrs.id ? [attrs.id] : []));

describe('what was confirmed to the network is not lost', () => {
  it('by a stop while a file is still being fetched: the file and the words after it', async () => {
    const gateway = await desk.gateway();
    network.media.rules.hold = () => true;
    const audio = await network.media.offer(network.url, 'um som', 'audio');
    const message = { audioMessage: { ...audio, mimetype: 'audio/ogg', ptt: true } };
    network.write({ id: 'A1', from: marina, name: 'Marina', message });
    write('A2', 'ouviu?');
    await expect.poll(confirmed).toEqual(['A1', 'A2']);
    await expect.poll(() => network.media.asked()).toBe(1);
    await gateway.stop();
    network.media.rules.hold = () => false;
    network.media.release();
    await desk.gateway();
    await expect.poll(desk.bodies).toEqual(['', 'ouviu?']);
    await expect.poll(async () => (await desk.messages())[0]?.media?.size).toBe(6);
  });

  it('by the end of a process whose log could not be written', async () => {
    let away = false;
    const eventStore: EventStore = {
      ...desk.eventStore,
      append: async (...given) => {
        if (away) throw new Error('the store is away');
        return desk.eventStore.append(...given);
      },
    };
    const gateway = await desk.gateway({ eventStore });
    away = true;
    write('A1', 'um');
    write('A2', 'dois');
    network.write({
      id: 'A3',
      from: marina,
      message: { protocolMessage: { type: 14, key: { id: 'A1' }, editedMessage: { conversation: 'um!' } } },
    });
    await expect.poll(confirmed).toEqual(['A1', 'A2', 'A3']);
    await expect.poll(async () => (await desk.state.list('inbox/', {})).length).toBe(3);
    await gateway.stop();
    expect(await desk.bodies()).toEqual([]);
    await desk.gateway();
    await expect.poll(desk.bodies).toEqual(['um!', 'dois']);
    await expect.poll(() => desk.state.list('inbox/', {})).toEqual([]);
  });

  it('by a stop that comes while it is written: the stop waits for it', async () => {
    const slow = Promise.withResolvers<void>();
    let held = false;
    const eventStore: EventStore = {
      ...desk.eventStore,
      append: async (...given) => {
        if (held) await slow.promise;
        return desk.eventStore.append(...given);
      },
    };
    const gateway = await desk.gateway({ eventStore, config: { drainMs: 10_000 } });
    held = true;
    write('A1', 'um');
    await expect.poll(confirmed).toEqual(['A1']);
    const stopped = gateway.stop();
    setTimeout(slow.resolve, 100);
    await stopped;
    await expect.poll(desk.bodies).toEqual(['um']);
    await expect.poll(() => desk.state.list('inbox/', {})).toEqual([]);
  });
});
