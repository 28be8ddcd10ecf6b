import { createHmac, createSecretKey, hkdfSync } from 'node:crypto';
import type { Logger } from 'pino';
import type { ApiConfig, ApiDeps, LogChain } from '../api/deps.ts';
import type { Desk } from '../domain/desk/desk.ts';
import { createDesk } from '../domain/desk/desk.ts';
import { newId } from '../domain/kernel/ids.ts';
import { nameKey } from '../domain/text/name-key.ts';
import type { Ask } from '../outgoing/ask.ts';
import { type Assistants, type AssistantsSettings, openAssistants } from '../outgoing/assistants/open.ts';
import {
  type BillingSystemSettings,
  type BillingSystems,
  openBillingSystems,
} from '../outgoing/billing-systems/open.ts';
import { openWebhooks } from '../outgoing/webhooks/open.ts';
import { openPayments, type Payments } from '../payments/open.ts';
import { collectionPages } from '../projections/ports/collection-pages.ts';
import { chainEnd, linkOf } from '../stores/log-chain/find.ts';
import { storedEventsOf } from '../stores/log-chain/read-events.ts';
import type { Config } from './config.ts';
import { verifyInProcess } from './log-chain/verify-process.ts';
import { type ProjectorConfig, type ProjectorView, startProjector } from './projector.ts';
import type { Stores } from './stores.ts';

/** What every role of a process works with. */
export interface Composition {
  readonly stores: Stores;
  readonly desk: Desk;
  readonly projector: ProjectorView;
  readonly sharesProcess: boolean;
  readonly secretKey: string;
  readonly chain: LogChain;
  readonly payments: Payments | undefined;
  readonly billingSystems: BillingSystems;
  readonly assistants: Assistants;
  readonly webhooks: Ask;
}

/**
 * Returns the key for one use: keys for different uses must not be the same bytes. A key object: of plain bytes each
 * HMAC would make one (14 µs).
 */
const derivedKey = (secret: string, use: string) =>
  createSecretKey(Buffer.from(hkdfSync('sha256', secret, 'balcao', use, 32)));

/** Returns the log's chain, read as the engine gives events: what is compared here is what they say; bytes are for a verification. */
function chainOf(config: ProjectorConfig, { storedEvents }: Stores): LogChain {
  const log = storedEventsOf(storedEvents);
  return {
    state: () => chainEnd(log),
    linkOf: (position) => linkOf(log, position),
    verify: (signal) => verifyInProcess(config, signal),
  };
}

/** Returns the commands and the running projector over these stores. The projector is the caller's to stop. */
export function compose(
  config: ProjectorConfig &
    Pick<Config, 'secretKey'> &
    Partial<Pick<Config, 'payments' | 'publicUrl'> & BillingSystemSettings & AssistantsSettings>,
  stores: Stores,
  log: Logger,
): Composition {
  const claimKey = derivedKey(config.secretKey, 'claims');
  const rowsOf = async (companyId: string, collection: string) => {
    const ids: string[] = [];
    const reader = stores.readStore.forCompany(companyId);
    for await (const some of collectionPages(reader, collection, { sort: ['id'] }))
      ids.push(...some.map(({ id }) => id));
    return ids;
  };
  const desk = createDesk({
    eventStore: stores.eventStore,
    contactKeys: stores.contactKeys,
    snapshots: stores.snapshots,
    now: () => new Date(),
    newId,
    hmac: (value) => createHmac('sha256', claimKey).update(value).digest('hex'),
    existing: rowsOf,
    rowsOf,
    companiesNamed: async (nameKey) => {
      const named = await stores.readStore.allCompanies().find('companies', { where: { nameKey } });
      return named.map(({ id }) => id);
    },
    rowsNamed: async (companyId, collection, field, name) => {
      const ids: string[] = [];
      const named = { search: name };
      for await (const some of collectionPages(stores.readStore.forCompany(companyId), collection, named))
        ids.push(
          ...some
            .filter((row) => nameKey(String(Reflect.get(row, field))) === nameKey(name))
            .map(({ id }) => id),
        );
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
    chain: chainOf(config, stores),
    payments: openPayments(config.payments ?? { provider: 'sandbox' }, {
      state: stores.state,
      desk,
      log,
      now: () => new Date(),
      secretKey: config.secretKey,
      publicUrl: config.publicUrl,
    }),
    billingSystems: openBillingSystems({ allowedPrivate: [], ...config }),
    assistants: openAssistants({ allowedPrivate: [], ...config }),
    webhooks: openWebhooks({ allowedPrivate: [], ...config }),
  };
}

/** Returns what the API, or the health check of a process without it, is built from. */
export async function apiDeps(
  {
    stores,
    desk,
    projector,
    sharesProcess,
    secretKey,
    chain,
    payments,
    billingSystems,
    assistants,
  }: Composition,
  config: Omit<ApiConfig, 'secretKey'>,
  moreDeps: Pick<ApiDeps, 'log' | 'metrics' | 'stopping' | 'onRoute' | 'now'>,
): Promise<ApiDeps> {
  const { eventStore, readStore, state, media } = stores;
  // With the libraries it seals with, when something is sealed for the first time.
  const { createVault } = await import('../gateway/secrets/vault.ts');
  return {
    desk,
    chain,
    payments,
    billingSystems,
    assistants,
    eventStore,
    readStore,
    state,
    media,
    vault: createVault(secretKey),
    reached: projector.reached,
    projectorStatus: projector.status,
    sharesProcess,
    config: { ...config, secretKey },
    ...moreDeps,
  };
}
