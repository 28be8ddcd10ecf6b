import { expect, test } from 'vitest';
import { actionsFor } from './row-actions.ts';

const all = () => true;
const none = () => false;

test('each status has the actions that lead out of it; only who may look looks', () => {
  expect(actionsFor({ status: 'pending' }, all)).toEqual(['accept', 'peek', 'transfer']);
  expect(actionsFor({ status: 'open' }, all)).toEqual(['peek', 'transfer', 'resolve', 'return']);
  expect(actionsFor({ status: 'closed' }, all)).toEqual(['reopen', 'peek']);
  for (const status of ['pending', 'open', 'closed'] as const)
    expect(actionsFor({ status }, none)).not.toContain('peek');
});
