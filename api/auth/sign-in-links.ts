import { createHash, randomBytes } from 'node:crypto';
import type { StateStore } from '../../domain/ports/state-store.ts';
import type { UserDocument } from '../../projections/users/document.ts';

// Only a hash of the token is kept: who reads the state store cannot sign in with it.
const key = (token: string) => `signin/${createHash('sha256').update(token).digest('hex')}`;

const linkMs = 15 * 60_000;

export interface SignInLink {
  readonly userId: string;
  /** The password it was made under: with another one it is worth nothing. */
  readonly passwordSetBy: string | null;
}

/** A token that signs this user in once (`POST /api/auth/link`), within a quarter of an hour. */
export async function createSignInLink(
  state: StateStore,
  { id, passwordSetBy = null }: Pick<UserDocument, 'id' | 'passwordSetBy'>,
  ttlMs = linkMs,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await state.set(key(token), { userId: id, passwordSetBy } satisfies SignInLink, { ttlMs });
  return token;
}

/** The user of the link, once: of two who use it at the same time one gets nothing. */
export async function consumeSignInLink(state: StateStore, token: string): Promise<SignInLink | undefined> {
  const entry = await state.get<SignInLink>(key(token));
  if (!entry || !(await state.delete(key(token), { expected: entry.version }))) return undefined;
  return entry.value;
}
