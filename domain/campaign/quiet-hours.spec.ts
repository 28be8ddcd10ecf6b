import { expect, it } from 'vitest';
import { quietUntil } from './quiet-hours.ts';

const saoPaulo = 'America/Sao_Paulo';

it.each([
  ['in the evening, until the next morning', '2026-11-23T23:00:00.000Z', '2026-11-24T11:00:00.000Z'],
  ['after midnight, until the same morning', '2026-11-24T04:30:12.345Z', '2026-11-24T11:00:00.000Z'],
  ['a moment before they end', '2026-11-24T10:59:59.999Z', '2026-11-24T11:00:00.000Z'],
  ['on the last evening of a year', '2026-12-31T23:30:00.000Z', '2027-01-01T11:00:00.000Z'],
])('it is quiet %s', (_when, at, until) => {
  expect(quietUntil(at, saoPaulo)).toBe(until);
});

it.each([
  ['from eight', '2026-11-24T11:00:00.000Z'],
  ['at noon', '2026-11-24T15:00:00.000Z'],
  ['to the last moment before twenty', '2026-11-23T22:59:59.999Z'],
])('it is not quiet %s', (_when, at) => {
  expect(quietUntil(at, saoPaulo)).toBeNull();
});

it('goes by the zone of the company: one instant is evening here and morning there', () => {
  expect(quietUntil('2026-11-23T23:30:00.000Z', 'Asia/Tokyo')).toBeNull();
  expect(quietUntil('2026-11-23T23:30:00.000Z', 'UTC')).toBe('2026-11-24T08:00:00.000Z');
});

it('ends at eight on the clock also in a night whose clocks are changed', () => {
  // Spring and autumn in Berlin: eight is UTC+2 and UTC+1 on the morning after.
  expect(quietUntil('2026-03-28T20:00:00.000Z', 'Europe/Berlin')).toBe('2026-03-29T06:00:00.000Z');
  expect(quietUntil('2026-10-24T20:00:00.000Z', 'Europe/Berlin')).toBe('2026-10-25T07:00:00.000Z');
});
