import { expect, it } from 'vitest';
import { paceOf, reasonOf, worthTelling } from './close-policy.ts';

const usual = { firstMs: 500, capMs: 60_000 };
const minute = 60_000;

it('a banned number is left alone; a suspended one is tried after hours, an outdated client after minutes', () => {
  for (const cause of ['banned', 'logged-out', 'replaced', 'unpaired'] as const)
    expect(paceOf(cause, usual), cause).toBe('halt');
  for (const [cause, least] of [
    ['suspended', 60 * minute],
    ['outdated', 10 * minute],
    ['multi-device', 10 * minute],
    ['bad-session', 5_000],
  ] as const)
    expect(paceOf(cause, usual), cause).toMatchObject({ firstMs: least });
  expect(paceOf('lost', usual)).toBe(usual);
});

it('reasons keep the network’s code', () => {
  expect(reasonOf({ cause: 'banned', detail: 'Connection Failure', code: 403 })).toBe('banned (403)');
  expect(reasonOf({ cause: 'lost', detail: 'Connection Failure', code: 503 })).toBe(
    'Connection Failure (503)',
  );
  expect(reasonOf({ cause: 'replaced' })).toBe('replaced');
});

it('a link that keeps failing is ever less news', () => {
  const told = Array.from({ length: 100 }, (_, at) => at + 1).filter(worthTelling);
  expect(told).toEqual([1, 2, 4, 8, 16, 32, 64]);
});
