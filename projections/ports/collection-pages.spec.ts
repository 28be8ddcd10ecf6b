import { expect, it } from 'vitest';
import { matches } from '../../domain/where.ts';
import { sorted } from '../../testing/in-memory/sorted.ts';
import { collectionPages } from './collection-pages.ts';
import type { CompanyReader, Query, StoredDocument } from './read-store.ts';

/** A collection whose first document of each page goes as soon as the page was read. */
function losing(count: number) {
  let documents: readonly StoredDocument[] = Array.from({ length: count }, (_, at) => ({
    ...{ id: String(at).padStart(4, '0'), companyId: 'c1', position: at, kind: at % 2 },
  }));
  const find = async ({ where, sort, skip = 0, limit = count }: Query) => {
    const page = sorted(
      documents.filter((document) => matches(document, where)),
      sort,
    ).slice(skip, skip + limit);
    documents = documents.filter(({ id }) => id !== page[0]?.id);
    return page;
  };
  return { find: (_collection: string, query: Query) => find(query) } as Pick<CompanyReader, 'find'>;
}

it('passes over none of pages by id, whatever leaves between two', async () => {
  const seen: string[] = [];
  for await (const some of collectionPages(losing(25), 'things', { where: { kind: 1 }, sort: ['id'] }, 5))
    seen.push(...some.map(({ id }) => id));
  expect(seen).toEqual([
    '0001',
    '0003',
    '0005',
    '0007',
    '0009',
    '0011',
    '0013',
    '0015',
    '0017',
    '0019',
    '0021',
    '0023',
  ]);
});

it('counts the pages of every other order, and of ids that are asked for themselves', async () => {
  const asked: Query[] = [];
  const reader = {
    find: async (_collection: string, query: Query) => {
      asked.push(query);
      return asked.length === 1 ? [{ id: 'a' }] : [];
    },
  } as unknown as Pick<CompanyReader, 'find'>;
  const where = { id: { in: ['a', 'b'] } };
  for (const query of [{ sort: ['-id'] }, { sort: ['name', 'id'] }, { where, sort: ['id'] }]) {
    asked.length = 0;
    for await (const _ of collectionPages(reader, 'things', query, 1));
    expect(asked).toEqual([
      { ...query, skip: 0, limit: 1 },
      { ...query, skip: 1, limit: 1 },
    ]);
  }
});
