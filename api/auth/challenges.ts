import { randomBytes } from 'node:crypto';
import { DomainError } from '../../domain/errors.ts';
import { updateEntry } from '../../domain/ports/state-entries.ts';
import type { StateStore } from '../../domain/ports/state-store.ts';
import { textHash } from './text-hash.ts';

const codeMs = 5 * 60_000;
/** An app has to be found and installed first. */
const enrolMs = 30 * 60_000;
const mostTries = 5;

/** Who has shown the first of two things: what is missing, and what it was begun under. */
export interface Challenge {
  readonly userId: string;
  readonly companyId: string;
  /** With another password it is worth nothing. */
  readonly passwordSetBy: string | null;
  readonly step: 'code' | 'enrol';
  readonly by: 'password' | 'link' | 'provider';
  readonly tries: number;
}

// Only a hash of the token is kept: who reads the state store cannot go on with it.
const keyOf = (token: string) => `login-challenge/${textHash(token)}`;

const over = () => new DomainError('ERR_CHALLENGE_OVER');

/** Returns the token by which a login goes on: it is no session, and soon worth nothing. */
export async function createChallenge(
  state: StateStore,
  challenge: Omit<Challenge, 'tries'>,
): Promise<{ challenge: string; expiresIn: number }> {
  const token = randomBytes(32).toString('base64url');
  const ttlMs = challenge.step === 'code' ? codeMs : enrolMs;
  const value: Challenge = { ...challenge, tries: 0 };
  await state.set(keyOf(token), value, { ttlMs });
  return { challenge: token, expiresIn: ttlMs / 1000 };
}

/** Returns the challenge without counting a try. @throws ERR_CHALLENGE_OVER */
export async function readChallenge(state: StateStore, token: string): Promise<Challenge> {
  const entry = await state.get<Challenge>(keyOf(token));
  if (!entry || entry.value.tries >= mostTries) throw over();
  return entry.value;
}

/**
 * Resolves with the challenge once a try is counted, before the code is looked at: of a hundred asked at once five are.
 * @throws ERR_CHALLENGE_OVER
 */
export async function tryChallenge(state: StateStore, token: string): Promise<Challenge> {
  const written = await updateEntry<Challenge>(state, keyOf(token), async (there) => {
    if (!there || there.value.tries >= mostTries) return undefined;
    const ttlMs = Math.max(1, (there.expiresAt ?? 0) - (await state.now()));
    return { value: { ...there.value, tries: there.value.tries + 1 }, ttlMs };
  });
  if (!written) throw over();
  return written.value;
}

/** Uses it up: of two who come with the right code at once one gets in. @throws ERR_CHALLENGE_OVER */
export async function endChallenge(state: StateStore, token: string): Promise<void> {
  if (!(await state.delete(keyOf(token)))) throw over();
}
