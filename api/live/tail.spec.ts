import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { collections } from '../../projections/index.ts';
import type { Notice, ReadStore } from '../../projections/ports/read-store.ts';
import { openSqliteReadStore } from '../../stores/read-store/sqlite/store.ts';
import { type Feed, followFeed } from './tail.ts';

let path: string;
let ours: ReadStore;
let theirs: ReadStore;
let seen: number[];
let read: { readonly after: number; readonly seqs: readonly number[] }[];
let feed: Feed | undefined;
beforeEach(async () => {
  path = mkdtempSync(join(tmpdir(), 'balcao-tail-'));
  ours = await openSqliteReadStore({ path, collections });
  theirs = await openSqliteReadStore({ path, collections });
  seen = [];
  read = [];
});
afterEach(async () => {
  await feed?.stop();
  await ours.close();
  await theirs.close();
  rmSync(path, { recursive: true });
});

const follow = async (sharesProcess: boolean) => {
  const readStore: ReadStore = {
    ...ours,
    tail: async (after, limit) => {
      const some = await ours.tail(after, limit);
      read.push({ after, seqs: some.notices.map(({ seq }) => seq) });
      return some;
    },
  };
  feed = await followFeed(
    { readStore, sharesProcess, log: pino({ level: 'silent' }) },
    (notices) => {
      for (const { seq } of notices) if (seq > (seen.at(-1) ?? 0)) seen.push(seq);
    },
    (heads) => (heads.get('c1') ?? 0) <= (seen.at(-1) ?? 0),
  );
};
const commit = (store: ReadStore, seq: number) => {
  const notice: Notice = {
    companyId: 'c1',
    seq,
    channel: 'company-c1-ticket',
    action: 'update',
    id: 't1',
    position: seq,
  };
  return store.commit({
    projector: 'main',
    fence: 1,
    position: seq,
    logId: 'log',
    documents: [],
    notices: [notice],
  });
};

it.each([
  ['in a process of its own', false],
  ['beside a projector that only stands by', true],
])('%s it hears what another process commits', async (_name, sharesProcess) => {
  await follow(sharesProcess);
  for (const seq of [1, 2, 3]) await commit(theirs, seq);
  await expect.poll(() => seen, { timeout: 2_000 }).toEqual([1, 2, 3]);
});

it('beside the leading projector it hears at once, and goes on hearing when another takes the lead', async () => {
  await follow(true);
  await commit(ours, 1);
  expect(seen).toEqual([1]);
  await commit(theirs, 2);
  await expect.poll(() => seen, { timeout: 3_000 }).toEqual([1, 2]);
});

it('reads nothing back of what commits of this process told, and misses nothing of another that follows them', async () => {
  await commit(ours, 1);
  await follow(true);
  for (const seq of [2, 3, 4]) await commit(ours, seq);
  expect(seen).toEqual([2, 3, 4]);
  // The end of the feed was looked up at the start, and again after the silence; then it was read from there.
  const end = (await ours.tail(0, 1)).cursor;
  await expect.poll(() => read.at(-1)?.after, { timeout: 4_000 }).toBe(end);
  expect(read.flatMap(({ seqs }) => seqs)).toEqual([]);
  await commit(theirs, 5);
  await expect.poll(() => seen, { timeout: 2_000 }).toEqual([2, 3, 4, 5]);
});

it('reads all that it was told where another process has committed between', async () => {
  await commit(ours, 1);
  await follow(true);
  await commit(ours, 2);
  await commit(theirs, 3);
  await expect.poll(() => seen, { timeout: 4_000 }).toEqual([2, 3]);
  expect(read.some(({ seqs }) => seqs.includes(2))).toBe(true);
});
