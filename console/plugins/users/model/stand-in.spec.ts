import { expect, test } from 'vitest';
import type { Session } from '../../../shell/session.tsx';
import { isOfOtherQueues } from './stand-in.ts';

const me = (every: boolean, allTicket: 'enabled' | 'desabled' = 'desabled') =>
  ({ can: () => every, user: { id: 'me', queueIds: ['a', 'b'], allTicket } }) as unknown as Session;
const other = (queueIds: string[], allTicket: 'enabled' | 'desabled' = 'desabled') => ({
  ...{ id: 'other', queueIds, allTicket },
});

test('who works in a queue, or with tickets of none, that one does not see is of other queues', () => {
  expect(isOfOtherQueues(me(false), other(['a', 'b']))).toBe(false);
  expect(isOfOtherQueues(me(false), other(['a', 'c']))).toBe(true);
  expect(isOfOtherQueues(me(false), other(['a'], 'enabled'))).toBe(true);
  expect(isOfOtherQueues(me(false, 'enabled'), other(['a'], 'enabled'))).toBe(false);
});

test('nobody is to who sees every queue, and nobody to themselves', () => {
  expect(isOfOtherQueues(me(true), other(['c'], 'enabled'))).toBe(false);
  expect(isOfOtherQueues(me(false), { ...other(['c']), id: 'me' })).toBe(false);
});
