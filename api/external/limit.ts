import type { FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '../../domain/errors.ts';
import type { App } from '../deps.ts';

/** Calls a minute of one token. */
const mostCalls = 600;

/** Returns what counts a token's calls and says in the headers how many are left. */
export function limitTokenCalls(app: App) {
  const count = app.createRateLimit({
    max: mostCalls,
    timeWindow: 60_000,
    keyGenerator: (request: FastifyRequest) => `token ${request.session.userId}`,
  });
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
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
  };
}
