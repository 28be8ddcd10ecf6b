import {
  type Integration,
  type IntegrationKey,
  type KeysOf,
  keysOf,
  markOf,
} from '../domain/company/integrations.ts';
import { newId } from '../domain/kernel/ids.ts';
import { stateEntries } from '../domain/ports/state-entries.ts';
import type { StateStore } from '../domain/ports/state-store.ts';
import type { Vault } from '../domain/ports/vault.ts';
import { companySecrets, keepSecrets, readSecret } from './secrets.ts';

interface Services {
  readonly state: StateStore;
  readonly vault: Vault;
}

/** Somebody may be about to say that one so young is the key. */
const youngMs = 60_000;

const placeOf = (companyId: string, key: IntegrationKey) => `${companySecrets(companyId)}${key}/`;

/** Returns when an id was made: a UUID of version 7 begins with it. */
const madeAt = (id: string): number => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);

/**
 * Changes a key of a company: what was typed is sealed under a new id, then `write` says in an event that this id is the key. Whoever dies
 * between the two has changed nothing; what no event names any more goes with the next change.
 * @param write returns the id that stands in the event of this command, however often it is carried out
 */
export async function changeIntegrationKey(
  services: Services,
  change: {
    readonly companyId: string;
    readonly key: IntegrationKey;
    /** '': it is taken away. */
    readonly value: string;
    readonly before: string | undefined;
  },
  write: (mark: string) => Promise<string | undefined>,
): Promise<void> {
  const { companyId, key, value, before } = change;
  const { state } = services;
  const place = placeOf(companyId, key);
  const mark = value === '' ? '' : newId();
  if (mark !== '') await keepSecrets(services, place, { [mark]: value });
  // Of a command that was carried out before the first id stands, and what was sealed now is nobody's.
  if ((await write(mark)) !== mark) return void (mark !== '' && (await state.delete(place + mark)));
  const now = await state.now();
  for await (const { key: entry } of stateEntries(state, place)) {
    const id = entry.slice(place.length);
    if (id !== mark && (id === before || now - madeAt(id) > youngMs)) await state.delete(entry);
  }
}

/** Resolves once a key is dropped that an event has taken away. */
export const dropIntegrationKey = async (
  { state }: Pick<Services, 'state'>,
  {
    companyId,
    key,
    mark,
  }: { readonly companyId: string; readonly key: IntegrationKey; readonly mark: string },
): Promise<unknown> => state.delete(placeOf(companyId, key) + mark);

/** Returns a key as it was typed; undefined: it is not set. */
export async function readIntegrationKey(
  services: Services,
  companyId: string,
  settings: Readonly<Record<string, string>>,
  key: IntegrationKey,
): Promise<string | undefined> {
  const mark = markOf(settings, key);
  return mark === undefined ? undefined : readSecret(services, placeOf(companyId, key), mark);
}

/** Returns the keys of an integration as they were typed; undefined: one of them is not set. */
export async function readIntegrationKeys<K extends Integration>(
  services: Services,
  companyId: string,
  settings: Readonly<Record<string, string>>,
  kind: K,
): Promise<KeysOf<K> | undefined> {
  const keys: Record<string, string> = {};
  for (const key of keysOf(kind)) {
    const value = await readIntegrationKey(services, companyId, settings, key);
    if (!value) return undefined;
    keys[key] = value;
  }
  return keys as KeysOf<K>;
}
