import { expect, test } from 'vitest';
import { lacksOf } from './belonging.ts';

const of = (...ids: string[]) => ({ queues: ids.map((id) => ({ id })) });

test('a queue of nobody and of no number lacks both', () => {
  expect(lacksOf('sales', [of('support'), of()], [of('support')])).toEqual(['attendants', 'connections']);
  expect(lacksOf('sales', [], [])).toEqual(['attendants', 'connections']);
});

test('one attendant and one number are enough', () => {
  expect(lacksOf('sales', [of(), of('sales')], [of('support', 'sales')])).toEqual([]);
  expect(lacksOf('sales', [of('sales')], [of()])).toEqual(['connections']);
});

test('nothing is said before it is known', () => {
  expect(lacksOf('sales', undefined, undefined)).toEqual([]);
});
