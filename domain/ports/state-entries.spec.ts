import { expect, it } from 'vitest';
import { createInMemoryStateStore } from '../../testing/in-memory/state-store.ts';
import { dropEntries, stateEntries, updateEntry } from './state-entries.ts';

const keysOf = async (entries: AsyncIterable<{ readonly key: string }>) => {
  const keys: string[] = [];
  for await (const { key } of entries) keys.push(key);
  return keys;
};

it.each([0, 1, 4, 5, 6, 10, 11])(
  '%i entries are each given once, whatever the page, and no others',
  async (count) => {
    const state = createInMemoryStateStore();
    await state.set('b/0', 'another');
    await state.set('a', 'shorter');
    const keys = Array.from({ length: count }, (_, at) => `a/${String(at).padStart(3, '0')}`);
    for (const key of keys) await state.set(key, key);
    expect(await keysOf(stateEntries(state, 'a/', 5))).toEqual(keys);
    // Who deletes what it is given misses nothing.
    for await (const { key } of stateEntries(state, 'a/', 5)) await state.delete(key);
    expect(await keysOf(stateEntries(state, ''))).toEqual(['a', 'b/0']);
  },
);

it('all under a prefix are deleted, more than a page of them, and nothing else', async () => {
  const state = createInMemoryStateStore();
  for (let at = 0; at < 1_203; at++) await state.set(`a/${at}`, at);
  await state.set('b/0', 0);
  await dropEntries(state, 'a/');
  expect(await keysOf(stateEntries(state, ''))).toEqual(['b/0']);
});

it('of many who change an entry at once, each change counts', async () => {
  const state = createInMemoryStateStore();
  const add = () => updateEntry<number>(state, 'a', (there) => ({ value: (there?.value ?? 0) + 1 }));
  const written = await Promise.all(Array.from({ length: 20 }, add));
  expect((await state.get('a'))?.value).toBe(20);
  expect(new Set(written.map((entry) => entry?.value)).size).toBe(20);
});

it('an entry that is left as it is is not written, and one with a time ends', async () => {
  const state = createInMemoryStateStore();
  expect(await updateEntry(state, 'a', () => undefined)).toBeUndefined();
  expect(await state.get('a')).toBeUndefined();
  const written = await updateEntry(state, 'a', async () => ({ value: 1, ttlMs: 60_000 }));
  expect(written?.expiresAt).toBeGreaterThan(0);
  expect((await updateEntry(state, 'a', () => ({ value: 2 })))?.expiresAt).toBeUndefined();
});

it('an entry is deleted as it was looked at: one that another writer changed meanwhile is looked at again', async () => {
  const state = createInMemoryStateStore();
  await state.set('a', 1);
  const asked: (number | undefined)[] = [];
  const drop = () =>
    updateEntry<number>(state, 'a', async (there) => {
      asked.push(there?.value);
      if (there?.value === 1) await state.set('a', 2);
      return null;
    });
  expect(await drop()).toBeUndefined();
  expect(asked).toEqual([1, 2]);
  expect(await state.get('a')).toBeUndefined();
  // Of one that is not there nothing is to be done.
  expect(await drop()).toBeUndefined();
});
