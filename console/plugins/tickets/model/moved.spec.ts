import { expect, test } from 'vitest';
import { movedBy } from './moved.ts';

const mine = { status: 'open', userId: 'ana' } as const;

test('only an own open ticket that changes hands is news', () => {
  expect(movedBy(mine, mine, 'ana')).toBeUndefined();
  expect(
    movedBy({ status: 'open', userId: 'bruno' }, { status: 'closed', userId: null }, 'ana'),
  ).toBeUndefined();
  expect(movedBy({ status: 'pending', userId: null }, mine, 'ana')).toBeUndefined();
});
test('the notice says what became of it', () => {
  expect(movedBy(mine, { status: 'open', userId: 'bruno' }, 'ana')).toBe('tickets.moved.taken');
  expect(movedBy(mine, { status: 'pending', userId: null }, 'ana')).toBe('tickets.moved.pending');
  expect(movedBy(mine, { status: 'closed', userId: 'ana' }, 'ana')).toBe('tickets.moved.closed');
});
