import { expect, test } from 'vitest';
import { movedBy } from './moved.ts';

const of = (name: string) => ({ status: 'open', userId: name, user: { id: name, name } }) as const;
const pending = { status: 'pending', userId: null, user: null } as const;
const closed = { status: 'closed', userId: 'ana', user: { id: 'ana', name: 'ana' } } as const;

test('a colleague takes, returns or resolves what was mine', () => {
  expect(movedBy(of('ana'), of('bruno'), 'ana')).toEqual({ kind: 'taken', name: 'bruno' });
  expect(movedBy(of('ana'), pending, 'ana')).toMatchObject({ kind: 'pending' });
  expect(movedBy(of('ana'), closed, 'ana')).toMatchObject({ kind: 'closed' });
});

test('another is faster with the one I looked at', () => {
  expect(movedBy(pending, of('bruno'), 'ana')).toEqual({ kind: 'accepted', name: 'bruno' });
});

test('when it is mine nothing is left to say', () => {
  expect(movedBy(pending, of('ana'), 'ana')).toBe('back');
  expect(movedBy(of('bruno'), of('ana'), 'ana')).toBe('back');
});

test('what happens between others, or without a change of hands, is no news', () => {
  expect(movedBy(of('bruno'), of('clara'), 'ana')).toBeUndefined();
  expect(movedBy(of('bruno'), closed, 'clara')).toBeUndefined();
  expect(movedBy(pending, pending, 'ana')).toBeUndefined();
});
