import { beforeEach, expect, it } from 'vitest';
import type { StateStore } from '../../domain/ports/state-store.ts';
import { createInMemoryStateStore } from '../../testing/in-memory/state-store.ts';
import { openSealedStore, SupersededError } from './sealed-store.ts';
import { createVault } from './vault.ts';

const secretKey = 'a secret of at least thirty-two characters';
let state: StateStore;
beforeEach(() => {
  state = createInMemoryStateStore();
});
const opened = (fence: number, mayAct: () => boolean = () => true, secret = secretKey) =>
  openSealedStore({ state, vault: createVault(secret), connectionId: 'c1', fence, mayAct });

it('gives back what was written, and nothing to who has another key', async () => {
  const store = opened(1);
  await store.write('creds', 'noise key');
  expect(await store.read('creds')).toBe('noise key');
  expect(await store.read('unknown')).toBeUndefined();
  await expect(opened(1, () => true, `${secretKey}!`).read('creds')).rejects.toThrow();
  expect(JSON.stringify(await state.list('', {}))).not.toContain('noise key');
});

it('a value put under another name cannot be read: names are bound to what is sealed', async () => {
  const store = opened(1);
  await store.write('session/a', 'of a');
  const entry = await state.get('wa/c1/session/a');
  await state.set('wa/c1/session/b', entry!.value);
  await expect(store.read('session/b')).rejects.toThrow();
});

it('an older owner neither reads nor writes nor removes what a newer one has written', async () => {
  const old = opened(1);
  await old.write('creds', 'first');
  const newer = opened(2);
  await newer.write('creds', 'second');
  await newer.write('session/x', 'theirs');
  await expect(old.write('creds', 'late')).rejects.toThrow(SupersededError);
  await expect(old.write('session/x', 'never seen before')).rejects.toThrow(SupersededError);
  await expect(old.read('creds')).rejects.toThrow(SupersededError);
  await expect(old.remove('creds')).rejects.toThrow(SupersededError);
  await expect(old.clear()).rejects.toThrow(SupersededError);
  expect(await newer.read('creds')).toBe('second');
});

it('what a new owner has only read is fenced already: a late write of the old one finds it marked', async () => {
  const old = opened(1);
  await old.write('creds', 'first');
  expect(await opened(2).read('creds')).toBe('first');
  await expect(old.write('creds', 'late')).rejects.toThrow(SupersededError);
  expect(await opened(2).read('creds')).toBe('first');
});

it('without the lease nothing is written, removed or forgotten, and reading marks nothing', async () => {
  await opened(1).write('creds', 'first');
  const without = opened(2, () => false);
  await expect(without.write('creds', 'x')).rejects.toThrow(SupersededError);
  await expect(without.remove('creds')).rejects.toThrow(SupersededError);
  await expect(without.clear()).rejects.toThrow(SupersededError);
  expect(await without.read('creds')).toBe('first');
  await opened(1).write('creds', 'still the first owner’s');
});

it('the lease is asked before each try: one lost while another’s write is looked at writes nothing', async () => {
  let held = true;
  const store = opened(1, () => held);
  await store.write('creds', 'first');
  // Another process of the same owner wrote: the version is another, and meanwhile the lease is gone.
  const entry = await state.get('wa/c1/creds');
  await state.set('wa/c1/creds', entry!.value);
  const set = state.set;
  state.set = (async (...given: Parameters<typeof set>) => {
    const written = await set(...given);
    held = false;
    return written;
  }) as typeof set;
  await expect(store.write('creds', 'second')).rejects.toThrow(SupersededError);
  state.set = set;
  held = true;
  expect(await store.read('creds')).toBe('first');
});

it('forgetting forgets everything of the connection, however much it is, and nothing of another', async () => {
  const store = opened(1);
  for (let key = 0; key < 1_203; key++) await store.write(`pre-key/${key}`, 'x');
  await state.set('wa/c2/creds', { fence: 1, sealed: 'another number’s' });
  await store.clear();
  expect(await state.list('wa/c1/', {})).toEqual([]);
  expect(await state.get('wa/c2/creds')).toBeDefined();
  await store.write('creds', 'of the next pairing');
  expect(await store.read('creds')).toBe('of the next pairing');
});
