import type { TicketView } from '../../contract/ticket.ts';
import { choicesIn } from '../../domain/ticket/fields/derive.ts';
import { noIntegration } from '../../domain/ticket/state.ts';
import type { ContactDocument } from '../../projections/contacts/document.ts';
import type { TicketDocument } from '../../projections/tickets/document.ts';
import { addressesOf, nobody, shownName } from '../contacts/view.ts';
import { contactPictureUrl } from '../media/url.ts';
import type { CompanyNames } from '../names/names.ts';
import { queueRefOf, tagRefOf, userRefOf } from '../names/refs.ts';

/** Returns a ticket with the names it refers to. */
export function ticketViewOf(
  ticket: TicketDocument,
  names: Pick<CompanyNames, 'get' | 'former'>,
  contacts: Pick<ReadonlyMap<string, ContactDocument>, 'get'>,
): TicketView {
  const contact = contacts.get(ticket.contactId);
  const connection = names.get('connections', ticket.connectionId);
  const lastMessage = ticket.lastMessage;
  return {
    id: ticket.id,
    uuid: ticket.id,
    protocol: ticket.protocol,
    status: ticket.status,
    isGroup: ticket.isGroup,
    contactId: ticket.contactId,
    contact: contact
      ? {
          id: contact.id,
          name: shownName(contact),
          number: contact.number,
          email: contact.email,
          profilePicUrl: contactPictureUrl(contact),
          extraInfo: contact.extraInfo,
          ...addressesOf(contact),
        }
      : nobody(ticket.contactId),
    userId: ticket.userId,
    user: userRefOf(names, ticket.userId),
    queueId: ticket.queueId,
    queue: ticket.queueId === null ? null : queueRefOf(names.get('queues', ticket.queueId)),
    connectionId: ticket.connectionId,
    connection: connection
      ? {
          id: connection.id,
          name: connection.name,
          channel: connection.channel,
          status: connection.status,
        }
      : null,
    tags: ticket.tagIds.flatMap((id) => tagRefOf(names.get('tags', id)) ?? []),
    ...choicesIn(ticket),
    lastMessage: lastMessage?.isDeleted ? '' : (lastMessage?.body ?? ''),
    preview: lastMessage && (lastMessage.isDeleted ? { ...lastMessage, body: '' } : lastMessage),
    handed: ticket.handed ? { user: userRefOf(names, ticket.handed.by), at: ticket.handed.at } : null,
    unreadMessages: ticket.unreadMessages,
    waitingSince: ticket.waitingSince,
    previousTicketId: ticket.previousTicketId,
    ...(ticket.joined && { joined: [...ticket.joined] }),
    rating: ticket.rating ?? null,
    chatbot: ticket.chatbot,
    ...(ticket.handover && { handover: ticket.handover }),
    ...(ticket.integration ?? noIntegration),
    createdAt: ticket.createdAt,
    acceptedAt: ticket.acceptedAt,
    acceptedBy: userRefOf(names, ticket.acceptedBy),
    closedAt: ticket.closedAt,
    closedBy: userRefOf(names, ticket.closedBy),
    updatedAt: ticket.updatedAt,
    position: ticket.position,
  };
}
