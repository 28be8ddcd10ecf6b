import { z } from 'zod';
import { dropEntries, stateEntries } from '../domain/ports/state-entries.ts';
import type { StateStore } from '../domain/ports/state-store.ts';

/** Who stands in the address book of a connection's phone. `number`: digits, or as the messaging app gives it. */
export const phoneBookEntry = z.object({ number: z.string(), name: z.string() }).readonly();
export type PhoneBookEntry = z.output<typeof phoneBookEntry>;

/**
 * Returns where the address book of a phone is kept. The messaging app tells it once, when the phone is paired, and
 * then what changes in it: the gateway keeps it here until somebody imports it, for the app cannot be asked for it
 * again. It goes with the pairing.
 */
const prefixOf = (connectionId: string) => `phone-book/${connectionId}/`;
const page = 500;

/** Keeps entries under their numbers: the same one, kept again, changes nothing. */
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

/** Returns entries by number, at most `limit` of them. */
export async function readPhoneBook(
  state: StateStore,
  connectionId: string,
  limit: number,
): Promise<readonly PhoneBookEntry[]> {
  const entries: PhoneBookEntry[] = [];
  if (limit <= 0) return entries;
  for await (const { value } of stateEntries<PhoneBookEntry>(
    state,
    prefixOf(connectionId),
    Math.min(page, limit),
  ))
    if (entries.push(value) === limit) break;
  return entries;
}

export const dropPhoneBook = (state: StateStore, connectionId: string): Promise<void> =>
  dropEntries(state, prefixOf(connectionId));
