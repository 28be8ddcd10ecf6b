import type { FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '../../domain/errors.ts';
import type { App } from '../deps.ts';

/** Calls a minute of one token. */
const mostCalls = 600;

/** Counts each token's calls, whatever it calls, and says in the headers how many are left: after `guard`. */
export function limitTokenCalls(app: App): void {
  const count = app.createRateLimit({
    max: mostCalls,
    timeWindow: 60_000,
    keyGenerator: (request: FastifyRequest) => `token ${request.session.userId}`,
  });
  async function take(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const limit = await count(request);
    if (limit.isAllowed) return;
    reply.header('x-ratelimit-limit', limit.max);
    reply.header('x-ratelimit-remaining', limit.remaining);
    reply.header('x-ratelimit-reset', limit.ttlInSeconds);
    if (!limit.isExceeded) return;
    reply.header('retry-after', limit.ttlInSeconds);
    throw new DomainError('ERR_TOO_MANY_REQUESTS', undefined, {
      details: { retryAfter: limit.ttlInSeconds },
    });
  }
  app.addHook('onRequest', (request, reply, done) => {
    if (request.signedIn?.session.integration === undefined) return done();
    take(request, reply).then(() => done(), done);
  });
}
