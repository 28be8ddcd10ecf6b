import { expect, it } from 'vitest';
import { createPacing } from './pacing.ts';

it('so many of a key go at once, the others a minute behind the one that many before them, and nobody else waits', () => {
  let at = 1_000_000;
  const pacing = createPacing(3, () => at);
  const turns = () => Array.from({ length: 7 }, () => pacing.turn('a') - 1_000_000);
  expect(turns()).toEqual([0, 0, 0, 60_000, 60_000, 60_000, 120_000]);
  expect(pacing.turn('b')).toBe(at);
  at += 200_000;
  expect(pacing.turn('a')).toBe(at);
});

it('without a limit nobody waits', () => {
  const pacing = createPacing(0, () => 5);
  for (let time = 0; time < 100; time++) expect(pacing.turn('a')).toBe(5);
});
