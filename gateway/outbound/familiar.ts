import { presentContact } from '../../projections/contacts/present-contact.ts';
import type { MessageDocument } from '../../projections/messages/document.ts';
import type { CompanyReader } from '../../projections/ports/read-store.ts';
import type { TicketDocument } from '../../projections/tickets/document.ts';

const ticketsLooked = 20;
const threadsLooked = 3;
const messagesLooked = 50;

/**
 * Returns whether a contact and this connection know each other: the contact wrote to it, or got something from it. A
 * group is nobody new.
 */
export async function isFamiliar(
  reader: CompanyReader,
  connectionId: string,
  contactId: string,
): Promise<boolean> {
  const contact = await presentContact(reader, contactId);
  if (contact?.isGroup) return true;
  const tickets = await reader.find<TicketDocument>('tickets', {
    where: { contactId: contact?.id ?? contactId },
    sort: ['-updatedAt'],
    limit: ticketsLooked,
  });
  const here = tickets.filter((ticket) => ticket.connectionId === connectionId);
  if (here.some(({ receivedUpTo }) => receivedUpTo !== null)) return true;
  for (const { id: ticketId } of here.slice(0, threadsLooked)) {
    const messages = await reader.find<MessageDocument>('messages', {
      where: { ticketId },
      sort: ['-order'],
      limit: messagesLooked,
    });
    if (messages.some(({ fromMe, ack }) => fromMe && ack >= 1)) return true;
  }
  return false;
}
