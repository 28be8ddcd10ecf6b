import { expect, it } from 'vitest';
import { limitOfCap, limitOfLock } from './network-limits.ts';

const now = new Date('2026-03-02T14:00:00.000Z');
const until = (iso: string | null, what = 'new') => ({ type: 'limit', what, until: iso && new Date(iso) });

it('a lock on new conversations holds until the network says, or a minute where it says nothing', () => {
  const end = new Date('2026-03-03T02:00:00.000Z');
  expect(limitOfLock({ isActive: true, timeEnforcementEnds: end }, now)).toEqual(until(end.toISOString()));
  expect(limitOfLock({ isActive: true }, now)).toEqual(until('2026-03-02T14:01:00.000Z'));
  expect(limitOfLock({ isActive: false }, now)).toEqual(until(null));
});

it('a count that is used up holds until its cycle ends; warnings hold nothing', () => {
  const cap = (status: string, end?: string) =>
    limitOfCap({ capping_status: status as never, ...(end && { cycle_end_timestamp: end }) }, now);
  expect(cap('CAPPED', '1772488800')).toEqual(until('2026-03-02T22:00:00.000Z', 'quota'));
  expect(cap('CAPPED')).toEqual(until('2026-03-03T14:00:00.000Z', 'quota'));
  expect(cap('CAPPED', '99999999999999')).toEqual(until('2026-04-02T14:00:00.000Z', 'quota'));
  expect(cap('SECOND_WARNING')).toEqual(until(null, 'quota'));
});
