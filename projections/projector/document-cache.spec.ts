import { expect, test } from 'vitest';
import type { StoredDocument } from '../ports/read-store.ts';
import { absent, createDocumentCache } from './document-cache.ts';

const document = (id: string, body: string) => ({ id, companyId: 'c', position: 1, body }) as StoredDocument;
/** How many of so many documents are still there. */
const kept = (count: number, body: string) => {
  const cache = createDocumentCache(1, 1_000);
  for (let at = 0; at < count; at++) cache.set(0, `${at}`, document(`${at}`, body));
  return Array.from({ length: count }, (_, at) => cache.get(0, `${at}`)).filter(Boolean).length;
};

test('so many usual documents are kept as it was made for', () => {
  expect(kept(1_000, 'x'.repeat(500))).toBe(1_000);
});

test('giants take the place of many: they do not fill the memory', () => {
  expect(kept(1_000, 'x'.repeat(65_536))).toBeLessThan(16);
});

test('one that is a quarter of it all takes no place, and what stood there before is gone', () => {
  const cache = createDocumentCache(1, 1_000);
  cache.set(0, 'a', document('a', 'small'));
  cache.set(0, 'b', absent);
  cache.set(0, 'a', document('a', 'x'.repeat(300_000)));
  expect(cache.get(0, 'a')).toBeUndefined();
  expect(cache.get(0, 'b')).toBe(absent);
});
