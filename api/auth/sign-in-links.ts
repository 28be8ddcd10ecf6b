import { createHash, randomBytes } from 'node:crypto';
import type { StateStore } from '../../domain/ports/state-store.ts';

// Only a hash of the token is kept: who reads the state store cannot sign in with it.
const key = (token: string) => `signin/${createHash('sha256').update(token).digest('hex')}`;

/** A token that signs this user in once (`POST /api/auth/link`). Default life: 24 hours. */
export async function createSignInLink(
  state: StateStore,
  userId: string,
  ttlMs = 24 * 3_600_000,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await state.set(key(token), { userId }, { ttlMs });
  return token;
}

/** The user of the link, once: of two who use it at the same time one gets nothing. */
export async function consumeSignInLink(state: StateStore, token: string): Promise<string | undefined> {
  const entry = await state.get<{ userId: string }>(key(token));
  if (!entry || !(await state.delete(key(token), { expected: entry.version }))) return undefined;
  return entry.value.userId;
}
