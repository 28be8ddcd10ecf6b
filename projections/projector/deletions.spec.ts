import { expect, it } from 'vitest';
import { appendAll, contentOf, recorded, stable, type Written } from '../../testing/projections.ts';
import { projectorDesk } from '../../testing/projector-desk.ts';
import { projections } from '../index.ts';
import type { Commit } from '../ports/read-store.ts';
import { createRebuildWork, rebuildBeside } from './rebuild.ts';

const begin = projectorDesk();
const listId = 'l1';
const items = (from: number, count: number, list = listId): Written => ({
  type: 'ContactListItemsAdded',
  data: {
    ...{ listId: list, bucket: from, counts: { contacts: count, valid: 0 }, keyId: `k${from}` },
    items: Array.from({ length: count }, (_, at) => ({
      itemId: `i${from + at}`,
      name: `Pessoa ${from + at}`,
      number: `55119${10_000_000 + from + at}`,
      email: '',
    })),
  },
});
const filled = (count: number): Written[] => [
  { type: 'ContactListCreated', data: { listId, name: 'Clientes' } },
  ...Array.from({ length: count / 500 }, (_, at) => items(at * 500, 500)),
];
const listDeleted: Written = { type: 'ContactListDeleted', data: { listId } };
const tagged: Written = { type: 'TagCreated', data: { id: 'g1', name: 'VIP', color: '#112233' } };

const desk = (onCommit: (commit: Commit) => void = () => {}) =>
  begin((step, commit) => {
    if (step === 'documents') onCommit(commit);
  });
/** The events with the positions that they have behind those written before. */
const after = (before: readonly Written[], ...more: Written[]) =>
  recorded([...before, ...more]).slice(before.length);

it('few documents go with the event that deletes them', async () => {
  const { start, write, count } = desk();
  const projector = start();
  const history = [...filled(1_000), listDeleted];
  await write(...history);
  expect(await projector.reached(history.length, 5_000)).toBe(true);
  expect([await count('contactLists'), await count('contactListItems'), await count('deletions')]).toEqual([
    0, 0, 0,
  ]);
});

it('many go bit by bit, and what is written meanwhile is shown before they are gone', async () => {
  const sizes: number[] = [];
  const { eventStore, start, write, count } = desk(({ documents }) => {
    if (documents[0]?.document.deleted) sizes.push(documents.length);
  });
  const projector = start();
  const before = filled(3_000);
  await write(...before);
  expect(await projector.reached(before.length, 5_000)).toBe(true);
  await appendAll(eventStore, after(before, listDeleted, tagged));
  expect(await projector.reached(before.length + 2, 5_000)).toBe(true);
  expect([await count('contactLists'), await count('tags'), await count('deletions')]).toEqual([0, 1, 1]);
  expect(await count('contactListItems')).toBeGreaterThan(1_000);
  await expect.poll(() => count('deletions'), { timeout: 5_000 }).toBe(0);
  expect(await count('contactListItems')).toBe(0);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(100);
});

it('whoever takes over from a projector that died in the middle of it finishes it', async () => {
  const { start, write, count } = desk();
  const history = [...filled(3_000), listDeleted];
  const first = start();
  await write(...history);
  expect(await first.reached(history.length, 5_000)).toBe(true);
  await first.stop();
  const left = await count('contactListItems');
  expect(left).toBeGreaterThan(1_000);
  start();
  await expect.poll(() => count('deletions'), { timeout: 5_000 }).toBe(0);
  expect(await count('contactListItems')).toBe(0);
});

it('what is said of one of them meanwhile does not keep it', async () => {
  const { eventStore, start, write, count } = desk();
  const projector = start();
  const before = filled(3_000);
  await write(...before);
  await projector.reached(before.length, 5_000);
  const checked: Written = {
    type: 'ContactListItemsChecked',
    data: {
      ...{ listId, bucket: 2_500, counts: { contacts: 0, valid: 1 } },
      results: [{ itemId: 'i2999', valid: true }],
    },
  };
  // The last event of all: what it changed stands at the very position that deletions are written at.
  const more = after(before, listDeleted, checked);
  await appendAll(eventStore, more);
  expect(await projector.reached(before.length + 2, 5_000)).toBe(true);
  await expect.poll(() => count('contactListItems'), { timeout: 5_000 }).toBeLessThanOrEqual(1);
  await appendAll(eventStore, after([...before, listDeleted, checked], tagged));
  await expect.poll(() => count('deletions'), { timeout: 5_000 }).toBe(0);
  expect(await count('contactListItems')).toBe(0);
});

it('what is folded just after it could not go lets it go', async () => {
  const checked: Written = {
    type: 'ContactListItemsChecked',
    data: {
      ...{ listId, bucket: 2_500, counts: { contacts: 0, valid: 1 } },
      results: [{ itemId: 'i2999', valid: true }],
    },
  };
  const before = [...filled(3_000), listDeleted, checked];
  let isTried = false;
  const { eventStore, start, write, count } = desk(({ documents }) => {
    const [only] = documents;
    if (isTried || documents.length !== 1 || only?.document.id !== 'i2999' || !only.document.deleted) return;
    isTried = true;
    void appendAll(eventStore, after(before, tagged));
  });
  const projector = start();
  await write(...before.slice(0, -2));
  await projector.reached(before.length - 2, 5_000);
  await appendAll(eventStore, after(before.slice(0, -2), listDeleted, checked));
  await projector.reached(before.length, 5_000);
  await expect.poll(() => count('deletions'), { timeout: 5_000 }).toBe(0);
  expect([isTried, await count('contactListItems')]).toEqual([true, 0]);
});

it('a rebuild leaves nothing of them behind', async () => {
  const { eventStore, readStore, start, write, count } = desk();
  const history = [...filled(3_000), listDeleted, tagged];
  await write(...history);
  const projector = start();
  await projector.reached(history.length, 5_000);
  await expect.poll(() => count('deletions'), { timeout: 5_000 }).toBe(0);
  const content = await contentOf(readStore, projections);
  await rebuildBeside(projector, await createRebuildWork({ eventStore, readStore, projections }));
  expect(stable(await contentOf(readStore, projections))).toBe(stable(content));
  expect([await count('contactListItems'), await count('deletions')]).toEqual([0, 0]);
});

it('one that cannot end before more is folded keeps no other, and does nothing meanwhile', async () => {
  let commits = 0;
  const { eventStore, start, write, count } = desk(() => {
    commits += 1;
  });
  const projector = start();
  const other: Written = { type: 'ContactListCreated', data: { listId: 'l2', name: 'Outra' } };
  const before = [...filled(3_000), other, ...[0, 1, 2].map((at) => items(10_000 + at * 500, 500, 'l2'))];
  await write(...before);
  await projector.reached(before.length, 5_000);
  // Who came last stands at the end of the log.
  const more = [listDeleted, { ...listDeleted, data: { listId: 'l2' } }, items(20_000, 150)];
  await appendAll(eventStore, after(before, ...more));
  await projector.reached(before.length + 3, 5_000);
  await expect.poll(() => count('contactListItems'), { timeout: 5_000 }).toBeLessThanOrEqual(1_500 + 150);
  await expect
    .poll(
      async () => {
        const seen = commits;
        await new Promise((resolve) => setTimeout(resolve, 100));
        return commits - seen;
      },
      { timeout: 10_000 },
    )
    .toBe(0);
  await appendAll(eventStore, after([...before, ...more], tagged));
  await expect.poll(() => count('deletions'), { timeout: 5_000 }).toBe(0);
  expect(await count('contactListItems')).toBe(0);
});

it('one that comes at the very end of a rebuild is left for later as well', async () => {
  const sizes: number[] = [];
  const { eventStore, readStore, start, write, count } = desk(({ documents, deleteBy }) => {
    sizes.push(deleteBy ? Number.POSITIVE_INFINITY : documents.length);
  });
  const projector = start();
  const before = filled(3_000);
  await write(...before);
  await projector.reached(before.length, 5_000);
  const work = await createRebuildWork({ eventStore, readStore, projections });
  const bulk = work.bulk.bind(work);
  await rebuildBeside(projector, {
    ...work,
    bulk: async () => {
      const position = await bulk();
      sizes.length = 0;
      await appendAll(eventStore, after(before, listDeleted));
      return position;
    },
  });
  await expect.poll(() => count('contactListItems'), { timeout: 5_000 }).toBe(0);
  await appendAll(eventStore, after([...before, listDeleted], tagged));
  await expect.poll(() => count('deletions'), { timeout: 5_000 }).toBe(0);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(100);
});
