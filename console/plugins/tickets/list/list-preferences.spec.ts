import { expect, test } from 'vitest';
import { defaults, queuesInForce, readPreferences } from './list-preferences.ts';

const offered = [{ id: 'q1' }, { id: 'q2' }, { id: null }];

test('what was kept is read back', () => {
  const kept = { half: 'assigned', queueIds: ['q1', null], showAll: true, latestFirst: true } as const;
  expect(readPreferences(JSON.stringify(kept))).toEqual(kept);
});

test.each([null, '', 'not json', '[]', '7', '{"half":"x","queueIds":"q1","showAll":1}'])(
  'of %j nothing is believed',
  (text) => {
    expect(readPreferences(text)).toEqual(defaults);
  },
);

test('who waits stands by how long: also for who never chose another order, when that was still the other default', () => {
  expect(defaults.latestFirst).toBe(false);
  expect(readPreferences('{"half":"pending","byWait":false}').latestFirst).toBe(false);
});

test('a queue that is gone does not hide every ticket', () => {
  expect(queuesInForce(['deleted'], offered)).toEqual([]);
  expect(queuesInForce(['deleted', 'q1'], offered)).toEqual(['q1']);
});

test('all queues chosen one by one is no filter, and no queue is a choice like others', () => {
  expect(queuesInForce(['q1', 'q2', null], offered)).toEqual([]);
  expect(queuesInForce([null], offered)).toEqual([null]);
});
