import { noIntegration } from '../../domain/ticket/state.ts';
import type { ContactView, TicketView } from '../../domain/views/index.ts';
import type { ContactDocument, RecordDocument, TicketDocument } from '../../projections/documents.ts';
import type { CompanyNames } from '../names.ts';
import { contactPictureUrl } from './media-url.ts';

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

export const queueRefOf = (queue: RecordDocument | undefined) =>
  queue ? { id: queue.id, name: text(queue.name), color: text(queue.color) } : null;
export const tagRefOf = queueRefOf;

export const userRefOf = (names: Pick<CompanyNames, 'get'>, userId: string | null) => {
  const user = userId === null ? undefined : names.get('users', userId);
  return user ? { id: user.id, name: user.name } : null;
};

/** Of one who was erased nothing is left to show; a screen, and who listens to it, still needs a word for whose ticket it was. */
const shownName = ({ name, erasedAt }: ContactDocument): string => (erasedAt === undefined ? name : '—');

export function contactViewOf(contact: ContactDocument): ContactView {
  const picture = contactPictureUrl(contact);
  return {
    id: contact.id,
    name: contact.name,
    number: contact.number,
    email: contact.email,
    profilePicUrl: picture,
    urlPicture: picture,
    extraInfo: contact.extraInfo,
    isGroup: contact.isGroup,
    createdAt: contact.createdAt,
    updatedAt: contact.updatedAt,
    position: contact.position,
  };
}

/** What a list shows of a contact that is gone. */
const nobody = (id: string) => ({ id, name: '', number: '', email: '', profilePicUrl: null, extraInfo: [] });

/** A ticket with the names it refers to. */
export function ticketViewOf(
  ticket: TicketDocument,
  names: Pick<CompanyNames, 'get'>,
  contacts: Pick<ReadonlyMap<string, ContactDocument>, 'get'>,
): TicketView {
  const contact = contacts.get(ticket.contactId);
  const connection = names.get('connections', ticket.connectionId);
  const last = ticket.lastMessage;
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
        }
      : nobody(ticket.contactId),
    userId: ticket.userId,
    user: userRefOf(names, ticket.userId),
    queueId: ticket.queueId,
    queue: ticket.queueId === null ? null : queueRefOf(names.get('queues', ticket.queueId)),
    whatsappId: ticket.connectionId,
    whatsapp: connection
      ? {
          id: connection.id,
          name: connection.name,
          channel: connection.channel,
          status: connection.status,
        }
      : null,
    tags: ticket.tagIds.flatMap((id) => tagRefOf(names.get('tags', id)) ?? []),
    lastMessage: last?.isDeleted ? '' : (last?.body ?? ''),
    preview: last && (last.isDeleted ? { ...last, body: '' } : last),
    handed: ticket.handed ? { user: userRefOf(names, ticket.handed.by), at: ticket.handed.at } : null,
    unreadMessages: ticket.unreadMessages,
    waitingSince: ticket.waitingSince,
    previousTicketId: ticket.previousTicketId,
    ...(ticket.joined && { joined: [...ticket.joined] }),
    rating: ticket.rating ?? null,
    chatbot: false,
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
