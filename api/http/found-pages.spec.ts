import { beforeAll, expect, it } from 'vitest';
import { newId } from '../../domain/kernel/ids.ts';
import type { CompanyReader, StoredDocument } from '../../projections/ports/read-store.ts';
import { createInMemoryReadStore } from '../../testing/in-memory/read-store.ts';
import { foundPages } from './found-pages.ts';

interface Person extends StoredDocument {
  readonly name: string;
}
const people = { name: 'people', indexes: [['name']], search: { fields: ['name'], parts: true as const } };
const companyId = newId();
let reader: CompanyReader;
let searches = 0;

beforeAll(async () => {
  const store = createInMemoryReadStore({ collections: [people] });
  const documents = Array.from({ length: 6_000 }, (_, n): Person => {
    const name = `${n % 3 === 0 ? 'Zilda' : `Maria ${String(n).padStart(4, '0')}`}${n % 11 === 0 ? ' Rara' : ''} Silva`;
    return { id: newId(), companyId, position: n + 1, name };
  });
  await store.commit({
    projector: 'main',
    fence: 1,
    position: documents.length,
    logId: 'log',
    documents: documents.map((document) => ({ collection: people.name, document })),
    notices: [],
  });
  const all = store.forCompany(companyId);
  reader = {
    ...all,
    find: (collection, query) => {
      if (query.search !== undefined) searches += 1;
      return all.find(collection, query);
    },
  };
});

const namesOf = async (by: string, search?: string) => {
  searches = 0;
  const pages: (readonly Person[])[] = [];
  for await (const found of foundPages<Person>(
    reader,
    { collection: people, by },
    { ...(search !== undefined && { search }) },
  ))
    pages.push(found);
  const found = pages.flat();
  expect(new Set(found.map(({ id }) => id)).size).toBe(found.length);
  return found.map(({ name }) => name);
};

it.each([
  ['name', undefined, 6_000],
  ['-name', undefined, 6_000],
  ['name', 'silv', 6_000],
  ['-name', 'rar silva', 546],
  ['name', 'nobody', 0],
])('by %s, a search for %s gives each once and in its order', async (by, search, count) => {
  const names = await namesOf(by, search);
  expect(names).toHaveLength(count);
  const sorted = names.toSorted();
  expect(names).toEqual(by === 'name' ? sorted : sorted.toReversed());
});

it('a search that finds much is not worked out anew for each page', async () => {
  await namesOf('name', 'silva');
  expect(searches).toBe(0);
  await namesOf('name', 'rara');
  expect(searches).toBe(2);
});
