import { expect, test } from 'vitest';
import type { StoredDocument } from '../ports/read-store.ts';
import { absentDocument, createDocumentCache } from './document-cache.ts';

const document = (id: string, body: string) => ({ id, companyId: 'c', position: 1, body }) as StoredDocument;
/** How many of so many documents are still there. */
const kept = (count: number, body: string) => {
  const cache = createDocumentCache(1, 1_000);
  for (let at = 0; at < count; at++) cache.set(0, `${at}`, document(`${at}`, body));
  return Array.from({ length: count }, (_, at) => cache.get(0, `${at}`)).filter(Boolean).length;
};

test('half as many usual documents are kept for certain as it was made for', () => {
  expect(kept(500, 'x'.repeat(900))).toBe(500);
});

test('what is asked for stays while others come and go', () => {
  const cache = createDocumentCache(1, 1_000);
  cache.set(0, 'hot', document('hot', 'x'));
  for (let at = 0; at < 10_000; at++) {
    cache.set(0, `${at}`, document(`${at}`, 'x'.repeat(900)));
    if (at % 100 === 0) expect(cache.get(0, 'hot')).toBeDefined();
  }
  expect(cache.get(0, '0')).toBeUndefined();
});

test('what was given up or written anew is never given as it was before', () => {
  const cache = createDocumentCache(1, 10);
  const latest = new Map<string, string>();
  for (let at = 0; at < 5_000; at++) {
    const id = `${(at * 7_919) % 23}`;
    const body = `${at}`.padEnd((at * 31) % 3_000, 'x');
    cache.set(0, id, document(id, body));
    latest.set(id, body);
    const other = `${(at * 104_729) % 23}`;
    const known = cache.get(0, other);
    if (known !== undefined && known !== absentDocument)
      expect(known).toMatchObject({ body: latest.get(other) });
    if (at % 97 === 0) {
      cache.forget(0, ({ id: one }) => one === other);
      expect(cache.get(0, other)).toBeUndefined();
    }
  }
});

test('giants take the place of many: they do not fill the memory', () => {
  expect(kept(1_000, 'x'.repeat(65_536))).toBeLessThan(16);
});

test('one that is a quarter of it all takes no place, and what stood there before is gone', () => {
  const cache = createDocumentCache(1, 1_000);
  cache.set(0, 'a', document('a', 'small'));
  cache.set(0, 'b', absentDocument);
  cache.set(0, 'a', document('a', 'x'.repeat(300_000)));
  expect(cache.get(0, 'a')).toBeUndefined();
  expect(cache.get(0, 'b')).toBe(absentDocument);
});
