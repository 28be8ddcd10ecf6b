import { LRUCache } from 'lru-cache';
import { DomainError } from '../../domain/errors.ts';

const window = 10 * 60_000;
const most = 10;

/** Failed logins per address and e-mail; who succeeds starts again. Ten failures close the door for ten minutes. */
export function createAttempts() {
  const failures = new LRUCache<string, { count: number; since: number }>({
    // `max` would allocate for all of them at once.
    maxSize: 100_000,
    sizeCalculation: () => 1,
    ttl: window,
  });
  return {
    /** @throws ERR_TOO_MANY_REQUESTS with details {retryAfter} in seconds */
    refuseTooMany(key: string): void {
      const known = failures.get(key);
      if (!known || known.count < most) return;
      const retryAfter = Math.max(1, Math.ceil((known.since + window - Date.now()) / 1000));
      throw new DomainError('ERR_TOO_MANY_REQUESTS', undefined, { details: { retryAfter } });
    },
    failed(key: string): void {
      const known = failures.get(key) ?? { count: 0, since: Date.now() };
      known.count++;
      failures.set(key, known, { ttl: Math.max(1, known.since + window - Date.now()) });
    },
    succeeded(key: string): void {
      failures.delete(key);
    },
  };
}
