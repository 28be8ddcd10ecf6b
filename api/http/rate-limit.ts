import type { FastifyRequest } from 'fastify';
import { DomainError } from '../../domain/errors.ts';
import type { App } from '../deps.ts';
import { drain } from './multipart.ts';

/**
 * How often something may be asked in a minute, by whatever `keyOf` tells apart; each call counts for itself, and each
 * process too.
 * @throws ERR_TOO_MANY_REQUESTS with details {retryAfter} in seconds
 */
export function perMinute(
  app: App,
  max: number,
  keyOf: (request: FastifyRequest) => string,
): (request: FastifyRequest) => Promise<void> {
  const count = app.createRateLimit({ max, timeWindow: 60_000, keyGenerator: keyOf });
  return async (request) => {
    const limit = await count(request);
    if (limit.isAllowed || !limit.isExceeded) return;
    throw new DomainError('ERR_TOO_MANY_REQUESTS', undefined, {
      details: { retryAfter: limit.ttlInSeconds },
    });
  };
}

/** Several files are a request each: two a second are more than people drop onto a conversation. */
export const uploadsPerMinute = 120;

/** Each is written to the disk before anything else is known of it: who sends without end must not fill it. */
export function limitUploads(app: App): void {
  const limit = perMinute(app, uploadsPerMinute, (request) => request.session.userId);
  app.addHook('preValidation', async (request) => {
    if (!request.isMultipart() || request.signedIn === null) return;
    try {
      await limit(request);
    } catch (error) {
      drain(request.raw);
      throw error;
    }
  });
}
