import { MessageSquareText } from 'lucide-react';
import type { PaletteHit } from '../../../shell/plugin.ts';
import { withoutSignature } from '../model/signature.ts';
import { listTickets } from './calls.ts';

const most = 5;
const everything = { showAll: true, queueIds: [] } as const;

/** Conversations whose contact is called so, newest first. */
export const findConversations = async (
  search: string,
  signal: AbortSignal,
): Promise<readonly PaletteHit[]> => {
  const { tickets } = await listTickets({ ...everything, search: search.toLowerCase() }, 1, signal);
  return tickets.slice(0, most).map(({ id, contact, contactId, protocol, queue, status, updatedAt }) => ({
    id: `ticket-${id}`,
    title: contact.name,
    avatar: { name: contact.name, id: contactId, src: contact.profilePicUrl },
    state: `tickets.status.${status}` as const,
    at: updatedAt,
    ...(queue !== null && { color: queue.color }),
    hint: [queue?.name, `#${protocol}`].filter(Boolean).join(' · '),
    to: `/tickets/${id}` as const,
  }));
};

/** Messages that say it; each leads to itself. */
export const findMessages = async (search: string, signal: AbortSignal): Promise<readonly PaletteHit[]> => {
  const filter = { ...everything, search: search.toLowerCase(), inMessages: true };
  const { tickets } = await listTickets(filter, 1, signal);
  return tickets.slice(0, most).flatMap(({ id, contact, match }) =>
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
};
