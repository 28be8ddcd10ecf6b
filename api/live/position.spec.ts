import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { collections } from '../../projections/index.ts';
import type { Notice, ReadStore } from '../../projections/ports/read-store.ts';
import { openSqliteReadStore } from '../../stores/read-store/sqlite/store.ts';
import { createHub } from './hub.ts';

const commit = (store: ReadStore, seq: number) =>
  store.commit({
    ...{ projector: 'main', fence: 1, position: seq, logId: 'log', documents: [] },
    notices: [
      { ...{ companyId: 'c1', seq, channel: 'company-c1-queue' }, action: 'update', id: 'q1', position: seq },
    ],
  });

it('a page begins where the names stand that it is answered with, not where others have come meanwhile', async () => {
  const path = mkdtempSync(join(tmpdir(), 'balcao-position-'));
  const ours = await openSqliteReadStore({ path, collections });
  const theirs = await openSqliteReadStore({ path, collections });
  await commit(theirs, 1);
  let known = 1;
  const names = {
    apply: ({ seq }: Notice) => {
      known = seq;
    },
    clear: () => undefined,
  };
  const hub = createHub({
    ...{ readStore: ours, names, log: pino({ level: 'silent' }), sharesProcess: false, mostLinesOfUser: 1 },
  } as never);
  await hub.start();
  const generation = await ours.generation();
  expect(hub.position('c1')).toBe(`${generation}:1`);
  expect(hub.position('c2')).toBe(`${generation}:0`);
  await commit(theirs, 2);
  expect(hub.position('c1')).toBe(`${generation}:${known}`);
  await expect.poll(() => hub.position('c1'), { timeout: 2_000 }).toBe(`${generation}:2`);
  expect(known).toBe(2);
  await hub.close();
  await ours.close();
  await theirs.close();
  rmSync(path, { recursive: true });
});
