import { expect, it } from 'vitest';
import { UnavailableError } from '../../domain/kernel/event-store.ts';
import { stateOf } from './readiness.ts';

/** A call's failure as the client of EventStoreDB gives it: its own error around gRPC's. */
const called = (code: number) =>
  new UnavailableError('away', {
    cause: Object.assign(new Error(`${code} SOMETHING: details`), { code, type: 'x', _raw: {} }),
  });

it.each([
  [14, 'unreachable'],
  [4, 'timeout'],
  [7, 'denied'],
  [16, 'denied'],
  [2, 'failed'],
])('a call that failed with gRPC’s number %i is "%s"', (code, state) => {
  expect(stateOf(called(code))).toBe(state);
});

it('the same number of another engine says something else', () => {
  expect(stateOf(Object.assign(new Error('TypeMismatch'), { code: 14 }))).toBe('failed');
});

it('a cluster of which no member answers is unreachable', () => {
  expect(
    stateOf(new UnavailableError('x', { cause: new Error('Failed to discover after 10 attempts.') })),
  ).toBe('unreachable');
});
