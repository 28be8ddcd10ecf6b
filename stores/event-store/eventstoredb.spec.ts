import { eventStoreContract } from './contract.ts';
import { openEventStoreDb } from './eventstoredb.ts';
import { spawnEventStoreDbDouble } from './eventstoredb-double/process.ts';
import { appendLimit } from './eventstoredb-events.ts';

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
