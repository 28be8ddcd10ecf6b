import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import type { StoredEvents } from '../../domain/kernel/log-chain.ts';
import type { Config } from '../config.ts';

/** Where the log lies, and what its seals are signed with. */
export type ChainConfig = Pick<Config, 'eventStore' | 'dataDir'> & { readonly secretKey: string | undefined };

/** Opens the log that the settings name, for reading alone. @throws when there is none */
export async function openStoredEvents({
  eventStore,
  dataDir,
}: Pick<Config, 'eventStore' | 'dataDir'>): Promise<StoredEvents> {
  if (eventStore === undefined) {
    const path = join(dataDir, 'events.sqlite');
    if (!existsSync(path)) throw new Error(`there is no log at ${path}`);
    const { openSqliteStoredEvents } = await import('../../stores/event-store/sqlite/stored-events.ts');
    return openSqliteStoredEvents(path);
  }
  const { openEventStoreDb } = await import('../../stores/event-store/eventstoredb/store.ts');
  const { storedEventsOf } = await import('../../stores/log-chain/read-events.ts');
  return storedEventsOf(await openEventStoreDb({ url: eventStore, log: pino({ level: 'silent' }) }));
}
