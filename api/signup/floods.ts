import { DomainError } from '../../domain/errors.ts';
import { updateEntry } from '../../domain/ports/state-entries.ts';
import type { StateStore } from '../../domain/ports/state-store.ts';
import { textHash } from '../auth/text-hash.ts';

const hourMs = 3_600_000;
/** Sign-ups of an hour that pass for people: from one network, with one address, and of all the world. */
const mostTries = { network: 10, email: 5, all: 200 } as const;

interface Count {
  readonly count: number;
  /** By the store's clock. */
  readonly since: number;
}

/** Returns what counts sign-ups over all api processes and over their restarts. */
export function createFloods(state: StateStore) {
  // No e-mail or address stands in the store's keys.
  const keyOf = (kind: string, value: string) => `signup/count/${kind}/${textHash(value)}`;

  async function count(kind: keyof typeof mostTries, value: string): Promise<void> {
    await updateEntry<Count>(state, keyOf(kind, value), async (known) => {
      const now = await state.now();
      const { count, since } = known?.value ?? { count: 0, since: now };
      const leftMs = Math.max(1, since + hourMs - now);
      if (count >= mostTries[kind])
        throw new DomainError('ERR_TOO_MANY_REQUESTS', undefined, {
          details: { retryAfter: Math.ceil(leftMs / 1000) },
        });
      return { value: { count: count + 1, since }, ttlMs: leftMs };
    });
  }

  /** Counts one more, before anything is made of it. @throws ERR_TOO_MANY_REQUESTS with details {retryAfter} in seconds */
  return async ({ network, email }: { readonly network: string; readonly email: string }): Promise<void> => {
    await count('network', network);
    await count('email', email);
    await count('all', '');
  };
}
