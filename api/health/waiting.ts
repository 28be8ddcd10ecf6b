import { type FastifyInstance, fastify } from 'fastify';
import type { StoreState } from './readiness.ts';

/** Returns what answers before the event store does: `/healthz` that the process lives, anything else 503 with the reason. */
export const buildWaiting = (eventStore: () => StoreState): FastifyInstance => {
  // Whom to wait for and why is in the log already.
  const app = fastify({ logger: false });
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.setNotFoundHandler(async (_request, reply) =>
    reply.code(503).send({ status: 'starting', stores: { eventStore: eventStore() } }),
  );
  return app;
};
