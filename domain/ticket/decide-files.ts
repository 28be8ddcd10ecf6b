import { DomainError } from '../errors.ts';
import { NeedsHistory } from '../kernel/decider.ts';
import type { TicketCommandOf } from './commands.ts';
import { routeOf } from './decide-messages.ts';
import type { TicketEvent } from './events.ts';
import { mayFetchAgain } from './fetch-again.ts';
import { findMessage, type MessageFacts } from './messages.ts';
import type { KnownTicket, LiveTicket } from './state.ts';

type WithFile = MessageFacts & { readonly file: NonNullable<MessageFacts['file']> };

/** Returns a message that came with a file. @throws ERR_NO_MESSAGE_FOUND, NeedsHistory where it is not known any more */
const withFile = ({ messages }: KnownTicket, id: string): WithFile => {
  const facts = findMessage(messages, id);
  if (facts === undefined && messages.forgotten.at !== '') throw new NeedsHistory();
  if (facts?.file === undefined) throw new DomainError('ERR_NO_MESSAGE_FOUND');
  return facts as WithFile;
};

/**
 * Returns the events of a file that is there, also in a ticket that closed meanwhile; of what was deleted or erased
 * none is kept. Said twice, it is recorded once.
 */
export const attachFile = ({ data }: TicketCommandOf<'AttachFile'>, ticket: KnownTicket): TicketEvent[] => {
  const { messageId, mediaType, media } = data;
  const facts = withFile(ticket, messageId);
  if (facts.erased || ticket.erased) throw new DomainError('ERR_CONTACT_ERASED');
  if (ticket.status === 'deleted') throw new DomainError('ERR_NO_TICKET_FOUND');
  if (facts.file.is === 'attached') return [];
  return [{ type: 'MessageFileAttached', data: { ...routeOf(ticket, messageId), mediaType, media } }];
};

export const failFile = ({ data }: TicketCommandOf<'FailFile'>, ticket: KnownTicket): TicketEvent[] => {
  const { messageId, code } = data;
  if (withFile(ticket, messageId).file.is !== 'awaited') return [];
  return [{ type: 'MessageFileFailed', data: { ...routeOf(ticket, messageId), code } }];
};

/**
 * Returns the events of a file that is asked for: whoever may read the conversation may ask for what belongs to it,
 * also when it is closed.
 */
export const requestFile = ({ data }: TicketCommandOf<'RequestFile'>, ticket: LiveTicket): TicketEvent[] => {
  const { file, deleted } = withFile(ticket, data.messageId);
  if (deleted) throw new DomainError('ERR_NO_MESSAGE_FOUND');
  if (file.is !== 'failed') return [];
  if (!mayFetchAgain(file.code))
    throw new DomainError('ERR_WAPP_DOWNLOAD_MEDIA', 'it cannot be fetched again');
  return [{ type: 'MessageFileRequested', data: routeOf(ticket, data.messageId) }];
};
