import type { Capabilities } from '../../channels/channel.ts';
import { channelOf } from '../../channels/known.ts';
import { DomainError } from '../../domain/errors.ts';
import type { CompanyNames } from '../names/names.ts';

type Names = Pick<CompanyNames, 'get'>;

/**
 * Returns the channel of a connection. Undefined: it was deleted, or is of a channel that a newer build knows; whoever
 * sends will judge.
 */
const channelOfConnection = (names: Names, connectionId: string) =>
  channelOf(names.get('connections', connectionId)?.channel);

/**
 * @param field of the request that asks for it, where there is more in the request than that
 * @throws DomainError ERR_CHANNEL_CANNOT, with details {what, channel}
 */
export function checkCan(names: Names, connectionId: string, what: keyof Capabilities, field?: string): void {
  const channel = channelOfConnection(names, connectionId);
  if (channel && !channel.can[what])
    throw new DomainError('ERR_CHANNEL_CANNOT', `${channel.kind} knows no ${what}`, {
      details: { what, channel: channel.kind },
      ...(field !== undefined && { errors: { [field]: 'ERR_CHANNEL_CANNOT' } }),
    });
}

/** A text that the channel would cut or refuse is refused before it is taken for sent. @throws DomainError ERR_VALIDATION */
export function checkLength(names: Names, connectionId: string, body: string): void {
  const most = channelOfConnection(names, connectionId)?.limits.text;
  if (most !== undefined && body.length > most)
    throw new DomainError('ERR_VALIDATION', `more than ${most} characters`, {
      errors: { body: 'tooLong' },
      details: { most },
    });
}

/** A file that the channel does not carry. @throws DomainError ERR_TOO_LARGE */
export function checkFile(
  names: Names,
  connectionId: string,
  file: { readonly name: string; readonly size: number },
): void {
  const maxBytes = channelOfConnection(names, connectionId)?.limits.fileBytes;
  if (maxBytes !== undefined && file.size > maxBytes)
    throw new DomainError('ERR_TOO_LARGE', `More than ${maxBytes} bytes`, {
      details: { name: file.name, maxBytes },
    });
}
