import type { MessageView } from '../../contract/message.ts';
import { can, type Rights } from '../../domain/access/policy.ts';
import type { MessageDocument } from '../../projections/messages/document.ts';
import type { CompanyReader } from '../../projections/ports/read-store.ts';
import type { TicketDocument } from '../../projections/tickets/document.ts';
import type { Names } from '../names/names.ts';
import { messageViewOf } from './view.ts';

/** Returns messages with the names and quotations they refer to, in the same order. `tickets`: those of them that are at hand. */
export async function messageViews(
  names: Names,
  reader: CompanyReader,
  viewer: Rights,
  messages: readonly MessageDocument[],
  tickets: readonly TicketDocument[] = [],
): Promise<MessageView[]> {
  const [quotedMessages, unreadFrom] = await Promise.all([
    quotedBy(reader, messages),
    unreadIn(reader, messages, tickets),
  ]);
  const contactIds = new Set([...messages, ...quotedMessages.values()].map((message) => message.contactId));
  const [company, contacts] = await Promise.all([
    names.company(reader.companyId),
    names.contacts(reader.companyId, contactIds),
  ]);
  const seeDeleted = can(viewer, 'messages:seeDeleted');
  const around = { names: company, contacts, quotedMessages, unreadFrom, seeDeleted };
  return messages.map((message) => messageViewOf(message, around));
}

/** Returns where the unread messages begin of each ticket that a contact's message is of: as `tickets` say, others from the store. */
export async function unreadIn(
  reader: CompanyReader,
  messages: readonly MessageDocument[],
  tickets: readonly TicketDocument[],
): Promise<Map<string, number | null>> {
  const from = new Map(tickets.map((ticket) => [ticket.id, ticket.unreadFrom]));
  const missing = new Set(
    messages.flatMap(({ fromMe, ticketId }) => (fromMe || from.has(ticketId) ? [] : ticketId)),
  );
  if (missing.size > 0)
    for (const { id, unreadFrom } of await reader.getMany<TicketDocument>('tickets', [...missing]))
      from.set(id, unreadFrom);
  return from;
}

/** Returns the quoted messages: those of the same page, the others from the store. */
export async function quotedBy(
  reader: CompanyReader,
  messages: readonly MessageDocument[],
): Promise<Map<string, MessageDocument>> {
  const here = new Map(messages.map((message) => [message.id, message]));
  const quotedMessages = new Map<string, MessageDocument>();
  const missingIds = new Set<string>();
  for (const { quotedId } of messages) {
    if (quotedId === null) continue;
    const message = here.get(quotedId);
    if (message) quotedMessages.set(quotedId, message);
    else missingIds.add(quotedId);
  }
  if (missingIds.size > 0)
    for (const message of await reader.getMany<MessageDocument>('messages', [...missingIds]))
      quotedMessages.set(message.id, message);
  return quotedMessages;
}
