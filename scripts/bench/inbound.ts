import { pino } from 'pino';
import { createDesk, type Desk } from '../../domain/desk/desk.ts';
import { newId } from '../../domain/kernel/ids.ts';
import type { Driver, DriverContext } from '../../gateway/driver/driver.ts';
import { createGateway } from '../../gateway/gateway.ts';
import { projections } from '../../projections/index.ts';
import type { ReadStore } from '../../projections/ports/read-store.ts';
import { createProjector } from '../../projections/projector/projector.ts';
import { sealLog } from '../../server/log-chain/seal-log.ts';
import { verifyInProcess } from '../../server/log-chain/verify-process.ts';
import { openStores } from '../../server/stores.ts';
import { embeddedIn } from './embedded.ts';
import { type Bench, inFolder, percentile, round } from './measure.ts';

const contacts = 1_000;
/** Messages the driver hands over before it waits for the oldest, as a busy network would. */
const usualInFlight = 2_000;

/** Returns a driver that only connects; the bench calls the gateway's handler as a network would. */
const quietDriver = (context: DriverContext): Driver => ({
  idempotentSend: true,
  externalIdOf: (messageId) => messageId,
  connect: () => context.handler({ type: 'status', status: 'connected', number: '5511999990000' }),
  disconnect: async () => {},
  send: async () => {},
  edit: async () => {},
  delete: async () => {},
  checkNumber: async (number) => ({ exists: true, number }),
  downloadMedia: async () => {
    throw new Error('no media here');
  },
});

/** What a measurement has beyond the usual. `prepare`: what its company has set up; `send`: what its driver does with a message. */
interface Wanted {
  readonly prepare?: (desk: Desk, of: { companyId: string; connectionId: string }) => Promise<void>;
  readonly send?: Driver['send'];
}

/** Resolves with a desk, a projector and a gateway with one connected driver, started on the stores of this folder. */
export async function startConnected(folder: string, { prepare, send }: Wanted = {}) {
  // One of its own: it may be a full store.
  const companyId = newId();
  const log = pino({ level: 'error' });
  const where = embeddedIn(folder);
  const stores = await openStores(where, log);
  const { eventStore, readStore, state, media, contactKeys } = stores;
  const desk = createDesk({
    eventStore,
    contactKeys,
    now: () => new Date(),
    newId,
    hmac: (value) => Buffer.from(value).toString('hex'),
    log,
  });
  const projector = createProjector({ eventStore, readStore, state, projections, log });
  projector.start();
  const connected = Promise.withResolvers<DriverContext>();
  const gateway = createGateway({
    desk,
    eventStore,
    readStore,
    state,
    media,
    reached: projector.reached,
    newId,
    holderId: 'bench',
    storedEvents: stores.storedEvents,
    chain: {
      sealRuns: sealLog(where, stores.storedEvents),
      verify: (signal) => verifyInProcess(where, signal),
    },
    config: { secretKey: where.secretKey, maxMediaBytes: 1_000_000 },
    log,
    openDriver: async (_channel, opened) => {
      if (opened.companyId === companyId) connected.resolve(opened);
      return { ...quietDriver(opened), ...(send && { send }) };
    },
  });
  const system = { companyId, actor: { kind: 'system', id: 'bench' } } as const;
  await desk.companies.create(system, { name: `Bench ${companyId}` });
  const { connectionId } = await desk.connections.create(system, { name: 'Bench', channel: 'simulator' });
  await prepare?.(desk, { companyId, connectionId });
  await desk.connections.requestSession(system, { connectionId, wanted: 'start' });
  await gateway.start();
  const late = setTimeout(() => connected.reject(new Error('the gateway did not connect')), 10_000);
  const { handler } = await connected.promise.finally(() => clearTimeout(late));
  return {
    handler,
    readStore,
    async stop(): Promise<void> {
      await gateway.stop();
      await projector.stop();
      await stores.close();
    },
  };
}

/** Returns what measures how long each of `count` messages takes from being handed over until it is on the feed. */
function watchFeed(readStore: ReadStore, count: number) {
  const handedOver = new Map<string, number>();
  const delays: number[] = [];
  const all = Promise.withResolvers<void>();
  readStore.onCommit((notices) => {
    const at = performance.now();
    for (const notice of notices) {
      if (!notice.channel.endsWith('-appMessage')) continue;
      const began = handedOver.get((notice.document as { externalId: string }).externalId);
      if (began === undefined) continue;
      delays.push(at - began);
      if (delays.length === count) all.resolve();
    }
  });
  return {
    delays,
    all: all.promise,
    handsOver: (externalId: string) => void handedOver.set(externalId, performance.now()),
  };
}

/** Returns what a person writes: the nth message of a run. */
export const written = (number: number, person: number, body: string) => ({
  type: 'message' as const,
  message: {
    externalId: `3EB0${number.toString(16).toUpperCase().padStart(18, '0')}`,
    addresses: [`55119${String(10_000_000 + person).padStart(8, '0')}`],
    name: `Contato ${person}`,
    isGroup: false,
    fromMe: false,
    body,
    mediaType: 'chat' as const,
    sentAt: new Date().toISOString(),
  },
});

/**
 * Resolves with the figures once messages were handed over to a gateway on the stores of this folder, so many at a
 * time, and all are on the feed.
 */
export async function handOver(folder: string, count: number, inFlight = usualInFlight) {
  const { handler, readStore, stop } = await startConnected(folder);
  const feed = watchFeed(readStore, count);
  const began = performance.now();
  let next = 0;
  const lane = async () => {
    while (next < count) {
      const number = next++;
      const body = `Mensagem ${number}: chegou tudo certinho, muito obrigada!`;
      const event = written(number, number % contacts, body);
      feed.handsOver(event.message.externalId);
      await handler(event);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, lane));
  const durable = performance.now() - began;
  await feed.all;
  const seconds = (performance.now() - began) / 1_000;
  await stop();
  return { perSecond: count / seconds, seconds, durable, delays: feed.delays };
}

/**
 * Returns the figures of the way driver → durable → projected → on the feed: all roles in this process, embedded
 * stores, 1,000 contacts.
 */
export const inbound: Bench = ({ quick, scale }) =>
  inFolder(async (folder) => {
    const count = (quick ? 20_000 : 150_000) * scale;
    const { perSecond, seconds, durable, delays } = await handOver(folder, count);
    return [
      {
        name: 'inbound_end_to_end',
        value: Math.round(perSecond),
        unit: 'messages/s',
        target: 6_000,
        note: `${contacts} contacts; durable after ${round(durable / 1_000)} s of ${round(seconds)} s; driver to feed p50 ${round(percentile(delays, 0.5), 0)} ms with ${usualInFlight} in flight`,
      },
    ];
  });
