/**
 * Event sourcing without a word of the product: streams, deciders, claims, and the one way of every command
 * (`pipeline.ts`). Whose a stream or an event is, `companyId` says: tenants are the one thing that it knows of whom it serves.
 */

import { LRUCache } from 'lru-cache';

/**
 * Returns a cache of at most `most` entries, of which the one that was not used the longest goes first. By size and not by
 * the library's `max`, for which it sets room aside for all of them at once: of caches there are many.
 * @param ttl milliseconds for which an entry counts; left out: as long as it is there
 */
export const boundedCache = <V extends NonNullable<unknown>, K extends string | number = string>(
  most: number,
  ttl?: number,
): LRUCache<K, V> =>
  new LRUCache<K, V>({
    maxSize: most,
    sizeCalculation: () => 1,
    ...(ttl !== undefined && { ttl }),
  });
