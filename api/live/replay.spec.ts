import { expect, it } from 'vitest';
import { createInMemoryReadStore } from '../../testing/in-memory/read-store.ts';
import { missedSince } from './replay.ts';

it('a cursor ahead of the head is not believed, whatever the store says of what lies behind it', async () => {
  const readStore = createInMemoryReadStore({ collections: [] });
  const notice = { companyId: 'c', channel: 'x', action: 'update', id: 'i', position: 1 };
  await readStore.commit({
    ...{ projector: 'p', fence: 1, position: 1, logId: 'l', documents: [] },
    notices: [{ ...notice, seq: 1 }],
  });
  // The port promises 'truncated' only for what is no longer kept.
  expect((await readStore.changes('c', 9, 10)).truncated).toBe(false);
  const names = {
    company: async () => ({ get: () => undefined, former: () => undefined }),
    contacts: async () => new Map(),
    platformSettings: async () => undefined,
  };
  const missed = (after: string) =>
    missedSince({ readStore, names } as never, { companyId: 'c', after, generation: 'g' });
  expect(await missed('g:9')).toMatchObject({ from: 1, tooMuch: true });
  expect(await missed('g:1')).toMatchObject({ from: 1, tooMuch: false });
});
