import { expect, it } from 'vitest';
import { withLastingWrites } from '../../testing/in-memory/lasting-writes.ts';
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

it('is on the disk when it is opened or goes back; what is done since waits for none', async () => {
  const { state, lastingKeys } = withLastingWrites(createInMemoryStateStore());
  const eventStore = { head: async () => 9, stands: async () => false };
  const checkpoint = await openCheckpoint({ state, eventStore }, { name: 'renewal', start: 'head' });
  expect(lastingKeys).toEqual(['process/renewal']);
  await checkpoint.save({ stream: 'ticket-a', revision: 0, position: 11, id: 'e-11' });
  expect(checkpoint.start().after).toBe(11);
  expect(lastingKeys).toHaveLength(1);
  await checkpoint.rewind();
  expect(lastingKeys).toHaveLength(2);
});
