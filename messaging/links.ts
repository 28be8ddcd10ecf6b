import { createHash, randomBytes } from 'node:crypto';
import { stateEntries } from '../domain/ports/state-entries.ts';
import type { StateStore } from '../domain/ports/state-store.ts';

/** What a link does for its user, and how long it is good for; each purpose is told apart in the store too. */
const lifetimes = {
  /** Signs in on the machine that it was printed on. */
  signin: 15 * 60_000,
  /** Sets the first password of who was invited. */
  invite: 7 * 24 * 3_600_000,
  /** Says that an address is its owner's. */
  confirm: 3 * 24 * 3_600_000,
  /** Opens invoices and checkout, and nothing else. */
  billing: 14 * 24 * 3_600_000,
} as const;
export type LinkPurpose = keyof typeof lifetimes;

const dayMs = 24 * 3_600_000;
export const daysOf = (purpose: LinkPurpose): string => String(lifetimes[purpose] / dayMs);

// Only a hash of the token is kept: who reads the state store cannot use it.
const key = (purpose: LinkPurpose, token: string) =>
  `link/${purpose}/${createHash('sha256').update(token).digest('hex')}`;

export interface LinkTarget {
  readonly userId: string;
  /** The password it was made under: with another one it is worth nothing. */
  readonly passwordSetBy: string | null;
  /** Where it was mailed to: with another address it is worth nothing. */
  readonly email: string;
}
type Owner = Pick<LinkTarget, 'email'> & { readonly id: string; readonly passwordSetBy?: string | null };

/** Returns the token of a new link, which is good once. */
export async function createLink(
  state: StateStore,
  purpose: LinkPurpose,
  { id, email, passwordSetBy = null }: Owner,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const value: LinkTarget = { userId: id, passwordSetBy, email };
  await state.set(key(purpose, token), value, { ttlMs: lifetimes[purpose] });
  return token;
}

/** Returns whose link it is, and leaves it as it is. */
export const readLink = async (
  state: StateStore,
  purpose: LinkPurpose,
  token: string,
): Promise<LinkTarget | undefined> => (await state.get<LinkTarget>(key(purpose, token)))?.value;

/** Returns whose link it was, once: of two who use it at the same time one gets nothing. */
export async function consumeLink(
  state: StateStore,
  purpose: LinkPurpose,
  token: string,
): Promise<LinkTarget | undefined> {
  const entry = await state.get<LinkTarget>(key(purpose, token));
  if (!entry || !(await state.delete(key(purpose, token), { expected: entry.version }))) return undefined;
  return entry.value;
}

/** Ends every link of a purpose that somebody has. */
export async function endLinks(state: StateStore, purpose: LinkPurpose, userId: string): Promise<void> {
  for await (const { key, value } of stateEntries<LinkTarget>(state, `link/${purpose}/`))
    if (value.userId === userId) await state.delete(key);
}

/** Returns whether the account is still the one that the link was made for. */
export const isLinkOf = (
  link: LinkTarget,
  user: { readonly id: string; readonly email: string; readonly passwordSetBy?: string | null },
): boolean =>
  link.userId === user.id && link.email === user.email && link.passwordSetBy === (user.passwordSetBy ?? null);
