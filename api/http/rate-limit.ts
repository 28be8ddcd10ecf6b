import type { FastifyRequest } from 'fastify';
import { DomainError } from '../../domain/errors.ts';
import type { App } from '../deps.ts';

/**
 * Returns the limit of how often something may be asked in a while (usually a minute), by whatever `keyOf` tells apart;
 * each call counts for itself, and each process too.
 * @throws ERR_TOO_MANY_REQUESTS with details {retryAfter} in seconds
 */
export function perMinute(
  app: App,
  max: number,
  keyOf: (request: FastifyRequest) => string,
  timeWindow = 60_000,
): (request: FastifyRequest) => Promise<void> {
  const count = app.createRateLimit({ max, timeWindow, keyGenerator: keyOf });
  return async (request) => {
    const limit = await count(request);
    if (limit.isAllowed || !limit.isExceeded) return;
    throw new DomainError('ERR_TOO_MANY_REQUESTS', undefined, {
      details: { retryAfter: limit.ttlInSeconds },
    });
  };
}
