import { join } from 'node:path';
import type { Logger } from 'pino';
import { withSchemas } from '../domain/catalogue.ts';
import type { EventStore } from '../domain/kernel/event-store.ts';
import type { ContactKeys } from '../domain/ports/contact-keys.ts';
import type { MediaStore } from '../domain/ports/media-store.ts';
import type { SnapshotBoxes } from '../domain/ports/snapshots.ts';
import type { StateStore } from '../domain/ports/state-store.ts';
import type { Quotas } from '../domain/quota/quotas.ts';
import { collections } from '../projections/index.ts';
import type { ReadStore } from '../projections/ports/read-store.ts';
import { version as folds } from '../projections/version.ts';
import { meterMedia } from '../stores/media-store/metered.ts';
import { createSnapshotBoxes } from '../stores/snapshots/snapshots.ts';
import type { Config } from './config.ts';
import type { MediaSetting } from './media-setting.ts';

export interface Stores {
  /** Parses events on their way in and out, and seals what is personal in them. */
  readonly eventStore: EventStore;
  /** The same log as it is stored. */
  readonly storedEvents: EventStore;
  readonly readStore: ReadStore;
  readonly state: StateStore;
  readonly media: MediaStore;
  readonly contactKeys: ContactKeys;
  readonly snapshots: SnapshotBoxes;
  close(): Promise<void>;
}

async function openMediaStore(setting: MediaSetting, log: Logger): Promise<MediaStore> {
  if ('bucket' in setting)
    return (await import('../stores/media-store/s3.ts')).openS3MediaStore({ ...setting, log });
  return (await import('../stores/media-store/disk.ts')).openDiskMediaStore(setting);
}

/** Resolves with the engines the environment names; embedded ones where it names none. Each adapter is loaded only when used. */
export async function openStores(
  config: Pick<Config, 'eventStore' | 'readStore' | 'dataDir' | 'media' | 'secretKey'> &
    Partial<Pick<Config, 'instanceId'>> & { readonly quotas?: Partial<Quotas> | undefined },
  log: Logger,
): Promise<Stores> {
  const { dataDir } = config;
  const opened: { close(): Promise<void> }[] = [];
  const openStore = async <T extends { close(): Promise<void> }>(store: Promise<T>): Promise<T> => {
    const ready = await store;
    opened.unshift(ready);
    return ready;
  };
  const close = async () => {
    for (const store of opened) await store.close();
  };
  try {
    const eventStore = await openStore(
      config.eventStore === undefined
        ? import('../stores/event-store/sqlite/store.ts').then((m) =>
            m.openSqliteEventStore({ path: join(dataDir, 'events.sqlite'), log, appendsApart: 'usual' }),
          )
        : import('../stores/event-store/eventstoredb/store.ts').then((m) =>
            m.openEventStoreDb({ url: config.eventStore as string, log }),
          ),
    );
    const mongo = config.readStore;
    const readStore = await openStore<ReadStore>(
      mongo === undefined
        ? import('../stores/read-store/sqlite/store.ts').then((m) =>
            m.openSqliteReadStore({
              path: join(dataDir, 'read-models'),
              collections,
              folds,
              log,
              commitsApart: 'usual',
            }),
          )
        : import('../stores/read-store/mongo/store.ts').then((m) =>
            m.openMongoReadStore({ url: mongo, collections, folds, log }),
          ),
    );
    const state = await openStore<StateStore>(
      mongo === undefined
        ? import('../stores/state-store/sqlite/store.ts').then((m) =>
            m.openSqliteStateStore({ path: join(dataDir, 'state.sqlite'), log, writesApart: 'usual' }),
          )
        : import('../stores/state-store/mongo/store.ts').then((m) =>
            m.openMongoStateStore({ url: mongo, instanceId: config.instanceId }),
          ),
    );
    const media = await openStore<MediaStore>(
      openMediaStore(config.media, log).then((store) =>
        meterMedia(store, { state, limitBytes: config.quotas?.storage ?? 0 }),
      ),
    );
    const { createContactKeys } = await import('../stores/contact-keys/contact-keys.ts');
    const contactKeys = createContactKeys({ state, secretKey: config.secretKey });
    return {
      eventStore: withSchemas(eventStore, contactKeys),
      storedEvents: eventStore,
      readStore,
      state,
      media,
      contactKeys,
      snapshots: createSnapshotBoxes({ state, contactKeys, log }),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
