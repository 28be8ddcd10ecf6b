import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { persisted } from './persisted.ts';
import { browserStorage, forgetPerson } from './storage.ts';

const number = {
  read: (text: string | null) => Number(text ?? '1'),
  write: (value: number) => (value === 1 ? null : String(value)),
};
let at = 0;
const aKey = () => `key.${++at}`;
beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

test('a value is kept as its own text, begins as what was kept, and is one store', () => {
  const key = aKey();
  localStorage.setItem(key, '7');
  const kept = persisted(key, number);
  expect(kept.get()).toBe(7);
  expect(persisted(key, number)).toBe(kept);
  kept.set(8);
  expect(localStorage.getItem(key)).toBe('8');
  kept.set(1);
  expect(localStorage.getItem(key)).toBeNull();
});

test('what another tab writes is known here', () => {
  const key = aKey();
  const kept = persisted(key, number);
  const heard = vi.fn();
  kept.store.subscribe(heard);
  localStorage.setItem(key, '3');
  window.dispatchEvent(new StorageEvent('storage', { key, newValue: '3' }));
  expect(kept.get()).toBe(3);
  expect(heard).toHaveBeenCalled();
});

test('a storage that is full throws at nobody, and the newest value stands as long as the page', () => {
  const key = aKey();
  const kept = persisted(key, number);
  kept.set(5);
  const full = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  vi.stubGlobal('localStorage', { getItem: () => '5', setItem: full });
  kept.set(6);
  expect(kept.get()).toBe(6);
  expect([browserStorage.getItem(key), localStorage.getItem(key)]).toEqual(['6', '5']);
});

test('what was somebody’s is gone from the page too when they sign out', () => {
  const kept = persisted('tickets.list.ana', number);
  kept.set(4);
  forgetPerson('ana');
  expect([kept.get(), localStorage.getItem('tickets.list.ana')]).toEqual([1, null]);
});
