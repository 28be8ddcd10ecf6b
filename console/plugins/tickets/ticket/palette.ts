import { MessageSquarePlus, MessageSquareText } from 'lucide-react';
import { isNumber } from '../../../../domain/contact/number-spellings.ts';
import type { PaletteHit } from '../../../shell/plugin.ts';
import { phone } from '../../contacts/offers/phone.ts';
import { listTickets, searchContacts } from './calls.ts';
import { withoutSignature } from './signature.ts';

const mostHits = 5;
const everything = { showAll: true, queueIds: [] } as const;

/** Returns conversations whose contact is called so, newest first. */
export async function findConversations(search: string, signal: AbortSignal): Promise<readonly PaletteHit[]> {
  const { tickets } = await listTickets({ ...everything, search: search.toLowerCase() }, 1, signal);
  return tickets.slice(0, mostHits).map(({ id, contact, contactId, protocol, queue, status, updatedAt }) => ({
    id: `ticket-${id}`,
    title: contact.name,
    avatar: { name: contact.name, id: contactId, src: contact.profilePicUrl },
    state: `tickets.status.${status}` as const,
    at: updatedAt,
    ...(queue !== null && { color: queue.color }),
    hint: [queue?.name, `#${protocol}`].filter(Boolean).join(' · '),
    to: `/tickets/${id}` as const,
  }));
}

/** Returns messages that say it; each leads to itself. */
export async function findMessages(search: string, signal: AbortSignal): Promise<readonly PaletteHit[]> {
  const filter = { ...everything, search: search.toLowerCase(), inMessages: true };
  const { tickets } = await listTickets(filter, 1, signal);
  return tickets.slice(0, mostHits).flatMap(({ id, contact, match }) =>
    match === undefined
      ? []
      : {
          id: `message-${match.id}`,
          // The name above the text is the sender's, and not what was looked for.
          title: withoutSignature(match.body),
          icon: MessageSquareText,
          hint: contact.name,
          to: `/tickets/${id}?message=${match.id}` as const,
        },
  );
}

/** Returns with whom a conversation may be begun: the nearest few, who can be written to. */
export async function findWhomToWrite(search: string, signal: AbortSignal): Promise<readonly PaletteHit[]> {
  const { contacts } = await searchContacts(search.toLowerCase(), signal);
  return contacts
    .filter(({ number, isGroup }) => isNumber(number) && !isGroup)
    .slice(0, 2)
    .map(({ id, name, number }) => ({
      id: `new-${id}`,
      title: name,
      icon: MessageSquarePlus,
      hint: phone(number),
      to: `/tickets?new=${id}` as const,
    }));
}
