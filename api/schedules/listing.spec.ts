import { setImmediate } from 'node:timers/promises';
import { beforeAll, expect, it } from 'vitest';
import type { ScheduleOnWire } from '../../contract/wire-views.ts';
import { newId } from '../../domain/kernel/ids.ts';
import { projections } from '../../projections/index.ts';
import type { CompanyReader, StoredDocument } from '../../projections/ports/read-store.ts';
import type { ScheduleDocument } from '../../projections/schedules/document.ts';
import { createInMemoryReadStore } from '../../testing/in-memory/read-store.ts';
import { scheduleListing } from './listing.ts';

const companyId = newId();
const query = { where: {}, sort: ['sendAt'] };
let reader: CompanyReader;
let mostViewed = 0;
const viewsOf = async (documents: readonly ScheduleDocument[]) => {
  mostViewed = Math.max(mostViewed, documents.length);
  return documents.map(
    (one) => ({ ...one, contact: { id: 'c', name: 'Ávila' } }) as unknown as ScheduleOnWire,
  );
};
const ask = (words: string, skip = 0, size = 5_000) =>
  scheduleListing(reader, viewsOf, { query, skip, size, words });

beforeAll(async () => {
  const store = createInMemoryReadStore({ collections: projections });
  const documents = Array.from({ length: 300 }, (_, n) => ({
    ...{ id: newId(), companyId, position: n + 1, contactId: 'c', userId: null, queueId: null },
    body: `${n % 2 === 0 ? 'par' : 'impar'} ${'x'.repeat(65_000)}`,
    sendAt: new Date(Date.UTC(2030, 0, 1, 0, n)).toISOString(),
  }));
  await store.commit({
    ...{ projector: 'main', fence: 1, position: 1_000, logId: 'log', notices: [] },
    documents: documents.map((document) => ({ collection: 'schedules', document })),
  });
  reader = store.forCompany(companyId);
});

it('is as long as an answer may be, and says that there are others', async () => {
  const { schedules, hasMore, count } = await ask('');
  expect(schedules).toHaveLength(129);
  expect({ hasMore, count }).toEqual({ hasMore: true, count: 300 });
  const rest = await ask('', 129 + 129);
  expect(rest.schedules).toHaveLength(42);
  expect(rest.hasMore).toBe(false);
});

it('counts all that a search finds and shows a page of it, a few of the texts looked at in one go', async () => {
  let turns = 0;
  let isOver = false;
  const others = (async () => {
    for (; !isOver; turns++) await setImmediate();
  })();
  const { schedules, hasMore, count } = await ask('impar', 20, 20);
  isOver = true;
  await others;
  expect(turns).toBeGreaterThanOrEqual(7);
  expect(mostViewed).toBeLessThanOrEqual(40);
  expect(schedules.map(({ sendAt }) => sendAt.slice(11, 16))).toEqual(
    Array.from({ length: 20 }, (_, n) =>
      new Date(Date.UTC(2030, 0, 1, 0, 41 + 2 * n)).toISOString().slice(11, 16),
    ),
  );
  expect({ hasMore, count }).toEqual({ hasMore: true, count: 150 });
  expect((await ask('avila', 0, 20)).count).toBe(300);
  expect(await ask('nada')).toEqual({ schedules: [], hasMore: false, count: 0 });
});

it('finds and sorts once, and reads no schedule of a page before nor any twice', async () => {
  const asked = { finds: 0, read: 0 };
  const counting: CompanyReader = {
    ...reader,
    ids: (...given) => {
      asked.finds += 1;
      return reader.ids(...given);
    },
    find: (...given) => {
      asked.finds += 1;
      return reader.find(...given);
    },
    getMany: (collection, ids) => {
      asked.read += ids.length;
      return reader.getMany(collection, ids);
    },
  };
  const last = { query, skip: 280, size: 20, words: '' };
  expect((await scheduleListing(counting, viewsOf, last)).schedules).toHaveLength(20);
  expect(asked).toEqual({ finds: 1, read: 20 });
  expect((await scheduleListing(counting, viewsOf, { ...last, words: 'par' })).count).toBe(300);
  expect(asked).toEqual({ finds: 2, read: 320 });
});

it('leaves out what the query finds no longer when it is read', async () => {
  const moved: CompanyReader = {
    ...reader,
    getMany: async <T extends StoredDocument>(collection: string, ids: readonly string[]) =>
      (await reader.getMany<T>(collection, ids)).map((one, n) => (n === 0 ? { ...one, userId: 'rui' } : one)),
  };
  const own = { ...query, where: { userId: null } };
  const { schedules } = await scheduleListing(moved, viewsOf, { query: own, skip: 0, size: 20, words: '' });
  expect(schedules).toHaveLength(19);
});
