import { z } from 'zod';
import { channelOf } from '../../channels/known.ts';
import { DomainError } from '../../domain/errors.ts';
import { isEmoji } from '../../domain/text/emoji.ts';
import type { MessageDocument } from '../../projections/messages/document.ts';
import type { TicketDocument } from '../../projections/tickets/document.ts';
import type { CompanyNames } from '../names/names.ts';

/** One emoji; '' takes a reaction back. */
export const reactionEmoji = z
  .string()
  .max(64)
  .refine((text) => text === '' || isEmoji(text));

/**
 * A reaction goes where its message came or went by, and only where the channel knows such a thing.
 * @throws ERR_NO_REACTION
 */
export function checkReactable(
  names: Pick<CompanyNames, 'get'>,
  message: MessageDocument,
  ticket: TicketDocument,
): void {
  const channel = channelOf(names.get('connections', ticket.connectionId)?.channel);
  if (message.connectionId !== ticket.connectionId)
    throw new DomainError('ERR_NO_REACTION', 'the message went by another connection');
  if (channel && !channel.can.reaction)
    throw new DomainError('ERR_NO_REACTION', 'the channel knows no reactions');
}
