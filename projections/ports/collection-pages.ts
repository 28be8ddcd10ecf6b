/** What projections and queries need of a read store, as an interface that every adapter fulfils. */

import { setImmediate as turn } from 'node:timers/promises';
import type { CompanyReader, Query, StoredDocument } from './read-store.ts';

type PagedQuery = Omit<Query, 'skip' | 'limit'>;

/** Whether pages go by the last id instead of a count. */
const isById = ({ sort, where }: PagedQuery): boolean =>
  sort?.length === 1 && sort[0] === 'id' && where?.id === undefined;

/**
 * Returns what a query finds in a collection, page by page; the last page may be empty. Others have their turn between two. What
 * leaves the query meanwhile moves the pages, except those sorted by id alone: no change moves an id, so that none is passed over.
 */
export async function* collectionPages<T extends StoredDocument>(
  reader: Pick<CompanyReader, 'find'>,
  collection: string,
  query: PagedQuery,
  limit = 500,
): AsyncGenerator<readonly T[]> {
  let last: T | undefined;
  for (let skip = 0; ; skip += limit) {
    const after = last && isById(query) ? { where: { ...query.where, id: { gt: last.id } } } : { skip };
    const some = await reader.find<T>(collection, { ...query, ...after, limit });
    yield some;
    if (some.length < limit) return;
    last = some.at(-1);
    await turn();
  }
}

/** Returns all that a query finds in a collection, read before anything is done about it that would move the pages. */
export async function everyDocument<T extends StoredDocument>(
  reader: Pick<CompanyReader, 'find'>,
  collection: string,
  query: PagedQuery,
): Promise<readonly T[]> {
  const documents: T[] = [];
  for await (const some of collectionPages<T>(reader, collection, query)) documents.push(...some);
  return documents;
}
