import type { CommandMetadata } from '../command.ts';
import { DomainError } from '../errors.ts';
import { NeedsHistory } from '../kernel/decider.ts';
import { isSeen } from '../text/clean.ts';
import type { AutomaticText, Incoming, TicketCommandOf } from './commands.ts';
import type { TicketEvent } from './events.ts';
import type { MessageFacts, Messages } from './messages.ts';
import { findMessage, findSent, mayStillFail } from './messages.ts';
import type { KnownTicket, LiveTicket } from './state.ts';
import { homeOf } from './state.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * 60 * 1000;
export const dayBefore = (instant: string): string => new Date(Date.parse(instant) - dayMs).toISOString();

export const noMessage = () => new DomainError('ERR_NO_MESSAGE_FOUND');

/** Returns what is known of a message. @throws NeedsHistory where it may be one of those no longer kept */
export const factsOf = (messages: Messages, id: string): MessageFacts | undefined => {
  const facts = findMessage(messages, id);
  if (facts === undefined && messages.forgotten.at !== '') throw new NeedsHistory();
  return facts;
};

/**
 * Returns whether this message is here already, by its id or as the echo of one that we sent. Only a message at least as old as
 * those no longer kept can be one of them (an echo bears another clock's time: a day of grace).
 */
export const hasMessage = (messages: Messages, message: Incoming): boolean => {
  const { messageId, formerIds = [] } = message;
  if (findMessage(messages, messageId) !== undefined) return true;
  if (formerIds.some((id) => findMessage(messages, id) !== undefined)) return true;
  if (message.fromMe && findSent(messages, message.externalId) !== undefined) return true;
  const { sentAt } = messages.forgotten;
  if (sentAt !== '' && (message.fromMe ? dayBefore(message.sentAt) : message.sentAt) <= sentAt)
    throw new NeedsHistory();
  return false;
};

const ownMessage = (ticket: KnownTicket, id: string): MessageFacts => {
  const facts = factsOf(ticket.messages, id);
  if (facts === undefined || facts.deleted) throw noMessage();
  if (!facts.fromMe) throw new DomainError('ERR_NO_PERMISSION', 'only own messages');
  return facts;
};

/** Returns what each message's event names: contact and connection too, so that whoever follows them looks up nothing. */
export const routeOf = (ticket: KnownTicket, messageId: string) => ({
  ticketId: ticket.ticketId,
  messageId,
  contactId: homeOf(ticket),
  connectionId: ticket.connectionId,
});

/** Returns the text that goes out with a change of the ticket; groups get none. `queueId`: of the ticket after the change. */
export const automatic = (
  kind: string,
  text: AutomaticText | undefined,
  ticket: KnownTicket,
  queueId: string | null,
): TicketEvent[] => {
  if (text === undefined || ticket.isGroup || text.body.trim() === '') return [];
  const { messageId, body } = text;
  return [
    {
      type: 'MessageQueued',
      data: {
        ...routeOf(ticket, messageId),
        body,
        mediaType: 'chat',
        userId: null,
        queueId,
        automatic: kind,
      },
    },
  ];
};

export const checkOpen = (ticket: KnownTicket): void => {
  if (ticket.status !== 'open') throw new DomainError('ERR_TICKET_NOT_OPEN');
};

/** Returns the id of the quoted message: ours, or one that came, by whichever it was recorded under. */
const quotedIn = (messages: Messages | undefined, quoted: NonNullable<Incoming['quoted']>): string => {
  const { externalId, inboundId, formerIds = [] } = quoted;
  const sent = messages && findSent(messages, externalId);
  if (sent !== undefined) return sent;
  return (messages && formerIds.find((id) => findMessage(messages, id))) ?? inboundId;
};

/** Returns what a message from the messaging app says, in its event's terms. */
export const content = (incoming: Incoming, messages: Messages | undefined) => {
  const { body, mediaType, media, file, mediaError, extra, participant, quoted } = incoming;
  const quotedId = quoted && quotedIn(messages, quoted);
  return {
    body,
    mediaType,
    ...(media && { media }),
    ...(file && { file }),
    ...(mediaError !== undefined && { mediaError }),
    ...(extra && { extra }),
    ...(quotedId !== undefined && { quotedId }),
    ...(participant && { participant }),
  };
};

export const messageReceived = (
  incoming: Incoming,
  at: {
    readonly ticketId: string;
    readonly connectionId: string;
    readonly queueId: string | null;
    readonly userId: string | null;
    readonly homeId?: string | undefined;
    readonly messages?: Messages;
  },
): TicketEvent => {
  const { messageId, externalId, fromMe, sentAt, via = incoming.contactId } = incoming;
  const contactId = at.homeId ?? incoming.contactId;
  return {
    type: 'MessageReceived',
    data: {
      ticketId: at.ticketId,
      messageId,
      contactId,
      connectionId: at.connectionId,
      externalId,
      fromMe,
      sentAt,
      ...content(incoming, at.messages),
      queueId: at.queueId,
      userId: at.userId,
      ...(via !== contactId && { via }),
    },
  };
};

export const send = (
  { data, metadata }: TicketCommandOf<'SendMessage'>,
  ticket: LiveTicket,
): TicketEvent[] => {
  const { messageId, body, mediaType, media, quotedId, automatic } = data;
  if (findMessage(ticket.messages, messageId) !== undefined) return [];
  // A request is repeated within a day: only then may the id be one of those no longer kept.
  if (data.mayRepeat && ticket.messages.forgotten.at > dayBefore(metadata.at)) throw new NeedsHistory();
  if (ticket.status !== 'open' && !(automatic !== undefined && ticket.status === 'pending'))
    checkOpen(ticket);
  if (data.claimRevision !== undefined && data.claimRevision !== ticket.claimRevision)
    throw new DomainError('ERR_TICKET_NOT_OPEN', 'it was closed meanwhile');
  if (body.trim() === '' && media === undefined)
    throw new DomainError('ERR_VALIDATION', 'an empty message', { errors: { body: 'required' } });
  const byUser = automatic === undefined && metadata.actor.kind === 'user';
  return [
    {
      type: 'MessageQueued',
      data: {
        ...routeOf(ticket, messageId),
        body,
        mediaType,
        ...(media && { media }),
        ...(quotedId !== undefined && { quotedId }),
        userId: byUser ? metadata.actor.id : null,
        queueId: ticket.queueId,
        ...(automatic !== undefined && { automatic }),
      },
    },
  ];
};

/** A contact acts for that contact's side of the conversation, and no other. `fromMe`: the company's side. */
export const checkAuthorOf = ({ actor }: CommandMetadata, ticket: KnownTicket, fromMe: boolean): void => {
  if (actor.kind === 'contact' && (fromMe || actor.id !== ticket.contactId))
    throw new DomainError('ERR_NO_PERMISSION', 'only own messages');
};

/**
 * Returns the events of an edit. `byContact`: it happened on the messaging app (a contact's message, or ours edited on
 * the company's phone).
 */
export const edit = (
  { data, metadata }: TicketCommandOf<'EditMessage'>,
  ticket: LiveTicket,
): TicketEvent[] => {
  const { messageId, body, byContact } = data;
  const isSaid = byContact ? body.trim() !== '' : isSeen(body);
  if (!isSaid) throw new DomainError('ERR_VALIDATION', 'an empty message', { errors: { body: 'required' } });
  if (!byContact) checkOpen(ticket);
  const facts = factsOf(ticket.messages, messageId);
  if (facts === undefined || facts.deleted) throw noMessage();
  if (!byContact && !facts.fromMe) throw new DomainError('ERR_NO_PERMISSION', 'only own messages');
  checkAuthorOf(metadata, ticket, facts.fromMe);
  if (!byContact && facts.status === 'failed')
    throw new DomainError('ERR_TICKET_STATE', 'a message that failed is sent again, not edited');
  // Bodies are not kept in memory: the whole stream tells what it said before.
  if (!ticket.messages.bodies) throw new NeedsHistory();
  const beforeBody = facts.body ?? '';
  if (beforeBody === body) return [];
  return [{ type: 'MessageEdited', data: { ...routeOf(ticket, messageId), body, beforeBody, byContact } }];
};

export const remove = (
  { data, metadata }: TicketCommandOf<'DeleteMessage'>,
  ticket: LiveTicket,
): TicketEvent[] => {
  const { messageId, byContact } = data;
  const facts = factsOf(ticket.messages, messageId);
  if (facts === undefined) throw noMessage();
  if (!byContact && !facts.fromMe) throw new DomainError('ERR_NO_PERMISSION', 'only own messages');
  checkAuthorOf(metadata, ticket, facts.fromMe);
  if (facts.deleted) return [];
  if (!byContact) checkOpen(ticket);
  return [{ type: 'MessageDeleted', data: { ...routeOf(ticket, messageId), byContact } }];
};

export const retry = ({ data }: TicketCommandOf<'RetryMessage'>, ticket: LiveTicket): TicketEvent[] => {
  const facts = ownMessage(ticket, data.messageId);
  if (facts.status !== 'failed') return [];
  checkOpen(ticket);
  return [{ type: 'MessageRetried', data: routeOf(ticket, data.messageId) }];
};

/** Returns the events of a message that was sent, whatever became of it or the ticket meanwhile: it is what happened. */
export const recordSent = ({ data }: TicketCommandOf<'RecordSent'>, ticket: KnownTicket): TicketEvent[] => {
  const facts = factsOf(ticket.messages, data.messageId);
  if (facts === undefined || !facts.fromMe) throw noMessage();
  // A receipt may have come first; then the messaging app's id is still news.
  if (facts.externalId !== null && facts.status === 'sent') return [];
  return [{ type: 'MessageSent', data: { ticketId: ticket.ticketId, ...data } }];
};

export const recordFailed = (
  { data }: TicketCommandOf<'RecordFailed'>,
  ticket: KnownTicket,
): TicketEvent[] => {
  const facts = factsOf(ticket.messages, data.messageId);
  if (facts === undefined || !facts.fromMe) throw noMessage();
  const { late, ...failure } = data;
  if (facts.status !== 'queued' && !(late && mayStillFail(facts))) return [];
  return [{ type: 'MessageFailed', data: { ticketId: ticket.ticketId, ...failure } }];
};

/** Returns the events of a message that waits, told again only when it waits for something else, or a minute more or less than was said. */
export const recordHeld = ({ data }: TicketCommandOf<'RecordHeld'>, ticket: KnownTicket): TicketEvent[] => {
  const { messageId, until, reason } = data;
  const facts = factsOf(ticket.messages, messageId);
  if (facts === undefined || !facts.fromMe) throw noMessage();
  if (facts.status !== 'queued' || facts.deleted) return [];
  const { held } = facts;
  if (held?.reason === reason && Math.abs(Date.parse(until) - Date.parse(held.until)) < minuteMs) return [];
  return [{ type: 'MessageHeld', data: { ticketId: ticket.ticketId, messageId, until, reason } }];
};

/** Returns the events of acknowledgements. They only grow; those of unknown messages are refused only when no message is known. */
export const acknowledge = (
  { data }: TicketCommandOf<'AcknowledgeMessages'>,
  ticket: KnownTicket,
): TicketEvent[] => {
  const { ack } = data;
  if (!Number.isInteger(ack) || ack < 0 || ack > 5)
    throw new DomainError('ERR_VALIDATION', `ack ${ack}`, { errors: { ack: 'invalid' } });
  const found = [...new Set(data.messageIds)].flatMap((id) => {
    const facts = factsOf(ticket.messages, id);
    return facts?.fromMe ? [{ id, facts }] : [];
  });
  if (found.length === 0) throw noMessage();
  if (ack === 0) return [];
  const messageIds = found.filter(({ facts }) => facts.ack < ack).map(({ id }) => id);
  if (messageIds.length === 0) return [];
  return [{ type: 'MessageAcknowledged', data: { ticketId: ticket.ticketId, messageIds, ack } }];
};

/**
 * Returns the events of what became of an agent's edit or deletion on the messaging app; said twice, it is recorded
 * once. A deletion in doubt may still be carried out, or be refused.
 */
export const settleChange = (
  { data }: TicketCommandOf<'SettleChange'>,
  ticket: KnownTicket,
): TicketEvent[] => {
  const facts = factsOf(ticket.messages, data.messageId);
  if (facts === undefined || !facts.fromMe) throw noMessage();
  const doubt = data.failure?.cause === 'deleteUnknown';
  const cleared = data.change === 'delete' && facts.deletionInDoubt === true && !doubt;
  if (facts.settled[data.change] >= data.revision && !cleared) return [];
  return [{ type: 'MessageChangeSettled', data: { ticketId: ticket.ticketId, ...data } }];
};
