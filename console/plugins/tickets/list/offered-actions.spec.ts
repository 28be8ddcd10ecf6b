import { expect, test } from 'vitest';
import { actionsFor, besideRow } from './offered-actions.ts';

const all = () => true;
const none = () => false;
const read = { unreadMessages: 0 };

test('each status has the actions that lead out of it; only who may look looks', () => {
  expect(actionsFor({ ...read, status: 'pending' }, all)).toEqual(['accept', 'peek', 'transfer']);
  expect(actionsFor({ ...read, status: 'open' }, all)).toEqual([
    'peek',
    'transfer',
    'resolve',
    'return',
    'unread',
  ]);
  expect(actionsFor({ ...read, status: 'closed' }, all)).toEqual(['reopen', 'peek']);
  for (const status of ['pending', 'open', 'closed'] as const)
    expect(actionsFor({ ...read, status }, none)).not.toContain('peek');
});

test('what is unread already is not offered to be marked so', () => {
  expect(actionsFor({ status: 'open', unreadMessages: 1 }, all)).not.toContain('unread');
});

test('beside a row that waits stands one button at most: its name stays in sight', () => {
  const beside = (status: 'pending' | 'open' | 'closed') =>
    besideRow(actionsFor({ ...read, status }, all), status);
  expect(beside('pending')).toEqual(['peek']);
  expect(beside('open')).toEqual(['peek', 'transfer', 'resolve']);
  expect(beside('closed')).toEqual(['reopen', 'peek']);
});
