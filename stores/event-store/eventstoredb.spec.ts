import { describe, it } from 'vitest';
import { eventStoreContract } from './contract.ts';
import { openEventStoreDb } from './eventstoredb.ts';

const url = process.env.EVENT_STORE_URL;

if (url !== undefined && url !== '') {
  eventStoreContract('the EventStoreDB event store', async () => ({
    open: () => openEventStoreDb({ url }),
    dispose: async () => {},
  }));
} else {
  describe('the EventStoreDB event store', () => {
    it.skip('passes the contract suite (skipped: EVENT_STORE_URL names no server)', () => {});
  });
}
