import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import type { Change } from '../../../contract/changes.ts';
import { applyPaymentChange, onPaid } from './live.ts';

const change = (action: string, id: string): Change => ({
  ...{ channel: 'payment', action, id, position: 1, document: { id } },
});

test('who waits for a payment hears of CONCLUIDA and of nothing else, until they stop', () => {
  const cache = new QueryClient();
  const heard: string[] = [];
  const stop = onPaid(({ id }) => heard.push(id));
  for (const [action, id] of [
    ['create', 'i1'],
    ['update', 'i1'],
    ['CONCLUIDA', 'i1'],
  ] as const)
    applyPaymentChange(change(action, id), cache);
  expect(heard).toEqual(['i1']);
  stop();
  applyPaymentChange(change('CONCLUIDA', 'i2'), cache);
  expect(heard).toEqual(['i1']);
});
