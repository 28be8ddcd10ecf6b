import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isFirstToTell, newsToRingFor, newsToShow, showHeard, showInSight, tabsInSight } from './tabs.ts';

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
  expect(await tabsInSight()).toEqual({ any: true, heard: false, reading: new Set(['t1']) });
  leave();
  await vi.advanceTimersByTimeAsync(0);
  expect(await tabsInSight()).toEqual({ any: true, heard: false, reading: new Set() });
  close();
  await vi.advanceTimersByTimeAsync(0);
  expect(await tabsInSight()).toEqual({ any: false, heard: false, reading: new Set() });
});

test('of the tabs that hear of something one tells it', async () => {
  expect(await Promise.all([isFirstToTell('t1:m1'), isFirstToTell('t1:m1'), isFirstToTell('t1:m2')])).toEqual(
    [true, false, true],
  );
});

test('a browser without locks: each tab speaks for itself', async () => {
  vi.stubGlobal('navigator', {});
  showInSight('t1')();
  expect(await tabsInSight()).toEqual({ any: false, heard: false, reading: new Set() });
  expect(await Promise.all([isFirstToTell('a'), isFirstToTell('a')])).toEqual([true, true]);
});

test('a browser that refuses its locks: each tab speaks for itself', async () => {
  const refuse = () => Promise.reject(new DOMException('no', 'SecurityError'));
  vi.stubGlobal('navigator', { locks: { query: refuse, request: refuse } });
  showInSight('t1')();
  expect(await tabsInSight()).toEqual({ any: false, heard: false, reading: new Set() });
  expect(await Promise.all([isFirstToTell('a'), isFirstToTell('a')])).toEqual([true, true]);
});

const news = [{ id: 't1:m1', ticket: { id: 't1' } }];
const heard = async () => true;
const unheard = async () => false;

test('a tab that would not be heard leaves the bell to one that is, in sight or not', async () => {
  showInSight(undefined);
  expect(await newsToRingFor(news, true, unheard)).toEqual([]);
  expect(await newsToRingFor(news, false, heard)).toEqual(news);
  expect(await newsToRingFor(news, false, heard)).toEqual([]);
});

test('one that is heard and in sight rings before those behind it', async () => {
  const leave = showHeard();
  expect(await newsToRingFor(news, false, heard)).toEqual([]);
  expect(await newsToRingFor(news, true, heard)).toEqual(news);
  leave();
});

test('who has rung has not shown it on the desktop, and nothing is shown where a tab is in sight', async () => {
  expect(await newsToRingFor(news, false, heard)).toEqual(news);
  expect(await newsToShow(news)).toEqual(news);
  expect(await newsToShow(news)).toEqual([]);
  showInSight(undefined);
  expect(await newsToShow([{ id: 't1:m2', ticket: { id: 't1' } }])).toEqual([]);
});

test('what is read in a tab is neither rung for nor shown, unless it is said always', async () => {
  showInSight('t1');
  expect(await newsToRingFor(news, true, heard)).toEqual([]);
  const always = [{ ...news[0]!, always: true }];
  expect(await newsToRingFor(always, true, heard)).toEqual(always);
});
