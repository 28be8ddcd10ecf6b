import { expect, test } from 'vitest';
import { deriveId } from './ids.ts';

test('derives the ids that stored events bear', () => {
  expect(deriveId('message', 'c1', 7)).toBe('48d6fd62-21f9-5c1d-ba70-0eef5b44ff57');
  expect(deriveId('São João', '😀')).toBe('b82aa9a1-4d16-5dd7-b9c3-07db13239487');
});
