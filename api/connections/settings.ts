import { z } from 'zod';
import { channelOf } from '../../channels/known.ts';
import { type ConnectionSettings, connectionSettings } from '../../domain/connection/settings.ts';
import { DomainError } from '../../domain/errors.ts';

/** Those left out stay as they are. */
export const settingsInput = connectionSettings.default({});

const codeOf = ({ code, origin }: z.core.$ZodIssue & { readonly origin?: string }): string =>
  code === 'too_big' && origin === 'string'
    ? 'tooLong'
    : code === 'too_small' && origin === 'string'
      ? 'tooShort'
      : 'invalid';

/**
 * Returns a connection's settings with those that were typed in their places.
 * @throws DomainError ERR_VALIDATION naming what the channel does not have, or does not take
 */
export function typedSettings(
  kind: string,
  typed: ConnectionSettings,
  before: ConnectionSettings = {},
): ConnectionSettings {
  const declared = channelOf(kind)?.settings ?? [];
  const settings: Record<string, ConnectionSettings[string]> = { ...before };
  const errors: Record<string, string> = {};
  for (const [name, value] of Object.entries(typed)) {
    const read = declared
      .find((one) => one.name === name)
      ?.schema(z)
      .safeParse(value);
    if (read?.success) settings[name] = read.data;
    else errors[`settings.${name}`] = read ? codeOf(read.error.issues[0]!) : 'invalid';
  }
  if (Object.keys(errors).length > 0)
    throw new DomainError('ERR_VALIDATION', 'settings of the channel', { errors });
  return settings;
}
