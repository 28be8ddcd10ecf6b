import { expect, test } from 'vitest';
import { queuesInForce, readKept, usual } from './kept.ts';

const offered = [{ id: 'q1' }, { id: 'q2' }, { id: null }];

test('what was kept is read back', () => {
  const kept = { half: 'assigned', queueIds: ['q1', null], showAll: true, latestFirst: true } as const;
  expect(readKept(JSON.stringify(kept))).toEqual(kept);
});

test.each([null, '', 'not json', '[]', '7', '{"half":"x","queueIds":"q1","showAll":1}'])(
  'of %j nothing is believed',
  (text) => {
    expect(readKept(text)).toEqual(usual);
  },
);

test('who waits stands by how long: also for who never chose another order, when that was still the other default', () => {
  expect(usual.latestFirst).toBe(false);
  expect(readKept('{"half":"pending","byWait":false}').latestFirst).toBe(false);
});

test('a queue that is gone does not hide every ticket', () => {
  expect(queuesInForce(['deleted'], offered)).toEqual([]);
  expect(queuesInForce(['deleted', 'q1'], offered)).toEqual(['q1']);
});

test('all queues chosen one by one is no filter, and no queue is a choice like others', () => {
  expect(queuesInForce(['q1', 'q2', null], offered)).toEqual([]);
  expect(queuesInForce([null], offered)).toEqual([null]);
});
