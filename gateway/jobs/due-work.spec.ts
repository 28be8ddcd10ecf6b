import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import type { StateStore } from '../../domain/ports/state-store.ts';
import { withLastingWrites } from '../../testing/in-memory/lasting-writes.ts';
import { createInMemoryStateStore } from '../../testing/in-memory/state-store.ts';
import { createDueWork, type DueJob, type DueWorkDeps } from './due-work.ts';

const patience = { timeout: 10_000, interval: 5 };
const minute = 60_000;

let state: StateStore;
let ends: { end: AbortController; running: Promise<void> }[];
beforeEach(() => {
  state = createInMemoryStateStore();
  ends = [];
});
const stop = async () => {
  for (const { end } of ends) end.abort();
  await Promise.all(ends.map(({ running }) => running));
};
afterEach(stop);

const process = (jobs: readonly DueJob[], more: Partial<DueWorkDeps> = {}) => {
  const end = new AbortController();
  const work = createDueWork(
    {
      ...{ state, holderId: `gateway-${ends.length}`, leaseMs: 200, signal: end.signal },
      ...{ reached: async () => true, log: pino({ level: 'silent' }), ...more },
    },
    jobs,
  );
  const running = work.run();
  ends.push({ end, running });
  return { ...work, end, running };
};
const job = (more: Partial<DueJob> & Pick<DueJob, 'round'>): DueJob => ({
  ...{ name: 'a-job', everyMs: minute, waiting: 'it waits' },
  ...more,
});
const event = (type: string, position = 1) => ({ type, position }) as RecordedEvent;

it('a job comes again and again, each time after its pause', async () => {
  const at: number[] = [];
  process([job({ everyMs: 40, round: async () => void at.push(performance.now()) })]);
  await expect.poll(() => at.length, patience).toBeGreaterThan(3);
  for (const [place, time] of at.slice(1).entries()) expect(time - at[place]!).toBeGreaterThan(35);
});

it('no round waits for a disk: a desk at rest leaves it alone', async () => {
  const written = withLastingWrites(state);
  let rounds = 0;
  const { end, running } = process([job({ everyMs: 20, round: async () => void rounds++ })], {
    state: written.state,
  });
  await expect.poll(() => rounds, patience).toBeGreaterThan(2);
  end.abort();
  await running;
  expect(written.lastingKeys).toEqual([]);
});

it('over all processes it is done once in its time, by one of them', async () => {
  let rounds = 0;
  const often = job({ everyMs: 400, round: async () => void rounds++ });
  const began = performance.now();
  for (let one = 0; one < 4; one++) process([often]);
  await expect.poll(() => rounds, patience).toBe(3);
  // Three rounds of four processes, and the first came after a quarter of the time at the earliest.
  expect(performance.now() - began).toBeGreaterThan(850);
});

it('what says itself when there is more is done then, and others keep to it', async () => {
  let rounds = 0;
  const sweep = () =>
    job({
      everyMs: 20,
      round: async () => {
        rounds += 1;
        return minute;
      },
    });
  process([sweep()]);
  process([sweep()]);
  await expect.poll(() => rounds, patience).toBe(1);
  await new Promise((resolve) => setTimeout(resolve, 150));
  expect(rounds).toBe(1);
});

it('what follows events is done at the start and right after each, once the read models know of it', async () => {
  let known = 0;
  const asked: number[] = [];
  const seen: number[] = [];
  const { heard } = process([job({ after: ['UserDeleted'], round: async () => void seen.push(known) })], {
    reached: async (position) => {
      asked.push(position);
      return known >= position;
    },
  });
  await expect.poll(() => seen, patience).toEqual([0]);
  heard(event('TicketClosed', 6));
  heard(event('UserDeleted', 7));
  // Looked too early it is looked again, until what was heard of can be seen.
  await expect.poll(() => seen.length, patience).toBeGreaterThan(2);
  known = 7;
  await expect.poll(() => seen.at(-1), patience).toBe(7);
  expect(new Set(asked)).toEqual(new Set([0, 7]));
});

it('an event that comes in the middle of a round is followed by another', async () => {
  const first = Promise.withResolvers<void>();
  let rounds = 0;
  const { heard } = process([
    job({
      after: ['UserDeleted'],
      round: async () => {
        if (++rounds === 1) await first.promise;
      },
    }),
  ]);
  await expect.poll(() => rounds, patience).toBe(1);
  heard(event('UserDeleted'));
  first.resolve();
  await expect.poll(() => rounds, patience).toBe(2);
});

it('one that takes long holds no other up', async () => {
  const never = Promise.withResolvers<void>();
  let rounds = 0;
  process([
    job({ name: 'long', after: [], round: () => never.promise }),
    job({ name: 'short', after: [], everyMs: 20, round: async () => void rounds++ }),
  ]);
  await expect.poll(() => rounds, patience).toBeGreaterThan(2);
  never.resolve();
});

it('one that fails is tried again, and its turn is not taken for done', async () => {
  let tries = 0;
  process([
    job({
      everyMs: 20,
      round: async () => {
        if (++tries < 3) throw new Error('the store is away');
        return minute;
      },
    }),
  ]);
  await expect.poll(() => tries, patience).toBe(3);
  await expect.poll(() => state.get('round/a-job'), patience).toBeDefined();
});

it('whose process dies in a round is taken over once its lease has ended', async () => {
  const done: string[] = [];
  let dead = false;
  // It neither renews nor gives back: nothing that it does reaches the store any more.
  const dying = new Proxy(state, {
    get: (target, name) => {
      const value = Reflect.get(target, name) as unknown;
      if (typeof value !== 'function') return value;
      return (...given: unknown[]) =>
        dead ? new Promise(() => {}) : (value as (...all: unknown[]) => unknown).apply(target, given);
    },
  });
  const endless = () => {
    dead = true;
    return new Promise<never>(() => {});
  };
  const mortal = new AbortController();
  void createDueWork(
    {
      ...{ state: dying, holderId: 'mortal', leaseMs: 200, signal: mortal.signal },
      ...{ reached: async () => true, log: pino({ level: 'silent' }) },
    },
    [job({ after: [], round: endless })],
  ).run();
  await expect.poll(() => dead, patience).toBe(true);
  process([job({ after: [], round: async () => void done.push('heir') })]);
  await expect.poll(() => done, patience).toEqual(['heir']);
  mortal.abort();
});

it('a round whose lease was lost is told to end', async () => {
  const told = Promise.withResolvers<void>();
  const began = Promise.withResolvers<void>();
  process([
    job({
      after: [],
      round: async (signal) => {
        signal.addEventListener('abort', () => told.resolve());
        began.resolve();
        await told.promise;
      },
    }),
  ]);
  await began.promise;
  await state.set('lease/due/a-job', { holderId: 'another' });
  await told.promise;
});
