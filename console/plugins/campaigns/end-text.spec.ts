import { expect, it } from 'vitest';
import { endText } from './end-text.ts';

it.each([
  ['2026-11-30 19:25:40', { day: 'today', at: '19:25' }],
  ['2026-12-01 08:00:00', { day: 'tomorrow', at: '08:00' }],
  ['2026-12-02 08:00:00', { day: 'date', date: '02/12/2026', at: '08:00' }],
  ['2027-11-30 08:00:00', { day: 'date', date: '30/11/2027', at: '08:00' }],
])('the end at %s is said by its day', (wall, said) => {
  expect(endText(wall, '2026-11-30')).toMatchObject(said);
});
