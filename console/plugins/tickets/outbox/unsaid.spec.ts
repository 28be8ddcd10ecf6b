import { expect, test } from 'vitest';
import type { Outgoing } from './outbox.ts';
import { unsaid } from './unsaid.ts';

const item = (id: string, ticketId: string, state: Outgoing['state']): Outgoing => ({
  ...{ id, ticketId, state, body: 'oi', quoted: null, at: '2026-11-22T12:00:00.000Z' },
});
const ids = (items: readonly Outgoing[]) => items.map(({ id }) => id);

test('what waits or was refused is told of everywhere but in its own conversation', () => {
  const items = [
    item('m1', 'helena', 'waiting'),
    item('m2', 'helena', 'failed'),
    item('m3', 'marina', 'sending'),
  ];
  expect(ids(unsaid(items, undefined).waiting)).toEqual(['m1', 'm3']);
  expect(ids(unsaid(items, undefined).failed)).toEqual(['m2']);
  expect(ids(unsaid(items, 'helena').waiting)).toEqual(['m3']);
  expect(ids(unsaid(items, 'helena').failed)).toEqual([]);
});
