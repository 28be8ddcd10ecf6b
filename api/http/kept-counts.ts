import { LRUCache } from 'lru-cache';
import type { CompanyReader, Query } from '../../projections/ports/read-store.ts';

// Counting a hundred thousand documents for every page costs more than the page: a large count is kept, at most ten
// seconds, so that counting takes no more than a few thousandths of the time. Small ones are quick and always right.
const largeCounts = new LRUCache<string, number>({ max: 5_000 });
const largeCount = 1_000;
const longestKeptMs = 10_000;
const keptPerMs = 500;

/** Returns how many documents of the reader's company match; of a thousand and more, how many did a moment ago. */
export async function countOf(
  reader: CompanyReader,
  collection: string,
  query: Pick<Query, 'where' | 'anyOf' | 'search' | 'through'>,
): Promise<number> {
  const key = JSON.stringify([reader.companyId, collection, query]);
  const known = largeCounts.get(key);
  if (known !== undefined) return known;
  const began = performance.now();
  const counted = await reader.count(collection, query);
  const ttl = Math.min(longestKeptMs, Math.ceil((performance.now() - began) * keptPerMs));
  if (counted >= largeCount) largeCounts.set(key, counted, { ttl });
  return counted;
}
