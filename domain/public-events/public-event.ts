/** What happens as other systems are told of it, by feed and webhook: fewer events than ours, under names that stay. */

import type { ConnectionEvent } from '../connection/events.ts';
import type { ContactEvent } from '../contact/events.ts';
import type { RecordedEvent } from '../kernel/event.ts';
import type { TicketEvent } from '../ticket/events.ts';
import { receiptName } from '../ticket/receipt-names.ts';

/** What other systems are told of, by feed and webhook. Names stay as they are for ever; data only grow. */
export const publicEventTypes = [
  'message.received',
  'message.queued',
  'message.sent',
  'message.status',
  'message.failed',
  'message.edited',
  'message.deleted',
  'ticket.created',
  'ticket.updated',
  'ticket.closed',
  'ticket.deleted',
  'contact.created',
  'contact.updated',
  'contact.deleted',
  'connection.status',
] as const;
export type PublicEventType = (typeof publicEventTypes)[number];

export interface PublicEvent {
  readonly type: PublicEventType;
  readonly data: Readonly<Record<string, unknown>>;
}

type Told = TicketEvent | ContactEvent | ConnectionEvent;
type Tell<T extends Told['type']> = (data: Extract<Told, { readonly type: T }>['data']) => PublicEvent;
type Tells = { readonly [T in Told['type']]?: Tell<T> };

const event = (type: PublicEventType, data: PublicEvent['data']): PublicEvent => ({ type, data });

type Content = Parameters<Tell<'MessageReceived'>>[0] | Parameters<Tell<'MessageQueued'>>[0];
/** Returns what a message says. */
const contentOf = ({ messageId, ticketId, contactId, connectionId, body, mediaType, media }: Content) => ({
  id: messageId,
  ticketId,
  contactId,
  connectionId,
  body,
  mediaType,
  ...(media && { media: { id: media.id, name: media.name, mime: media.mime, size: media.size } }),
});

const tells: Tells = {
  MessageReceived: (data) => {
    const { fromMe, queueId, sentAt } = data;
    return event('message.received', { ...contentOf(data), fromMe, queueId, sentAt });
  },
  MessageQueued: (data) => {
    const { userId, queueId, automatic = null } = data;
    return event('message.queued', { ...contentOf(data), userId, queueId, automatic });
  },
  MessageSent: ({ messageId: id, ticketId }) => event('message.sent', { id, ticketId }),
  MessageFailed: ({ messageId: id, ticketId, code }) =>
    event('message.failed', { id, ticketId, reason: code }),
  MessageAcknowledged: ({ messageIds, ticketId, ack }) =>
    event('message.status', { ids: messageIds, ticketId, status: receiptName(ack) }),
  MessageEdited: ({ messageId: id, ticketId, body, byContact }) =>
    event('message.edited', { id, ticketId, body, byContact }),
  MessageDeleted: ({ messageId: id, ticketId, byContact }) =>
    event('message.deleted', { id, ticketId, byContact }),
  TicketOpened: ({ ticketId: id, protocol, contactId, connectionId, queueId, userId, status }) =>
    event('ticket.created', { id, protocol, contactId, connectionId, queueId, userId, status }),
  TicketAccepted: ({ ticketId: id, userId, queueId }) =>
    event('ticket.updated', { id, status: 'open', userId, queueId }),
  TicketReturned: ({ ticketId: id, before: { queueId } }) =>
    event('ticket.updated', { id, status: 'pending', userId: null, queueId }),
  TicketTransferred: ({ ticketId: id, userId, queueId }) => event('ticket.updated', { id, userId, queueId }),
  TicketReopened: ({ ticketId: id, status, userId }) => event('ticket.updated', { id, status, userId }),
  TicketResolved: ({ ticketId: id, reason }) => event('ticket.closed', { id, status: 'closed', reason }),
  TicketDeleted: ({ ticketId: id }) => event('ticket.deleted', { id }),
  ContactCreated: ({ contactId: id, name, number, email, isGroup }) =>
    event('contact.created', { id, name, number, email, isGroup }),
  ContactUpdated: ({ contactId: id, name, number, email }) =>
    event('contact.updated', { id, name, number, email }),
  ContactDeleted: ({ contactId: id }) => event('contact.deleted', { id }),
  ContactErased: ({ contactId: id }) => event('contact.deleted', { id }),
  ConnectionStatusChanged: ({ connectionId, status }) => event('connection.status', { connectionId, status }),
};

/** The stored types that others are told of. */
export const toldTypes: readonly string[] = Object.keys(tells);

/** Returns what others are told of an event; undefined: nothing. */
export function publicEventOf({ type, data, unreadable }: RecordedEvent): PublicEvent | undefined {
  const tell = (tells as Readonly<Record<string, ((data: unknown) => PublicEvent) | undefined>>)[type];
  return tell === undefined || unreadable !== undefined ? undefined : tell(data);
}
