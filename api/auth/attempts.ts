import { createHash } from 'node:crypto';
import { DomainError } from '../../domain/errors.ts';
import type { StateStore } from '../../domain/ports/state-store.ts';

const windowMs = 10 * 60_000;
const most = 10;

interface Attempts {
  readonly count: number;
  /** By the store's clock. */
  readonly since: number;
}

/**
 * Logins that have not succeeded, per address and e-mail, counted over all api processes and over their restarts: ten
 * close the door for ten minutes; who succeeds starts again.
 */
export function createAttempts(state: StateStore) {
  // No e-mail or address stands in the store's keys.
  const entryKey = (key: string) => `login-attempts/${createHash('sha256').update(key).digest('base64url')}`;
  return {
    /**
     * Counted before the password is looked at: a hundred asked at once would otherwise all be let through.
     * @throws ERR_TOO_MANY_REQUESTS with details {retryAfter} in seconds
     */
    async begin(key: string): Promise<void> {
      for (;;) {
        const known = await state.get<Attempts>(entryKey(key));
        const now = await state.now();
        const { count, since } = known?.value ?? { count: 0, since: now };
        if (count >= most) {
          const retryAfter = Math.max(1, Math.ceil((since + windowMs - now) / 1000));
          throw new DomainError('ERR_TOO_MANY_REQUESTS', undefined, { details: { retryAfter } });
        }
        const ttlMs = Math.max(1, since + windowMs - now);
        const next: Attempts = { count: count + 1, since };
        if (await state.set(entryKey(key), next, { expected: known?.version ?? null, ttlMs })) return;
      }
    },
    async succeeded(key: string): Promise<void> {
      await state.delete(entryKey(key));
    },
  };
}
