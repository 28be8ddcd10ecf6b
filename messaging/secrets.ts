import { dropEntries, stateEntries } from '../domain/ports/state-entries.ts';
import type { StateStore } from '../domain/ports/state-store.ts';
import type { Vault } from '../domain/ports/vault.ts';

/**
 * What somebody types and nobody is shown (a token, a proxy, an API key): sealed in the state store, beside the log, for
 * what stands in the log stands there for ever. It goes with what it belongs to, which names the place of all its secrets.
 */
interface Sealed {
  readonly sealed: string;
}

/** Of a connection: written by the API, read by the gateway's driver. */
export const connectionSecrets = (connectionId: string): string => `connection-secret/${connectionId}/`;
/** Of a company: the keys of its integrations. */
export const companySecrets = (companyId: string): string => `company-secret/${companyId}/`;
/** Of somebody who signs in: the app of their second step, with its recovery codes. */
export const userSecrets = (userId: string): string => `totp/${userId}/`;
/** Of a record's row. */
export const recordSecrets = (record: string, companyId: string, id: string): string =>
  `record-secret/${record}/${companyId}/${id}/`;

/** @param secrets by name; null or '': it is dropped */
export async function keepSecrets(
  { state, vault }: { readonly state: StateStore; readonly vault: Vault },
  place: string,
  secrets: Readonly<Record<string, string | null>>,
): Promise<void> {
  for (const [name, value] of Object.entries(secrets)) {
    const key = place + name;
    if (value === null || value === '') await state.delete(key);
    else await state.set<Sealed>(key, { sealed: vault.seal(key, value) });
  }
}

/** Returns the secret as it was typed; undefined: it was not. */
export async function readSecret(
  { state, vault }: { readonly state: StateStore; readonly vault: Vault },
  place: string,
  name: string,
): Promise<string | undefined> {
  const key = place + name;
  const entry = await state.get<Sealed>(key);
  return entry && vault.open(key, entry.value.sealed);
}

/** Returns the names of those that are set. */
export async function secretsSet(state: StateStore, place: string): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  for await (const { key } of stateEntries(state, place)) names.add(key.slice(place.length));
  return names;
}

export const dropSecrets = (state: StateStore, place: string): Promise<void> => dropEntries(state, place);
