import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isFirstToTell, showInSight, tabsInSight } from './tabs.ts';

/** The browser's locks, as far as they are used: shared ones, and one that is asked for only if it is free. */
function fakeLocks() {
  const held: string[] = [];
  return {
    query: async () => ({ held: held.map((name) => ({ name })) }),
    request: async (
      name: string,
      options: { ifAvailable?: boolean },
      hold: (lock: object | null) => unknown,
    ) => {
      if (options.ifAvailable && held.includes(name)) return hold(null);
      held.push(name);
      await hold({ name });
      held.splice(held.indexOf(name), 1);
    },
  };
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('navigator', { locks: fakeLocks() });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('what a tab in sight reads is known until it is left', async () => {
  const leave = showInSight('t1');
  const close = showInSight(undefined);
  expect(await tabsInSight()).toEqual({ any: true, reading: new Set(['t1']) });
  leave();
  await vi.advanceTimersByTimeAsync(0);
  expect(await tabsInSight()).toEqual({ any: true, reading: new Set() });
  close();
  await vi.advanceTimersByTimeAsync(0);
  expect(await tabsInSight()).toEqual({ any: false, reading: new Set() });
});

test('of the tabs that hear of something one tells it', async () => {
  expect(await Promise.all([isFirstToTell('t1:m1'), isFirstToTell('t1:m1'), isFirstToTell('t1:m2')])).toEqual(
    [true, false, true],
  );
});

test('a browser without locks: each tab speaks for itself', async () => {
  vi.stubGlobal('navigator', {});
  showInSight('t1')();
  expect(await tabsInSight()).toEqual({ any: false, reading: new Set() });
  expect(await Promise.all([isFirstToTell('a'), isFirstToTell('a')])).toEqual([true, true]);
});
