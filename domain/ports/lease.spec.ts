import { beforeEach, expect, it } from 'vitest';
import { withLastingWrites } from '../../testing/in-memory/lasting-writes.ts';
import { createInMemoryStateStore } from '../../testing/in-memory/state-store.ts';
import { acquireLease, renewedBySelf } from './lease.ts';
import type { StateStore } from './state-store.ts';

const leaseMs = 1_000;
const key = 'lease/one';
let now = 0;
/** The store's clock may run ahead of ours: a suspended machine's monotonic clock stands still. */
let ahead = 0;
let state: StateStore;
beforeEach(() => {
  now = 0;
  ahead = 0;
  state = createInMemoryStateStore(() => now + ahead);
});

const take = (holderId: string, over: Partial<StateStore> = {}) =>
  acquireLease({
    state: { ...state, ...over },
    key,
    value: { holderId },
    leaseMs,
    clock: () => now,
  });
const taken = async (holderId: string, over: Partial<StateStore> = {}) => {
  const lease = await take(holderId, over);
  expect(lease, `${holderId} has it`).toBeDefined();
  return lease!;
};

it('one holder at a time; the next has a higher fence', async () => {
  const a = await taken('a');
  expect(await take('b')).toBeUndefined();
  await a.release();
  expect(a.mayAct()).toBe(false);
  const b = await taken('b');
  expect(b.fence).toBeGreaterThan(a.fence);
});

it('taking and giving back wait for the disk, for the next fence is higher after a power cut too, unless nobody goes by it', async () => {
  const written = withLastingWrites(state);
  const whole = { state: written.state, key, value: { holderId: 'a' }, leaseMs, clock: () => now };
  const lease = await acquireLease(whole);
  await lease!.renew();
  await lease!.release();
  expect(written.lastingKeys).toEqual([key, key]);
  const passing = await acquireLease({ ...whole, passing: true });
  await passing!.renew();
  await passing!.release();
  expect(written.lastingKeys).toHaveLength(2);
});

it('without a renewal its holder acts for half of it, long before anyone else may take it', async () => {
  const lease = await taken('a');
  now = leaseMs / 2 - 1;
  expect(lease.mayAct()).toBe(true);
  now = leaseMs / 2;
  expect(lease.mayAct()).toBe(false);
  expect(await take('b'), 'still held').toBeUndefined();
});

it('a renewal counts from when it was begun, not from when it was answered', async () => {
  const lease = await taken('a', {
    set: async (...given) => {
      const entry = await state.set(...given);
      now += 300;
      return entry as never;
    },
  });
  // Taken at 0 (answered at 300), renewed at 400 (answered at 700): acts until 900.
  now = 400;
  await lease.renew();
  now = 899;
  expect(lease.mayAct()).toBe(true);
  now = 900;
  expect(lease.mayAct()).toBe(false);
});

it('renewed in time it goes on', async () => {
  const lease = await taken('a');
  for (now = 0; now < 5 * leaseMs; now += leaseMs / 4) {
    await lease.renew();
    expect(lease.mayAct()).toBe(true);
  }
  expect(await take('b')).toBeUndefined();
});

it('that another took over meanwhile is noticed at the next renewal, for good', async () => {
  const a = await taken('a');
  ahead = leaseMs + 1;
  await taken('b');
  expect(a.lost.aborted).toBe(false);
  await a.renew();
  expect(a.lost.aborted).toBe(true);
  expect(a.mayAct()).toBe(false);
  // Its own end must not take away what is another's now.
  await a.release();
  expect((await state.get<{ holderId: string }>(key))?.value.holderId).toBe('b');
});

it('a store that does not answer costs it the lease when that has run out, not before', async () => {
  let away = false;
  const lease = await taken('a', {
    set: async (...given) => {
      if (away) throw new Error('the store is away');
      return (await state.set(...given)) as never;
    },
  });
  away = true;
  now = leaseMs;
  await lease.renew();
  expect(lease.lost.aborted).toBe(false);
  now = leaseMs + 1;
  await lease.renew();
  expect(lease.lost.aborted).toBe(true);
});

it('a renewal that was written although its answer was lost is the holder’s own', async () => {
  let lose = false;
  const lease = await taken('a', {
    set: async (...given) => {
      const entry = await state.set(...given);
      if (lose) throw new Error('the answer is lost');
      return entry as never;
    },
  });
  lose = true;
  now = 100;
  await lease.renew();
  lose = false;
  now = 200;
  // Finds a version it does not know, with its own name in it.
  await lease.renew();
  expect(lease.lost.aborted).toBe(false);
  now = 300;
  await lease.renew();
  now = 799;
  expect(lease.mayAct()).toBe(true);
});

it('of two holders of one name in one process only one has it: another’s renewal is never taken for its own', async () => {
  const first = await acquireLease({
    state,
    key,
    value: { holderId: 'a', turn: '1' },
    leaseMs,
    clock: () => now,
  });
  ahead = leaseMs + 1;
  const second = await acquireLease({
    state,
    key,
    value: { holderId: 'a', turn: '2' },
    leaseMs,
    clock: () => now,
  });
  await second!.renew();
  await first!.renew();
  expect([first!.lost.aborted, second!.lost.aborted]).toEqual([true, false]);
});

it('one that renews itself is held until it is given back', async () => {
  state = createInMemoryStateStore();
  const lease = renewedBySelf(
    (await acquireLease({ state, key, value: { holderId: 'a' }, leaseMs: 300 }))!,
    20,
  );
  const until = performance.now() + 1_000;
  while (performance.now() < until) {
    expect(lease.lost.aborted || (await state.get(key)) !== undefined).toBe(true);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await lease.release();
  expect(await state.get(key)).toBeUndefined();
});
