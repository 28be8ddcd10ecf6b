import { expect, test, vi } from 'vitest';
import { parseEvent } from '../../domain/catalogue.ts';
import { goldenFields } from './golden.ts';

vi.mock('../../domain/ticket/fields/declared.ts', () => import('../../domain/ticket/fields/fixtures.ts'));

test('the golden event of a declared field says a value, and the usual one before it, and is read as it is', () => {
  const [[type, event] = [], ...others] = goldenFields();
  expect([type, others]).toEqual(['TicketWeightChanged', []]);
  if (event === undefined) throw new Error('no event');
  expect(event.data).toMatchObject({ weight: 'heavy', beforeWeight: 'light' });
  expect(parseEvent(event)).toEqual(event);
});
