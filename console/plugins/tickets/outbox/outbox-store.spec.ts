import { describe, expect, it } from 'vitest';
import { sharedStorage } from './outbox-store.ts';

const storage = () => {
  const map = new Map<string, string>();
  return {
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
    removeItem: (key: string) => void map.delete(key),
  };
};

describe('the outbox of two tabs', () => {
  it('loses nothing of one when the other has sent all of its own', () => {
    const shared = storage();
    const a = sharedStorage(shared, 'outbox');
    const b = sharedStorage(shared, 'outbox');
    a.store(JSON.stringify([{ id: 'a1' }]));
    b.store(JSON.stringify([{ id: 'b1' }]));
    a.store(null);
    expect(JSON.parse(shared.getItem('outbox') ?? '[]')).toEqual([{ id: 'b1' }]);
    b.store(null);
    expect(shared.getItem('outbox')).toBeNull();
  });
  it('hands what a closed tab left to the next', () => {
    const shared = storage();
    sharedStorage(shared, 'outbox').store(JSON.stringify([{ id: 'a1' }]));
    const next = sharedStorage(shared, 'outbox');
    expect(next.load()).toBe('[{"id":"a1"}]');
    next.store(null);
    expect(shared.getItem('outbox')).toBeNull();
  });
});
