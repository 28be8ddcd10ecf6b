import { createHash, randomInt, timingSafeEqual } from 'node:crypto';
import { DomainError } from '../../domain/errors.ts';
import { updateEntry } from '../../domain/ports/state-entries.ts';
import type { StateStore } from '../../domain/ports/state-store.ts';
import type { Vault } from '../../domain/ports/vault.ts';
import { textHash } from './text-hash.ts';

export const codeMinutes = 30;
const codeMs = codeMinutes * 60_000;
const mostTries = 5;
/** Over all codes of a day, of one who asks: whoever asks for one after the other guesses no more than this. */
const mostTriesOfDay = 20;
/** Of all strangers together: whoever has many addresses guesses no more than this. */
const mostTriesOfStrangers = 200;
const dayMs = 24 * 3_600_000;

/** By the store's clock. Sealed: six digits are found from any hash of theirs in a moment. */
interface StoredCode {
  readonly sealed: string;
  readonly until: number;
  readonly tries: number;
}
interface TriesOfDay {
  readonly tries: number;
  readonly since: number;
}
export interface ResetCode {
  readonly code: string;
  readonly userId: string;
  /** The password it was asked for under: with another one it is worth nothing. */
  readonly passwordSetBy: string | null;
}

/**
 * Who asks for a code, and guesses. Each has a code of their own and tries of their own: what a stranger asks for or
 * uses up is not the owner's.
 */
export interface Requester {
  /** The browser, by a cookie of ours. */
  readonly browser: string;
  readonly network: string;
  /** The account has signed in on this browser: no stranger's tries count against it. */
  readonly isKnown: boolean;
}

interface Codes {
  readonly state: StateStore;
  readonly vault: Vault;
}

// No e-mail or address stands in the store's keys.
const codeKey = (email: string, browser: string) => `password-reset/${textHash(email)}/${textHash(browser)}`;
/** Returns where it stands which browser asked last from a network: who carries no cookies is known by nothing else. */
const networkKey = (email: string, network: string) =>
  `password-reset-from/${textHash(email)}/${textHash(network)}`;
const triesKeys = (email: string, { browser, network, isKnown }: Requester) => {
  const key = (of: string) => `password-reset-tries/${textHash(email)}/${textHash(of)}`;
  return isKnown
    ? [{ key: key(`browser ${browser}`), most: mostTriesOfDay }]
    : [
        { key: key(`network ${network}`), most: mostTriesOfDay },
        { key: key('strangers'), most: mostTriesOfStrangers },
      ];
};

function isSame(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => createHash('sha256').update(text).digest());
  return timingSafeEqual(a as Buffer, b as Buffer);
}

/** Adds to the tries of the day, also nothing. @throws ERR_TOO_MANY_REQUESTS with details {retryAfter} in seconds */
async function countTries(state: StateStore, email: string, requester: Requester, count: 0 | 1 | -1) {
  for (const { key, most } of triesKeys(email, requester))
    await updateEntry<TriesOfDay>(state, key, async (there) => {
      const now = await state.now();
      const { tries, since } = there?.value ?? { tries: 0, since: now };
      const leftMs = since + dayMs - now;
      if (count >= 0 && tries >= most)
        throw new DomainError('ERR_TOO_MANY_REQUESTS', undefined, {
          details: { retryAfter: Math.max(1, Math.ceil(leftMs / 1000)) },
        });
      return count === 0
        ? undefined
        : { value: { tries: Math.max(0, tries + count), since }, ttlMs: Math.max(1, leftMs) };
    });
}

/**
 * Returns a new code of six digits for this account; the one that the same browser asked for before is worth nothing from
 * here on.
 * @throws ERR_TOO_MANY_REQUESTS with details {retryAfter} in seconds where too many were guessed at today
 */
export async function issueResetCode(
  { state, vault }: Codes,
  email: string,
  user: Pick<ResetCode, 'userId' | 'passwordSetBy'>,
  requester: Requester,
): Promise<string> {
  await countTries(state, email, requester, 0);
  const key = codeKey(email, requester.browser);
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const sealed = vault.seal(key, JSON.stringify({ code, ...user } satisfies ResetCode));
  const value: StoredCode = { sealed, until: (await state.now()) + codeMs, tries: 0 };
  await state.set(key, value, { ttlMs: codeMs });
  await state.set(networkKey(email, requester.network), requester.browser, { ttlMs: codeMs });
  return code;
}

/** A code that was found to be right: good for one change, unless another is asked for meanwhile. */
export interface HeldCode extends ResetCode {
  /** Uses it up. Returns false when somebody else was faster. */
  readonly use: () => Promise<boolean>;
  /** It was right, and what was to be done with it was refused: the try is given back. */
  readonly giveBack: () => Promise<void>;
}

/**
 * Returns the code when it is this one; undefined: it is not, there is none, or it was tried too often. Each look is a try,
 * also of a hundred at once.
 * @throws ERR_TOO_MANY_REQUESTS with details {retryAfter} in seconds
 */
export async function tryResetCode(
  { state, vault }: Codes,
  email: string,
  givenCode: string,
  requester: Requester,
): Promise<HeldCode | undefined> {
  const own = codeKey(email, requester.browser);
  const asked = (await state.get(own))
    ? requester.browser
    : (await state.get<string>(networkKey(email, requester.network)))?.value;
  if (asked === undefined) return undefined;
  await countTries(state, email, requester, 1);
  const key = codeKey(email, asked);
  let before: StoredCode | undefined;
  const countedEntry = await updateEntry<StoredCode>(state, key, async (entry) => {
    const now = await state.now();
    if (!entry || now > entry.value.until || entry.value.tries >= mostTries) return undefined;
    before = entry.value;
    return { value: { ...before, tries: before.tries + 1 }, ttlMs: Math.max(1, before.until - now) };
  });
  if (!countedEntry || !before) return undefined;
  const storedCode = before;
  const issued = JSON.parse(vault.open(key, storedCode.sealed)) as ResetCode;
  if (!isSame(issued.code, givenCode)) return undefined;
  const { version: expected } = countedEntry;
  return {
    ...issued,
    use: () => state.delete(key, { expected }),
    giveBack: async () => {
      const ttlMs = Math.max(1, storedCode.until - (await state.now()));
      await state.set(key, storedCode, { expected, ttlMs });
      await countTries(state, email, requester, -1);
    },
  };
}
