/** What projections and queries need of a read store, as an interface that every adapter fulfils. */

import { setImmediate as turn } from 'node:timers/promises';
import type { CompanyReader, Query, StoredDocument, Where } from './read-store.ts';

/** Returns what a query finds in a collection, page by page; the last page may be empty. Others have their turn between two. What leaves the query meanwhile moves the pages. */
export async function* collectionPages<T extends StoredDocument>(
  reader: Pick<CompanyReader, 'find'>,
  collection: string,
  query: Omit<Query, 'skip' | 'limit'>,
  limit = 500,
): AsyncGenerator<readonly T[]> {
  for (let skip = 0; ; skip += limit) {
    const some = await reader.find<T>(collection, { ...query, skip, limit });
    yield some;
    if (some.length < limit) return;
    await turn();
  }
}

/** Returns all that a query finds in a collection, read before anything is done about it that would move the pages. */
export async function everyDocument<T extends StoredDocument>(
  reader: Pick<CompanyReader, 'find'>,
  collection: string,
  query: Omit<Query, 'skip' | 'limit'>,
): Promise<readonly T[]> {
  const documents: T[] = [];
  for await (const some of collectionPages<T>(reader, collection, query)) documents.push(...some);
  return documents;
}

const idPage = 500;

/**
 * Resolves with all that conditions find in a collection, by id. No change moves an id: none is passed over, as one may be where pages
 * are counted and something before it leaves its place meanwhile. Each page sorts all that is found: for some thousands.
 */
export async function everyById<T extends StoredDocument>(
  reader: Pick<CompanyReader, 'find'>,
  collection: string,
  conditions: Where,
): Promise<readonly T[]> {
  const documents: T[] = [];
  for (;;) {
    const where = { ...conditions, id: { gt: documents.at(-1)?.id ?? '' } };
    const some = await reader.find<T>(collection, { where, sort: ['id'], limit: idPage });
    documents.push(...some);
    if (some.length < idPage) return documents;
    await turn();
  }
}
