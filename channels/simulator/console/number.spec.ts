import { describe, expect, it } from 'vitest';
import { isReachable, shownNumber } from './number.ts';

describe('the number of a pretend customer', () => {
  it('is reachable with 8 to 15 digits, however it is written', () => {
    expect(isReachable('+55 (11) 98888-7777')).toBe(true);
    for (const number of ['1234567', '1234567890123456', '', 'abc', '5511988880000'])
      expect(isReachable(number), number).toBe(false);
  });
  it('is shown as people read it', () => {
    expect(shownNumber('5511988887777')).toBe('+55 11 98888-7777');
    expect(shownNumber('351912345678')).toBe('+351912345678');
  });
});
