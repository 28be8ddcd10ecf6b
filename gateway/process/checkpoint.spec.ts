import { expect, it } from 'vitest';
import { createInMemoryStateStore } from '../../testing/in-memory/state-store.ts';
import { fixStarts, openCheckpoint } from './checkpoint.ts';

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
