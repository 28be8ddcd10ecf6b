/** Work on the log's hash chain beside what answers: seals are hashed in a thread, the whole log is verified in a process. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import type { StoredEvents } from '../../domain/kernel/log-chain.ts';
import { openSqliteStoredEvents } from '../../stores/event-store/sqlite/stored-events.ts';
import { storedEventsOf } from '../../stores/log-chain/read-events.ts';
import type { Config } from '../config.ts';

/** Returns the log that the settings name, opened for reading alone. @throws when there is none */
export async function openStoredEvents({
  eventStore,
  dataDir,
}: Pick<Config, 'eventStore' | 'dataDir'>): Promise<StoredEvents> {
  if (eventStore === undefined) {
    const path = join(dataDir, 'events.sqlite');
    if (!existsSync(path)) throw new Error(`there is no log at ${path}`);
    return openSqliteStoredEvents(path);
  }
  const { openEventStoreDb } = await import('../../stores/event-store/eventstoredb/store.ts');
  return storedEventsOf(await openEventStoreDb({ url: eventStore, log: pino({ level: 'silent' }) }));
}
