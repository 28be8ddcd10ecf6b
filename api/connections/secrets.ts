import { z } from 'zod';
import type { Channel } from '../../channels/channel.ts';
import { channelOf } from '../../channels/known.ts';
import { proxyOf, shownProxy } from '../../domain/connection/proxy.ts';
import { DomainError } from '../../domain/errors.ts';
import type { StateStore } from '../../domain/ports/state-store.ts';
import type { Vault } from '../../domain/ports/vault.ts';
import { connectionSecrets, readSecret } from '../../messaging/secrets.ts';

/** What an admin types of a connection's secrets, by the names its channel declares; never shown again; null: it goes. */
export const secretsInput = z.record(z.string().max(40), z.string().trim().max(2_000).nullable()).default({});

/**
 * Returns the secrets to be kept of those that were typed, and those to be dropped: one left empty stays as it is.
 * @param isNew a connection that has none yet needs all that are required
 * @throws DomainError ERR_VALIDATION naming what is missing, or what the channel does not have
 */
export function typedSecrets(
  kind: string,
  typed: Readonly<Record<string, string | null>>,
  isNew: boolean,
): Readonly<Record<string, string | null>> {
  const declaredFields: Channel['secrets'] = channelOf(kind)?.secrets ?? [];
  const errors = [
    ...Object.keys(typed)
      .filter((name) => !declaredFields.some((one) => one.name === name))
      .map((name) => [`secrets.${name}`, 'invalid']),
    ...declaredFields
      .filter(({ name, required }) => required && (typed[name] === null || (isNew && !typed[name])))
      .map(({ name }) => [`secrets.${name}`, 'required']),
    ...declaredFields.flatMap(({ name, holds }) => {
      const read = holds === 'proxy' && typed[name] ? proxyOf(typed[name]) : undefined;
      return typeof read === 'string' ? [[`secrets.${name}`, read]] : [];
    }),
  ];
  if (errors.length > 0)
    throw new DomainError('ERR_VALIDATION', 'secrets of the channel', { errors: Object.fromEntries(errors) });
  return Object.fromEntries(Object.entries(typed).filter(([, value]) => value !== ''));
}

/** Returns what is shown of the secrets that are kept, by name: of a proxy its host and port, else ''. */
export async function shownSecrets(
  kept: { readonly state: StateStore; readonly vault: Vault },
  kind: string,
  connectionId: string,
): Promise<Record<string, string>> {
  const declared: Channel['secrets'] = channelOf(kind)?.secrets ?? [];
  const shown = await Promise.all(
    declared.map(async ({ name, holds }) => {
      const value = await readSecret(kept, connectionSecrets(connectionId), name);
      return value === undefined ? [] : [[name, holds === 'proxy' ? shownProxy(value) : ''] as const];
    }),
  );
  return Object.fromEntries(shown.flat());
}
