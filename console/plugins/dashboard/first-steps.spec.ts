import { expect, test } from 'vitest';
import { type Facts, isBeginning, stepsOf } from './first-steps.ts';

const nothing: Facts = { connections: [], conversations: 0, users: 1, queues: 0, quickReplies: 0 };
const doneOf = (over: Partial<Facts>) =>
  stepsOf({ ...nothing, ...over }).flatMap(({ id, done }) => (done ? [id] : []));

test('of a company that has nothing, nothing is done; its only user is whoever looks', () => {
  expect(stepsOf(nothing).map(({ id }) => id)).toEqual([
    ...['number', 'message', 'colleague', 'queue', 'quickReply'],
  ]);
  expect(doneOf({})).toEqual([]);
});

test('each step ticks itself off by what is there', () => {
  expect(doneOf({ connections: [{ status: 'CONNECTED', number: '' }] })).toEqual(['number']);
  expect(doneOf({ conversations: 1 })).toEqual(['message']);
  expect(doneOf({ users: 2 })).toEqual(['colleague']);
  expect(doneOf({ queues: 1 })).toEqual(['queue']);
  expect(doneOf({ quickReplies: 1 })).toEqual(['quickReply']);
});

test('a connection whose code nobody has read is no number yet; one that was paired and is down is', () => {
  expect(doneOf({ connections: [{ status: 'qrcode', number: '' }] })).toEqual([]);
  expect(doneOf({ connections: [{ status: 'DISCONNECTED', number: '5511955500142' }] })).toEqual(['number']);
});

test('a desk at work is not taught how to begin', () => {
  expect([isBeginning(0), isBeginning(19), isBeginning(20)]).toEqual([true, true, false]);
});
