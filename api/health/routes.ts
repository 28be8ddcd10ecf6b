import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { z } from 'zod';
import type { ApiConfig, ApiDeps, App } from '../deps.ts';
import { isNearby } from '../http/nearby.ts';
import { createReadiness } from './readiness.ts';

const digest = (text: string) => createHash('sha256').update(text).digest();

/**
 * Whether who asks may have the metrics: with a token whoever has it, without one only this machine. How busy a desk
 * is, is nobody else's business.
 */
function mayMeasure({ metricsToken }: Pick<ApiConfig, 'metricsToken'>, request: FastifyRequest): boolean {
  if (metricsToken === undefined) return isNearby(request);
  const given = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
  return timingSafeEqual(digest(given), digest(metricsToken));
}

/** `/healthz`: the process lives. `/readyz`: it can do its work; 503 says why not. `/metrics`: Prometheus. */
export function healthRoutes(
  app: App,
  deps: Pick<
    ApiDeps,
    'eventStore' | 'readStore' | 'state' | 'projectorStatus' | 'stopping' | 'config' | 'metrics' | 'log'
  > & {
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
  gauge('balcao_projection_running', '1: somebody folds the read models of this version', async () =>
    (await deps.projectorStatus?.())?.running === false ? 0 : 1,
  );
  if (deps.subscribers)
    gauge('balcao_live_subscribers', 'Open subscriptions of the change feed', deps.subscribers);

  app.get('/healthz', { schema: { hide: true } }, () => ({ status: 'ok', version: deps.config.version }));

  const readiness = createReadiness(deps);
  app.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    const answer = await readiness();
    const fit = answer.status === 'ok' || answer.status === 'degraded';
    return reply.code(fit ? 200 : 503).send(answer);
  });

  app.get(
    '/metrics',
    {
      schema: { hide: true, response: { 200: z.string(), 403: z.string() } },
      serializerCompiler: () => (text) => text as unknown as string,
    },
    async (request, reply) => {
      if (!mayMeasure(deps.config, request))
        return reply.code(403).type('text/plain').send('METRICS_TOKEN\n');
      return reply.type(registry.contentType).send(await registry.metrics());
    },
  );
}
