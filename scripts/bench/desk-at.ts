import { pino } from 'pino';
import { createDesk } from '../../domain/desk/desk.ts';
import { newId } from '../../domain/kernel/ids.ts';
import type { StateStore } from '../../domain/ports/state-store.ts';
import { createGateway } from '../../gateway/gateway.ts';
import type { GatewayConfig, GatewayDeps } from '../../gateway/gateway-config.ts';
import { projections } from '../../projections/index.ts';
import { createProjector } from '../../projections/projector/projector.ts';
import { openStores } from '../../server/stores.ts';
import { embeddedIn } from './embedded.ts';

const companyId = '0b0e2a3c-2f3e-5a55-8a38-7a0f4f1f2c11';
const system = { companyId, actor: { kind: 'system', id: 'bench' } } as const;

/** Returns embedded stores, a running projector, a company, and as many gateways as a measurement starts, in this process. */
export async function deskAt(folder: string) {
  const log = pino({ level: 'error' });
  const where = embeddedIn(folder);
  const stores = await openStores(where, log);
  const { eventStore, readStore, state, media, contactKeys } = stores;
  const desk = createDesk({
    eventStore,
    contactKeys,
    log,
    newId,
    now: () => new Date(),
    hmac: (value) => Buffer.from(value).toString('hex'),
  });
  const projector = createProjector({ eventStore, readStore, state, projections, log });
  projector.start();
  await desk.companies.create(system, { name: 'Bench' });
  return {
    state,
    readStore,
    /** So many new connections that are to be driven. `prepare`: before the gateway hears of it. */
    async connections(
      count: number,
      channel: string,
      prepare: (connectionId: string) => Promise<void> = async () => {},
    ): Promise<void> {
      let position = 0;
      for (let n = 0; n < count; n++) {
        const connectionId = newId();
        await prepare(connectionId);
        await desk.connections.create(system, { connectionId, name: `Número ${n}`, channel });
        const wanted = { connectionId, wanted: 'start' } as const;
        ({ position } = await desk.connections.requestSession(system, wanted));
      }
      await projector.reached(position, 60_000);
    },
    gateway: (
      more: Pick<GatewayDeps, 'openDriver'> & { state?: StateStore; config?: Partial<GatewayConfig> },
    ) =>
      createGateway({
        desk,
        eventStore,
        readStore,
        media,
        reached: projector.reached,
        newId,
        log,
        state: more.state ?? state,
        holderId: newId(),
        config: { secretKey: where.secretKey, maxMediaBytes: 1_000_000, ...more.config },
        ...(more.openDriver && { openDriver: more.openDriver }),
      }),
    async close() {
      await projector.stop();
      await stores.close();
    },
  };
}

/** Resolves with the milliseconds it took until `done` held. */
export async function until(done: () => boolean, withinMs = 120_000): Promise<number> {
  const began = performance.now();
  while (!done()) {
    if (performance.now() - began > withinMs) throw new Error('it did not happen in time');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return performance.now() - began;
}

/** Returns the share of one core that this process takes while nothing happens, in percent. */
export async function idleCpu(ms: number): Promise<number> {
  const before = process.cpuUsage();
  const began = performance.now();
  await new Promise((resolve) => setTimeout(resolve, ms));
  const { user, system: kernel } = process.cpuUsage(before);
  return ((user + kernel) / 1_000 / (performance.now() - began)) * 100;
}

/** Returns the memory of this process in bytes, after what is garbage has been collected. */
export function memory(): { rss: number; heap: number } {
  globalThis.gc?.();
  const { rss, heapUsed: heap } = process.memoryUsage();
  return { rss, heap };
}
