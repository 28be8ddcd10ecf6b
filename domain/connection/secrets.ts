import type { StateStore } from '../ports/state-store.ts';
import type { Vault } from '../ports/vault.ts';

/**
 * What an admin types so that a connection may act for an account (a token): sealed in the state store, written by the
 * API, read by the gateway's driver, shown to nobody. It goes with its connection.
 */
interface Sealed {
  readonly sealed: string;
}
const prefixOf = (connectionId: string) => `connection-secret/${connectionId}/`;

/** @param secrets null: it is dropped */
export async function keepSecrets(
  { state, vault }: { readonly state: StateStore; readonly vault: Vault },
  connectionId: string,
  secrets: Readonly<Record<string, string | null>>,
): Promise<void> {
  for (const [name, value] of Object.entries(secrets)) {
    const key = prefixOf(connectionId) + name;
    if (value === null) await state.delete(key);
    else await state.set<Sealed>(key, { sealed: vault.seal(key, value) });
  }
}

/** Returns the secret as it was typed; undefined: it was not. */
export async function readSecret(
  { state, vault }: { readonly state: StateStore; readonly vault: Vault },
  connectionId: string,
  name: string,
): Promise<string | undefined> {
  const key = prefixOf(connectionId) + name;
  const entry = await state.get<Sealed>(key);
  return entry && vault.open(key, entry.value.sealed);
}

export async function dropSecrets(state: StateStore, connectionId: string): Promise<void> {
  for (const { key } of await state.list(prefixOf(connectionId), { limit: 100 })) await state.delete(key);
}
