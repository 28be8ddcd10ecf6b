import { expect, it } from 'vitest';
import { createInMemoryStateStore } from '../../testing/in-memory/state-store.ts';
import { processManagersOf } from '../process-managers.ts';
import { fixStarts, followers, openCheckpoint } from './checkpoint.ts';

it('what comes between the fixing of starts and the first opening is followed; a start stays where it is', async () => {
  const state = createInMemoryStateStore();
  let head = 7;
  const stores = { state, eventStore: { head: async () => head, stands: async () => true } };
  await fixStarts(stores);
  head = 12;
  await fixStarts(stores);
  const checkpoint = await openCheckpoint(stores, { name: 'renewal', start: 'head' });
  expect(checkpoint.start().after).toBe(7);
});

it('fixes the start of every manager that begins with what comes', () => {
  // Nothing is asked of them but what they are.
  const deps = { config: {}, assistants: {}, mail: {}, contactKeys: {} } as unknown as Parameters<
    typeof processManagersOf
  >[0];
  const heads = processManagersOf(deps).filter(({ start }) => start === 'head');
  expect(heads.map(({ name }) => name).toSorted()).toEqual(followers);
});
