import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { z } from 'zod';
import type { ApiDeps, App } from '../deps.ts';

const patienceMs = 2_000;
/** Read models further behind than this show users an old world. */
const worstLagMs = 30_000;

const within = <T>(work: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer in ${patienceMs} ms`)), patienceMs);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
};

/** `/healthz`: the process lives. `/readyz`: it can do its work; 503 says why not. `/metrics`: Prometheus. */
export function healthRoutes(
  app: App,
  deps: Pick<ApiDeps, 'eventStore' | 'readStore' | 'state' | 'projectorStatus' | 'config' | 'metrics'> & {
    subscribers?: () => number;
  },
): void {
  const registry = deps.metrics ?? new Registry();
  collectDefaultMetrics({ register: registry });
  const gauge = (name: string, help: string, read: () => Promise<number> | number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        this.set(await read());
      },
    });
  gauge(
    'balcao_projection_lag_events',
    'Events not yet folded',
    async () => (await deps.projectorStatus?.())?.lag ?? 0,
  );
  gauge(
    'balcao_projection_lag_seconds',
    'Age of the oldest event not yet folded',
    async () => ((await deps.projectorStatus?.())?.lagMs ?? 0) / 1_000,
  );
  gauge(
    'balcao_projection_parked_events',
    'Events that could not be folded',
    async () => (await deps.projectorStatus?.())?.parked ?? 0,
  );
  if (deps.subscribers)
    gauge('balcao_live_subscribers', 'Open subscriptions of the change feed', deps.subscribers);

  app.get('/healthz', { schema: { hide: true } }, () => ({ status: 'ok', version: deps.config.version }));

  app.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    const probe = async (name: string, work: () => Promise<unknown>) => {
      try {
        await within(work());
        return [name, 'ok'] as const;
      } catch (error) {
        return [name, (error as Error).message] as const;
      }
    };
    const stores = Object.fromEntries(
      await Promise.all([
        probe('eventStore', () => deps.eventStore.ping()),
        probe('readStore', () => deps.readStore.ping()),
        probe('stateStore', () => deps.state.now()),
      ]),
    );
    const projector = await deps.projectorStatus?.();
    const red =
      Object.values(stores).some((state) => state !== 'ok') ||
      (projector?.lagMs ?? 0) > worstLagMs ||
      projector?.failing !== undefined;
    const status = red ? 'unavailable' : (projector?.parked ?? 0) > 0 ? 'degraded' : 'ok';
    return reply.code(red ? 503 : 200).send({ status, stores, ...(projector && { projector }) });
  });

  app.get(
    '/metrics',
    {
      schema: { hide: true, response: { 200: z.string() } },
      serializerCompiler: () => (text) => text as unknown as string,
    },
    async (_request, reply) => reply.type(registry.contentType).send(await registry.metrics()),
  );
}
