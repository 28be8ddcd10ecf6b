import { createHmac, hkdfSync } from 'node:crypto';
import type { Logger } from 'pino';
import type { ApiConfig, ApiDeps } from '../api/deps.ts';
import type { Desk } from '../domain/desk/desk.ts';
import { createDesk } from '../domain/desk/desk.ts';
import { newId } from '../domain/kernel/ids.ts';
import { collectionPages } from '../projections/ports/collection-pages.ts';
import type { Config } from './config.ts';
import { type ProjectorConfig, type ProjectorView, startProjector } from './projector.ts';
import type { Stores } from './stores.ts';

/** What every role of a process works with. */
export interface Composition {
  readonly stores: Stores;
  readonly desk: Desk;
  readonly projector: ProjectorView;
  readonly sharesProcess: boolean;
  readonly secretKey: string;
}

/** Keys for different uses must not be the same bytes. */
const derivedKey = (secret: string, use: string) =>
  Buffer.from(hkdfSync('sha256', secret, 'balcao', use, 32));

/** Returns the commands and the running projector over these stores. The projector is the caller's to stop. */
export function compose(
  config: ProjectorConfig & Pick<Config, 'secretKey'>,
  stores: Stores,
  log: Logger,
): Composition {
  const claimKey = derivedKey(config.secretKey, 'claims');
  const desk = createDesk({
    eventStore: stores.eventStore,
    contactKeys: stores.contactKeys,
    now: () => new Date(),
    newId,
    hmac: (value) => createHmac('sha256', claimKey).update(value).digest('hex'),
    existing: async (companyId, what) => {
      const ids: string[] = [];
      for await (const some of collectionPages(stores.readStore.forCompany(companyId), what, {
        sort: ['name'],
      }))
        ids.push(...some.map(({ id }) => id));
      return ids;
    },
    log,
  });
  return {
    stores,
    desk,
    projector: startProjector(config, stores, log),
    sharesProcess: config.roles.has('projector'),
    secretKey: config.secretKey,
  };
}

/** Returns what the API, or the health check of a process without it, is built from. */
export async function apiDeps(
  { stores, desk, projector, sharesProcess, secretKey }: Composition,
  config: Omit<ApiConfig, 'secretKey'>,
  more: Pick<ApiDeps, 'log' | 'metrics' | 'stopping' | 'onRoute' | 'now'>,
): Promise<ApiDeps> {
  const { eventStore, readStore, state, media } = stores;
  // With the libraries it seals with, when something is sealed for the first time.
  const { createVault } = await import('../gateway/secrets/vault.ts');
  return {
    desk,
    eventStore,
    readStore,
    state,
    media,
    vault: createVault(secretKey),
    reached: projector.reached,
    projectorStatus: projector.status,
    sharesProcess,
    config: { ...config, secretKey },
    ...more,
  };
}
