import { expect, test } from 'vitest';
import { writtenDay } from './days.ts';

test('a day is written dd/MM/yyyy, whether it comes alone or with a time', () => {
  expect(writtenDay('2026-11-21')).toBe('21/11/2026');
  expect(writtenDay('2026-01-05T03:00:00.000Z')).toBe('05/01/2026');
});
