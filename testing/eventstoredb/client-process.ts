import { randomUUID } from 'node:crypto';
import { writeSync } from 'node:fs';
import { openEventStoreDb } from '../../stores/event-store/eventstoredb/store.ts';

// A process of its own for the tests: uses a store in every way, closes it, and should end because nothing is left.
const [url] = process.argv.slice(2);
if (!url) throw new Error('client-process.ts URL');
const store = await openEventStoreDb({ url });
const id = randomUUID();
const actor = { kind: 'system', id: 'eventstoredb-process' } as const;
const metadata = { companyId: 'c1', actor, commandId: id, correlationId: id, at: new Date().toISOString() };
await store.append(`ticket-c1_${id}`, -1, [{ id, type: 'Counted', data: {}, metadata }]);
const following = (async () => {
  const { signal } = new AbortController();
  for await (const _ of store.subscribe({ after: 0, signal }));
})();
await Promise.all([store.head(), store.ping(), store.readAll({ after: 0, limit: 10 })]);
await store.close();
await following;
const closed = performance.now();
process.on('exit', () => {
  const lingered = performance.now() - closed;
  writeSync(1, lingered < 1_000 ? 'closed with nothing left\n' : `lingered ${Math.round(lingered)} ms\n`);
});
