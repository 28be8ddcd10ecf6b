import { describe, expect, it } from 'vitest';
import { phone, reachedAt } from './phone.ts';

describe('a number', () => {
  it('reads as people write it, with or without the ninth digit', () => {
    expect(phone('5511955500142')).toBe('+55 11 95550-0142');
    expect(phone('551133334444')).toBe('+55 11 3333-4444');
    expect(phone('351912345678')).toBe('+351912345678');
    expect(phone('120363-group')).toBe('120363-group');
  });

  it('or the address on a channel with its own, is where somebody is reached', () => {
    const addresses = [{ channel: 'carrier', address: '#77' }];
    expect(reachedAt({ number: '', addresses })).toBe('#77');
    expect(reachedAt({ number: '5511955500142', addresses })).toBe('+55 11 95550-0142');
    expect(reachedAt({ number: '' })).toBe('');
  });
});
