import { expect, it } from 'vitest';
import { createInMemoryStateStore } from '../../testing/in-memory/state-store.ts';
import { createTally } from './tally.ts';

const log = { warn: () => undefined };
const minute = 60_000;

it('counts up to its limit a minute, says what is used, and begins anew with the next minute', () => {
  let at = 10 * minute;
  const tally = createTally({ state: createInMemoryStateStore(), instance: 'a', log, now: () => at });
  for (let used = 1; used <= 3; used++)
    expect(tally.count('k', 3)).toEqual({ allowed: true, limit: 3, used, resetMs: minute });
  at += 15_000;
  expect(tally.count('k', 3)).toEqual({ allowed: false, limit: 3, used: 3, resetMs: 45_000 });
  expect(tally.count('other', 3).allowed).toBe(true);
  at = 11 * minute;
  expect(tally.count('k', 3).allowed).toBe(true);
});

it('tells what is used without counting anything, and nothing of a minute that is over', () => {
  let at = 10 * minute;
  const tally = createTally({ state: createInMemoryStateStore(), instance: 'a', log, now: () => at });
  tally.count('k', 0);
  tally.count('k', 3);
  expect([tally.used('k'), tally.used('k'), tally.used('other')]).toEqual([2, 2, 0]);
  at = 11 * minute;
  expect(tally.used('k')).toBe(0);
});

it('a limit of 0 is none', () => {
  const tally = createTally({ state: createInMemoryStateStore(), instance: 'a', log });
  for (let at = 0; at < 1_000; at++) expect(tally.count('k', 0).allowed).toBe(true);
});

it('two processes share a limit: what one has let through the other knows a moment later', async () => {
  const state = createInMemoryStateStore();
  const now = () => 10 * minute;
  const [one, other] = ['a', 'b'].map((instance) => createTally({ state, instance, log, now }));
  for (let at = 0; at < 80; at++) one!.count('k', 100);
  await one!.exchange();
  for (let at = 0; at < 30; at++) other!.count('k', 100);
  await other!.exchange();
  expect(other!.count('k', 100)).toMatchObject({ allowed: false, used: 110 });
  await one!.exchange();
  expect(one!.count('k', 100).allowed).toBe(false);
});

it('asks the store nothing for a request, and nothing at all while nobody is near a limit', async () => {
  let asked = 0;
  const state = new Proxy(createInMemoryStateStore(), {
    get: (target, name) => {
      asked += 1;
      return Reflect.get(target, name);
    },
  });
  const tally = createTally({ state, instance: 'a', log });
  for (let at = 0; at < 200; at++) tally.count('k', 1_000);
  await tally.exchange();
  expect(asked).toBe(0);
  for (let at = 0; at < 100; at++) tally.count('k', 1_000);
  expect(asked).toBe(0);
  await tally.exchange();
  expect(asked).toBe(2);
});
