import { createHash, randomInt, timingSafeEqual } from 'node:crypto';
import { DomainError } from '../../domain/errors.ts';
import { updateEntry } from '../../domain/ports/state-entries.ts';
import type { StateStore } from '../../domain/ports/state-store.ts';
import type { Vault } from '../../domain/ports/vault.ts';

export const codeMinutes = 30;
const codeMs = codeMinutes * 60_000;
const mostTries = 5;
/** Over all codes of a day: who asks for one after the other guesses no more than this. */
const mostTriesOfDay = 20;
const dayMs = 24 * 3_600_000;

/** By the store's clock. Sealed: six digits are found from any hash of theirs in a moment. */
interface StoredCode {
  readonly sealed: string;
  readonly until: number;
  readonly tries: number;
  readonly triesOfDay: number;
  readonly since: number;
}
export interface ResetCode {
  readonly code: string;
  readonly userId: string;
  /** The password it was asked for under: with another one it is worth nothing. */
  readonly passwordSetBy: string | null;
}

const keyOf = (email: string): string =>
  `password-reset/${createHash('sha256').update(email).digest('base64url')}`;

function isSame(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => createHash('sha256').update(text).digest());
  return timingSafeEqual(a as Buffer, b as Buffer);
}

interface Codes {
  readonly state: StateStore;
  readonly vault: Vault;
}

/**
 * Returns a new code of six digits for this account; the one before is worth nothing from here on.
 * @throws ERR_TOO_MANY_REQUESTS with details {retryAfter} in seconds where too many were guessed at today
 */
export async function issueResetCode(
  { state, vault }: Codes,
  email: string,
  user: Pick<ResetCode, 'userId' | 'passwordSetBy'>,
): Promise<string> {
  const key = keyOf(email);
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const sealed = vault.seal(key, JSON.stringify({ code, ...user } satisfies ResetCode));
  await updateEntry<StoredCode>(state, key, async (before) => {
    const now = await state.now();
    const isSameDay = before !== undefined && now < before.value.since + dayMs;
    const { triesOfDay, since } = isSameDay ? before.value : { triesOfDay: 0, since: now };
    if (triesOfDay >= mostTriesOfDay)
      throw new DomainError('ERR_TOO_MANY_REQUESTS', undefined, {
        details: { retryAfter: Math.ceil((since + dayMs - now) / 1000) },
      });
    const value: StoredCode = { sealed, until: now + codeMs, tries: 0, triesOfDay, since };
    return { value, ttlMs: Math.max(since + dayMs - now, codeMs) };
  });
  return code;
}

/** A code that was found to be right: good for one change, unless another is asked for meanwhile. */
export interface HeldCode extends ResetCode {
  /** Uses it up. Returns false when somebody else was faster. */
  readonly use: () => Promise<boolean>;
  /** It was right, and what was to be done with it was refused: the try is given back. */
  readonly giveBack: () => Promise<void>;
}

/** Returns the code when it is this one; undefined: it is not, there is none, or it was tried too often. Each look is a try, also of a hundred at once. */
export async function tryResetCode(
  { state, vault }: Codes,
  email: string,
  given: string,
): Promise<HeldCode | undefined> {
  const key = keyOf(email);
  let before: StoredCode | undefined;
  let ttlMs = 0;
  const counted = await updateEntry<StoredCode>(state, key, async (entry) => {
    const now = await state.now();
    if (!entry || now > entry.value.until || entry.value.tries >= mostTries) return undefined;
    before = entry.value;
    ttlMs = Math.max(1, (entry.expiresAt ?? 0) - now);
    const { tries, triesOfDay } = before;
    return { value: { ...before, tries: tries + 1, triesOfDay: triesOfDay + 1 }, ttlMs };
  });
  if (!counted || !before) return undefined;
  const issued = JSON.parse(vault.open(key, before.sealed)) as ResetCode;
  if (!isSame(issued.code, given)) return undefined;
  const { version: expected } = counted;
  return {
    ...issued,
    use: () => state.delete(key, { expected }),
    giveBack: async () => void (await state.set(key, before, { expected, ttlMs })),
  };
}
