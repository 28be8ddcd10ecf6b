import { z } from 'zod';
import type { Channel } from '../../channels/channel.ts';
import { channelOf } from '../../channels/known.ts';
import { DomainError } from '../../domain/errors.ts';

/** What an admin types of a connection's secrets, by the names its channel declares; never shown again. */
export const secretsInput = z.record(z.string().max(40), z.string().trim().max(2_000)).default({});

/**
 * Returns the secrets to be kept of those that were typed: one left empty stays as it is.
 * @param isNew a connection that has none yet needs all that are required
 * @throws DomainError ERR_VALIDATION naming what is missing, or what the channel does not have
 */
export function typedSecrets(
  kind: string,
  typed: Readonly<Record<string, string>>,
  isNew: boolean,
): Readonly<Record<string, string>> {
  const declared: Channel['secrets'] = channelOf(kind)?.secrets ?? [];
  const errors = [
    ...Object.keys(typed)
      .filter((name) => !declared.some((one) => one.name === name))
      .map((name) => [`secrets.${name}`, 'invalid']),
    ...declared
      .filter(({ name, required }) => isNew && required && !typed[name])
      .map(({ name }) => [`secrets.${name}`, 'required']),
  ];
  if (errors.length > 0)
    throw new DomainError('ERR_VALIDATION', 'secrets of the channel', { errors: Object.fromEntries(errors) });
  return Object.fromEntries(Object.entries(typed).filter(([, value]) => value !== ''));
}
