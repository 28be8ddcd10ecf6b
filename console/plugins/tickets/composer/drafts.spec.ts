import { describe, expect, it } from 'vitest';
import { keptAnyway } from '../../../shell/storage.ts';
import { chooseDraft, readDraft, writeDraft } from './drafts.ts';

const storage = () => {
  const map = new Map<string, string>();
  return {
    map,
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
    removeItem: (key: string) => void map.delete(key),
  };
};

describe('drafts', () => {
  it('are kept apart by user and ticket', () => {
    const box = storage();
    writeDraft(box, 'ana', 't1', { body: 'oi', synced: false });
    expect(readDraft(box, 'ana', 't1')).toEqual({ body: 'oi', synced: false });
    expect(readDraft(box, 'bruno', 't1')).toBeUndefined();
  });
  it('leave nothing behind when empty and known to the server', () => {
    const box = storage();
    writeDraft(box, 'ana', 't1', { body: 'oi', synced: true });
    writeDraft(box, 'ana', 't1', { body: '', synced: true });
    expect(box.map.size).toBe(0);
  });
  it("typed during an outage win over the server's older text", () => {
    expect(chooseDraft({ body: 'novo', synced: false }, 'velho')).toBe('novo');
    expect(chooseDraft({ body: '', synced: false }, 'velho')).toBe('');
  });
  it('of another device win over a synced local one, which stands in when the server is away', () => {
    expect(chooseDraft({ body: 'daqui', synced: true }, 'de lá')).toBe('de lá');
    expect(chooseDraft({ body: 'daqui', synced: true }, undefined)).toBe('daqui');
    expect(chooseDraft(undefined, undefined)).toBe('');
  });
  it('survive a full or refused storage', () => {
    const refuse = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    const box = keptAnyway(() => ({ getItem: refuse, setItem: refuse, removeItem: refuse }));
    expect(readDraft(box, 'a', 't')).toBeUndefined();
    expect(() => writeDraft(box, 'a', 't', { body: 'x', synced: false })).not.toThrow();
  });
});
