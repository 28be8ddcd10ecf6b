import { expect, test } from 'vitest';
import { dayTime, momentOf } from './moment.ts';

const now = new Date('2026-11-20T12:00:00').getTime();
const ago = (minutes: number) => new Date(now - minutes * 60_000).toISOString();

test('a moment is told as people say it, and a day ago by its day', () => {
  expect(momentOf(ago(2), 'pt-BR', now)).toBe('há 2 min.');
  expect(momentOf(ago(90), 'pt-BR', now)).toBe('10:30');
  expect(momentOf(ago(24 * 60), 'pt-BR', now)).toBe('19/11, 12:00');
  // Clocks differ by seconds: nothing was seen in the future.
  expect(momentOf(ago(-1), 'en-GB', now)).toBe('now');
});

test('when something began is a time of today, or a day and a time', () => {
  expect(dayTime(ago(60), 'en-GB', now)).toBe('11:00');
  expect(dayTime(ago(48 * 60), 'en-GB', now)).toBe('18/11, 12:00');
});
