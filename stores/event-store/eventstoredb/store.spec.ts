import { spawnEventStoreDbDouble } from '../../../testing/eventstoredb/process.ts';
import { eventStoreContract } from '../contract.ts';
import { appendLimit } from './events.ts';
import { openEventStoreDb } from './store.ts';

eventStoreContract('the EventStoreDB event store, on a double of the server,', async () => {
  const double = await spawnEventStoreDbDouble();
  return {
    open: () => openEventStoreDb({ url: double.url }),
    dispose: double.stop,
    appendLimitBytes: appendLimit,
  };
});

const url = process.env.EVENT_STORE_URL;
if (url)
  eventStoreContract('the EventStoreDB event store, on a real server,', async () => ({
    open: () => openEventStoreDb({ url }),
    dispose: async () => {},
    appendLimitBytes: appendLimit,
  }));
