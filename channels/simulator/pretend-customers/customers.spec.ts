import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createInMemoryStateStore } from '../../../testing/in-memory/state-store.ts';
import { createPhoneNetwork } from '../phone-network.ts';
import { startPretendCustomers } from './customers.ts';
import { nudges, people, stories } from './script.ts';

const connectionId = 'shop';
const minute = 60_000;
const openings = stories.map(({ opening }) => opening);

/** Always the same numbers between 0 and 1. */
const seeded = (seed: number) => () => {
  seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
  return seed / 2 ** 31;
};

const setUp = () => {
  let ids = 0;
  const state = createInMemoryStateStore();
  const phones = createPhoneNetwork({ state, newId: () => `id${++ids}`, now: () => Date.now() });
  const start = (perMinute: number, connected = true, seed = 7) =>
    startPretendCustomers({
      phones,
      state,
      connectionId,
      perMinute,
      isConnected: async () => connected,
      log: pino({ level: 'silent' }),
      random: seeded(seed),
    });
  const chats = () => Promise.all(people.map(({ number }) => phones.chats(connectionId, number)));
  const written = async () => (await chats()).flat().filter((message) => !message.fromBusiness);
  /** An agent answers whoever waits. */
  const answer = async (body: string) => {
    for (const { number } of people) {
      const last = (await phones.chats(connectionId, number)).at(-1);
      if (last && !last.fromBusiness)
        await phones.accept(connectionId, number, { externalId: `a${++ids}`, body });
    }
  };
  return { phones, start, chats, written, answer };
};

beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-11-21T12:00:00.000Z') }));
afterEach(() => void vi.useRealTimers());

describe('pretend customers', () => {
  it('leave a quiet moment after the start, then write about as often as they are told', async () => {
    const { start, written } = setUp();
    const customers = start(2);
    await vi.advanceTimersByTimeAsync(14_000);
    expect(await written()).toEqual([]);
    await vi.advanceTimersByTimeAsync(3 * minute);
    const count = (await written()).length;
    expect(count).toBeGreaterThanOrEqual(3);
    expect(count).toBeLessThanOrEqual(8);
    await customers.stop();
  });

  it('ask one question each and nudge once: left alone for hours they do not fill the lists', async () => {
    const { start, chats } = setUp();
    const customers = start(30);
    await vi.advanceTimersByTimeAsync(3 * 60 * minute);
    for (const chat of await chats()) {
      expect(chat.length).toBeLessThanOrEqual(2);
      expect(openings).toContain(chat[0]?.body);
      if (chat[1]) expect(nudges).toContain(chat[1].body);
    }
    await customers.stop();
  });

  it('read an answer after a while and go on with their own story to its end', async () => {
    const { start, chats, answer } = setUp();
    const customers = start(60);
    await vi.advanceTimersByTimeAsync(2 * minute);
    await answer('Temos sim!');
    await vi.advanceTimersByTimeAsync(3_000);
    expect((await chats()).flat().filter((message) => message.fromBusiness && message.ack >= 4)).toEqual([]);
    await vi.advanceTimersByTimeAsync(20_000);
    const answers = (await chats()).flat().filter((message) => message.fromBusiness);
    expect(answers.length).toBeGreaterThan(0);
    expect(answers.every((message) => message.ack >= 4)).toBe(true);
    for (let turn = 0; turn < 5; turn++) {
      await vi.advanceTimersByTimeAsync(2 * minute);
      await answer('Certo!');
    }
    for (const chat of (await chats()).filter((one) => one.length > 0)) {
      const own = chat.filter((message) => !message.fromBusiness).map((message) => message.body);
      const story = stories.find(({ opening }) => opening === own[0]);
      expect(own).toEqual([story?.opening, ...(story?.answers ?? [])]);
    }
    await customers.stop();
  });

  it('keep one pace when two gateways run them', async () => {
    const { start, written } = setUp();
    const both = [start(2, true, 7), start(2, true, 8)];
    await vi.advanceTimersByTimeAsync(4 * minute);
    expect((await written()).length).toBeLessThanOrEqual(10);
    const bodies = (await written()).map((message) => message.body);
    expect(new Set(bodies).size).toBe(bodies.length);
    for (const customers of both) await customers.stop();
  });

  it('go on after the clock was set back', async () => {
    const { start, written } = setUp();
    const customers = start(2);
    await vi.advanceTimersByTimeAsync(minute);
    const before = (await written()).length;
    vi.setSystemTime(Date.now() - 20 * minute);
    await vi.advanceTimersByTimeAsync(2 * minute);
    expect((await written()).length).toBeGreaterThan(before);
    await customers.stop();
  });

  it('write nothing to a connection that is away, and nothing after they were stopped', async () => {
    const { start, written } = setUp();
    const away = start(60, false);
    await vi.advanceTimersByTimeAsync(5 * minute);
    expect(await written()).toEqual([]);
    await away.stop();
    const customers = start(60);
    await vi.advanceTimersByTimeAsync(minute);
    await customers.stop();
    const before = (await written()).length;
    expect(before).toBeGreaterThan(0);
    await vi.advanceTimersByTimeAsync(60 * minute);
    expect((await written()).length).toBe(before);
    expect(vi.getTimerCount()).toBe(0);
  });
});
