import type { StateStore } from '../ports/state-store.ts';

/** Who stands in the address book of a connection's phone. `number`: digits, or as the messaging app gives it. */
export interface PhoneBookEntry {
  readonly number: string;
  readonly name: string;
}

/**
 * The messaging app tells the address book once, when a phone is paired, and then what changes in it: the gateway keeps
 * it here until somebody imports it, for the app cannot be asked for it again. It goes with the pairing.
 */
const prefixOf = (connectionId: string) => `phone-book/${connectionId}/`;
const page = 500;

/** Again and again the same is the same: an entry is written under its number. */
export async function keepPhoneBook(
  state: StateStore,
  connectionId: string,
  entries: readonly PhoneBookEntry[],
): Promise<void> {
  for (let at = 0; at < entries.length; at += page)
    await Promise.all(
      entries
        .slice(at, at + page)
        .map((entry) => state.set(`${prefixOf(connectionId)}${entry.number}`, entry)),
    );
}

/** By number, at most `limit` of them. */
export async function readPhoneBook(
  state: StateStore,
  connectionId: string,
  limit: number,
): Promise<readonly PhoneBookEntry[]> {
  const entries: PhoneBookEntry[] = [];
  for (let after: string | undefined; entries.length < limit; ) {
    const found = await state.list<PhoneBookEntry>(prefixOf(connectionId), {
      limit: Math.min(page, limit - entries.length),
      ...(after !== undefined && { after }),
    });
    if (found.length === 0) return entries;
    entries.push(...found.map(({ value }) => value));
    after = found.at(-1)?.key;
  }
  return entries;
}

export async function dropPhoneBook(state: StateStore, connectionId: string): Promise<void> {
  for (;;) {
    const found = await state.list(prefixOf(connectionId), { limit: page });
    if (found.length === 0) return;
    await Promise.all(found.map(({ key }) => state.delete(key)));
  }
}
