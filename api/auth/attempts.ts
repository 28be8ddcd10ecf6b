import { DomainError } from '../../domain/errors.ts';
import { updateEntry } from '../../domain/ports/state-entries.ts';
import type { StateStore } from '../../domain/ports/state-store.ts';
import { textHash } from './text-hash.ts';

const windowMs = 10 * 60_000;
/** From one address, or on one device. */
export const mostAtOneDoor = 10;

/** Wrong passwords of one account, from anywhere, before strangers to it have to wait. */
export const freeOfAccount = 20;
const forgottenMs = 3_600_000;
/** Once strangers have to wait, the account must be left in peace this long before they need not. */
const peaceMs = 24 * 3_600_000;
const longestWaitMs = 15 * 60_000;

interface Attempts {
  readonly count: number;
  /** By the store's clock. */
  readonly since: number;
}
interface AccountAttempts {
  readonly count: number;
  /** Until then nobody who is a stranger to the account is heard; by the store's clock. */
  readonly until: number;
}

/** Who tries: the device is one that this account has signed in on before, and is known by a cookie of ours. */
export interface Attempt {
  readonly email: string;
  readonly address: string;
  readonly device: string | undefined;
}

/** Returns how long strangers wait after the nth wrong password of an account: 2 s, 4 s, … a quarter of an hour. */
export const waitMs = (count: number): number =>
  count <= freeOfAccount ? 0 : Math.min(longestWaitMs, 1_000 * 2 ** Math.min(20, count - freeOfAccount));

const tooMany = (waitsMs: number) =>
  new DomainError('ERR_TOO_MANY_REQUESTS', undefined, {
    details: { retryAfter: Math.max(1, Math.ceil(waitsMs / 1000)) },
  });

/**
 * Returns logins that have not succeeded, counted over all api processes and over their restarts, twice: by address and
 * e-mail (ten close the door for ten minutes), and by e-mail over all addresses (from the twentieth on each costs twice
 * the wait of the one before). A device the account is known on is counted by itself alone: nobody elsewhere can lock
 * it out.
 */
export function createAttempts(state: StateStore) {
  // No e-mail or address stands in the store's keys.
  const entryKey = (kind: string, key: string) => `login-attempts/${kind}/${textHash(key)}`;
  const doorOf = ({ email, address, device }: Attempt) =>
    device === undefined
      ? entryKey('address', `${address} ${email}`)
      : entryKey('device', `${device} ${email}`);
  const accountOf = ({ email }: Attempt) => entryKey('account', email);

  async function countDoor(key: string): Promise<void> {
    await updateEntry<Attempts>(state, key, async (known) => {
      const now = await state.now();
      const { count, since } = known?.value ?? { count: 0, since: now };
      if (count >= mostAtOneDoor) throw tooMany(since + windowMs - now);
      return { value: { count: count + 1, since }, ttlMs: Math.max(1, since + windowMs - now) };
    });
  }

  async function countAccount(key: string): Promise<void> {
    await updateEntry<AccountAttempts>(state, key, async (known) => {
      const now = await state.now();
      const { count, until } = known?.value ?? { count: 0, until: 0 };
      if (until > now) throw tooMany(until - now);
      const value: AccountAttempts = { count: count + 1, until: now + waitMs(count + 1) };
      return { value, ttlMs: value.count > freeOfAccount ? peaceMs : forgottenMs };
    });
  }

  return {
    /**
     * Counted before the password is looked at: a hundred asked at once would otherwise all be let through.
     * @throws ERR_TOO_MANY_REQUESTS with details {retryAfter} in seconds
     */
    async begin(attempt: Attempt): Promise<void> {
      await countDoor(doorOf(attempt));
      if (attempt.device === undefined) await countAccount(accountOf(attempt));
    },
    async succeeded(attempt: Attempt): Promise<void> {
      await state.delete(doorOf(attempt));
      await updateEntry<AccountAttempts>(state, accountOf(attempt), (known) => {
        if (!known) return undefined;
        const { count } = known.value;
        if (count <= freeOfAccount) return null;
        // An account under attack stays so: a right password takes back its own count, and forgives nobody else's.
        if (attempt.device !== undefined) return undefined;
        return { value: { count: count - 1, until: 0 }, ttlMs: peaceMs };
      });
    },
  };
}
