import { expect, test } from 'vitest';
import { periodIn } from './kept-in-url.ts';

test.each([
  ['days=15', { days: 15 }],
  ['from=2026-11-01&to=2026-11-22', { from: '2026-11-01', to: '2026-11-22' }],
  ['days=0', undefined],
  ['days=14', undefined],
  ['from=2026-11-22&to=2026-11-01', undefined],
  ['from=2026-02-31&to=2026-11-01', undefined],
  ['from=2026-02-10&to=2026-13-01', undefined],
  ['', undefined],
])('the address %s asks for %o', (text, period) => {
  expect(periodIn(new URLSearchParams(text))).toEqual(period);
});
