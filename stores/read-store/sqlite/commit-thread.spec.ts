import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { FencedError } from '../../../projections/ports/read-store.ts';
import { always } from '../../../testing/thread-load.ts';
import type { ThreadLoad } from '../../threads/load-thread.ts';
import { commitOf, notice, people, readStoreContract, thing, things } from '../contract.ts';
import { createCommitThread } from './commit-thread.ts';
import { openSqliteReadStore } from './store.ts';

const newFolder = () => mkdtempSync(join(tmpdir(), 'commit-thread-'));
readStoreContract('SQLite with commits in a thread', async () => {
  const path = newFolder();
  return {
    open: (specs = [things, people], folds) =>
      openSqliteReadStore({ path, collections: specs, commitsApart: always, ...(folds && { folds }) }),
    dispose: async () => rmSync(path, { recursive: true }),
  };
});

let path: string;
beforeEach(() => {
  path = newFolder();
});
afterEach(() => rmSync(path, { recursive: true }));

/** A store, with what counts the commits that are made on its own thread. */
async function open(load: ThreadLoad) {
  // With what a projection has beside its declaration: no function can go to a thread.
  const collections = [{ ...things, fold: () => undefined }, people];
  const store = await openSqliteReadStore({ path, collections });
  const thread = createCommitThread({ path, collections }, undefined, load);
  let here = 0;
  let last = 0;
  const commit = (fence = 1) => {
    const position = last + 1;
    const one = commitOf([thing('c1', { id: `t${position}`, position })], {
      position,
      after: last,
      fence,
      notices: [notice('c1', position)],
    });
    let done: Promise<void> | undefined;
    return thread
      .commit(one, () => {
        here += 1;
        done = store.commit(one);
      })
      .then(() => done)
      .then(() => {
        last = position;
      });
  };
  const close = async () => {
    await thread.close();
    await store.close();
  };
  return { store, thread, commit, close, here: () => here, last: () => last };
}

it('commits in a thread while there are many, and what it wrote is read here', async () => {
  const { store, thread, commit, close, here, last } = await open(always);
  await commit();
  await expect.poll(thread.isApart).toBe(true);
  const before = here();
  for (let round = 0; round < 20; round++) await commit();
  expect(here()).toBe(before);
  expect(await store.forCompany('c1').count('things', {})).toBe(21);
  expect((await store.checkpoint('main'))?.position).toBe(last());
  expect((await store.changes('c1', 0, 100)).notices.map(({ seq }) => seq)).toHaveLength(21);
  await close();
});

it('says that another projector has written as a commit here does, and goes on apart', async () => {
  const { thread, commit, close } = await open(always);
  await commit(5);
  await expect.poll(thread.isApart).toBe(true);
  await expect(commit(4)).rejects.toBeInstanceOf(FencedError);
  expect(thread.isApart()).toBe(true);
  await commit(5);
  await close();
});

it('commits here again after the thread was not needed for a while', async () => {
  const idle = { ...always, endShare: 2, idleMs: 200 };
  const { thread, commit, close, here } = await open(idle);
  await commit();
  await expect.poll(thread.isApart).toBe(true);
  await expect.poll(thread.isApart).toBe(false);
  const before = here();
  await commit();
  expect(here()).toBe(before + 1);
  await close();
});

it('ends after the commit in hand, which is answered', async () => {
  const { store, thread, commit } = await open(always);
  await commit();
  await expect.poll(thread.isApart).toBe(true);
  await Promise.all([commit(), thread.close()]);
  expect(await store.forCompany('c1').count('things', {})).toBe(2);
  await store.close();
});

it('commits here where there are few', async () => {
  const { thread, commit, close, here } = await open({ ...always, windowMs: 60_000 });
  for (let round = 0; round < 20; round++) await commit();
  expect(here()).toBe(20);
  expect(thread.isApart()).toBe(false);
  await close();
});

it('goes on here when a commit of the thread failed', async () => {
  const { store, thread, commit, close, here } = await open(always);
  await commit();
  await expect.poll(thread.isApart).toBe(true);
  // Not a fence: what the store itself throws, as it does where a disk is full.
  const unknown = [{ collection: 'nothing', document: thing('c1') }];
  await expect(thread.commit(commitOf([], { documents: unknown }), () => {})).rejects.toThrow(
    'unknown collection nothing',
  );
  await expect.poll(thread.isApart).toBe(false);
  const before = here();
  await commit();
  expect(here()).toBe(before + 1);
  expect(await store.forCompany('c1').count('things', {})).toBe(2);
  await close();
});
