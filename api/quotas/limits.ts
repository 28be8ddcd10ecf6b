import type { FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '../../domain/errors.ts';
import { type Quotas, usualQuotas } from '../../domain/quota/quotas.ts';
import type { Session } from '../auth/subject.ts';
import type { App } from '../deps.ts';
import type { Count, Tally } from './tally.ts';

const seconds = (ms: number) => Math.max(1, Math.ceil(ms / 1_000));

/** @throws ERR_TOO_MANY_REQUESTS with details {what, limit, used, retryAfter} */
const refuse = (what: string, { limit, used, resetMs }: Count): never => {
  throw new DomainError('ERR_TOO_MANY_REQUESTS', `${used} of ${limit} ${what} this minute`, {
    details: { what, limit, used, retryAfter: seconds(resetMs) },
  });
};

/** Returns what a session may still do this minute. Each call counts one, or refuses with ERR_TOO_MANY_REQUESTS. */
export function createLimits(tally: Tally, given: Partial<Quotas> = {}) {
  const quotas = { ...usualQuotas, ...given };
  const take = (what: string, key: string, limit: number): Count => {
    const count = tally.count(`${what}:${key}`, limit);
    return count.allowed ? count : refuse(what, count);
  };
  return {
    quotas,
    /** Returns the tightest of the counts that it belongs to. */
    request({ userId, companyId }: Session, write: boolean): Count {
      const counts = [
        take('requests', userId, quotas.requests),
        take('companyRequests', companyId, quotas.companyRequests),
        ...(write
          ? [take('writes', userId, quotas.writes), take('companyWrites', companyId, quotas.companyWrites)]
          : []),
      ];
      const left = ({ limit, used }: Count) => (limit === 0 ? Number.POSITIVE_INFINITY : limit - used);
      return counts.reduce((tightest, count) => (left(count) < left(tightest) ? count : tightest));
    },
    file: ({ userId }: Session): void => void take('files', userId, quotas.files),
    send: (connectionId: string): void => void take('sends', connectionId, quotas.sends),
    /** What a company's users and its connections take this minute, against what they may. */
    useOf(companyId: string, connectionIds: readonly string[]) {
      const use = (what: string, key: string, limit: number) => ({
        limit,
        used: tally.used(`${what}:${key}`),
      });
      return {
        requests: use('companyRequests', companyId, quotas.companyRequests),
        writes: use('companyWrites', companyId, quotas.companyWrites),
        questions: use('companyQuestions', companyId, quotas.companyQuestions),
        sends: connectionIds.map((id) => ({ id, ...use('sends', id, quotas.sends) })),
      };
    },
    /** The network is asked whether a number is on it. */
    question({ userId, companyId }: Session): void {
      take('questions', userId, quotas.questions);
      take('companyQuestions', companyId, quotas.companyQuestions);
    },
  };
}
export type Limits = ReturnType<typeof createLimits>;

const reads = new Set(['GET', 'HEAD', 'OPTIONS']);

declare module 'fastify' {
  interface FastifyContextConfig {
    /** It changes nothing, whatever its method. */
    reads?: boolean;
  }
}
const isReading = ({ method, routeOptions }: FastifyRequest) =>
  reads.has(method) || routeOptions.config.reads === true;

/** Every request with a session counts, and its answer says what is left: after `guard`, which finds out whose it is. */
export function limitRequests(app: App, limits: Limits): void {
  const tell = (reply: FastifyReply, { limit, used, resetMs }: Pick<Count, 'limit' | 'used' | 'resetMs'>) => {
    if (limit === 0) return;
    reply
      .header('x-ratelimit-limit', limit)
      .header('x-ratelimit-remaining', Math.max(0, limit - used))
      .header('x-ratelimit-reset', seconds(resetMs));
  };
  app.addHook('onRequest', (request: FastifyRequest, reply, done) => {
    try {
      if (request.signedIn !== null)
        tell(reply, limits.request(request.signedIn.session, !isReading(request)));
      done();
    } catch (refusal) {
      done(refusal as Error);
    }
  });
}
