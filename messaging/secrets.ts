import { OutrunError } from '../domain/desk/looking-again.ts';
import { dropEntries, stateEntries } from '../domain/ports/state-entries.ts';
import type { StateStore } from '../domain/ports/state-store.ts';
import type { Vault } from '../domain/ports/vault.ts';
import { isSamePlace } from '../domain/records/shapes.ts';

/**
 * What somebody types and nobody is shown (a token, a proxy, an API key): sealed in the state store, beside the log, for
 * what stands in the log stands there for ever. It goes with what it belongs to, which names the place of all its secrets.
 */
interface Sealed {
  readonly sealed: string;
  /** The address that it was given for; absent: it has none, or was kept before that was kept beside it. */
  readonly sentTo?: string;
}

/** Addresses by the names of secrets. */
type Addresses = Readonly<Record<string, string | undefined>>;

/** Returns where the secrets of a connection lie: written by the API, read by the gateway's driver. */
export const connectionSecrets = (connectionId: string): string => `connection-secret/${connectionId}/`;
/** Returns where the secrets of a company lie: the keys of its integrations. */
export const companySecrets = (companyId: string): string => `company-secret/${companyId}/`;
/** Returns where the secrets of somebody who signs in lie: the app of their second step, with its recovery codes. */
export const userSecrets = (userId: string): string => `totp/${userId}/`;
/** Returns where the secrets of a record's row lie. */
export const recordSecrets = (record: string, companyId: string, id: string): string =>
  `record-secret/${record}/${companyId}/${id}/`;

/** @param secrets by name; null or '': it is dropped. @param sentTo of those that are used for one address alone, that one */
export async function keepSecrets(
  { state, vault }: { readonly state: StateStore; readonly vault: Vault },
  place: string,
  secrets: Readonly<Record<string, string | null>>,
  sentTo: Addresses = {},
): Promise<void> {
  for (const [name, value] of Object.entries(secrets)) {
    const key = place + name;
    if (value === null || value === '') await state.delete(key);
    else {
      const address = sentTo[name];
      const sealed = vault.seal(key, value);
      await state.set<Sealed>(key, { sealed, ...(address !== undefined && { sentTo: address }) });
    }
  }
}

/** Whether a secret that was given for one address may be sent to this one. */
export const isFor = (sentTo: string | undefined, address: string | undefined): boolean =>
  sentTo === undefined || isSamePlace(sentTo, address);

interface KeptSecret {
  /** As it was typed; undefined: it was not. */
  readonly secret: string | undefined;
  /** At which it was kept; null: none is. */
  readonly version: number | null;
  /** The address that alone it was given for, if it was. */
  readonly sentTo?: string | undefined;
}
/** Returns what is kept of a secret, whatever address it was given for. */
export async function secretWithVersion(
  { state, vault }: { readonly state: StateStore; readonly vault: Vault },
  place: string,
  name: string,
): Promise<KeptSecret> {
  const key = place + name;
  const entry = await state.get<Sealed>(key);
  if (!entry) return { secret: undefined, version: null };
  const { sealed, sentTo } = entry.value;
  return { secret: vault.open(key, sealed), version: entry.version, sentTo };
}

/** Returns the secret as it was typed; undefined: it was not, or for another address than the one that it would be sent to. */
export async function readSecret(
  kept: { readonly state: StateStore; readonly vault: Vault },
  place: string,
  name: string,
  address?: string,
): Promise<string | undefined> {
  const { secret, sentTo } = await secretWithVersion(kept, place, name);
  return isFor(sentTo, address) ? secret : undefined;
}

/**
 * Puts a secret in the place of the one that was kept at this version. @param secret null: none is kept from now on
 * @throws OutrunError: another stands there by now
 */
export async function replaceSecret(
  { state, vault }: { readonly state: StateStore; readonly vault: Vault },
  place: string,
  name: string,
  secret: string | null,
  expected: number | null,
): Promise<void> {
  const key = place + name;
  if (secret !== null) {
    const entry = await state.set<Sealed>(key, { sealed: vault.seal(key, secret) }, { expected });
    if (entry === undefined) throw new OutrunError();
  } else if (expected !== null && !(await state.delete(key, { expected }))) throw new OutrunError();
}

/** Returns the names of those that are set, and of each the address that it was given for, where that is known. */
export async function secretsKept(
  state: StateStore,
  place: string,
): Promise<ReadonlyMap<string, string | undefined>> {
  const kept = new Map<string, string | undefined>();
  for await (const { key, value } of stateEntries<Sealed>(state, place))
    kept.set(key.slice(place.length), value.sentTo);
  return kept;
}

/** Says for which address a secret was given that was kept before that was said. */
export async function bindSecret(
  state: StateStore,
  place: string,
  name: string,
  sentTo: string,
): Promise<void> {
  const entry = await state.get<Sealed>(place + name);
  if (!entry || entry.value.sentTo !== undefined) return;
  // Where another was written meanwhile, that one has its own.
  await state.set<Sealed>(entry.key, { ...entry.value, sentTo }, { expected: entry.version });
}

export const dropSecrets = (state: StateStore, place: string): Promise<void> => dropEntries(state, place);
