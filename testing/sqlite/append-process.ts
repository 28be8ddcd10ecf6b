/** A process of its own for tests that kill it: appends events one by one and prints each revision once it is durable. */

import { randomUUID } from 'node:crypto';
import { writeSync } from 'node:fs';
import { openSqliteEventStore } from '../../stores/event-store/sqlite/store.ts';

const [path, stream, count, load] = process.argv.slice(2);
if (!path || !stream) throw new Error('append-process.ts PATH STREAM COUNT [LOAD]');
const store = await openSqliteEventStore({ path, ...(load && { appendsApart: JSON.parse(load) }) });
const actor = { kind: 'system', id: 'append-process' } as const;
let revision = (await store.read(stream, { backwards: true, limit: 1 }))[0]?.revision ?? -1;
while (revision + 1 < Number(count)) {
  const id = randomUUID();
  const metadata = { companyId: 'c1', actor, commandId: id, correlationId: id, at: new Date().toISOString() };
  const event = { id, type: 'Counted', data: { n: revision + 1 }, metadata };
  ({ revision } = await store.append(stream, revision, [event]));
  writeSync(1, `${revision}\n`);
}
await store.close();
