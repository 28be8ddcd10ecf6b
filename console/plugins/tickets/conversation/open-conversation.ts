import { createContext, useContext } from 'react';
import type { TicketView } from '../../../../contract/ticket.ts';
import { useMessageActions } from '../message/use-message-actions.ts';
import { useThread } from './use-conversation.ts';

/** Returns a ticket with its messages and what is being done with them. */
export function useConversationOf(ticket: TicketView) {
  const thread = useThread(ticket.id, ticket.contactId);
  const open = ticket.status === 'open';
  return { ticket, open, thread, doing: useMessageActions(open, ticket.connection?.channel, thread.outbox) };
}

export const ConversationContext = createContext<ReturnType<typeof useConversationOf> | undefined>(undefined);

/** Returns the conversation on the screen; throws outside of it. */
export function useOpenConversation() {
  const conversation = useContext(ConversationContext);
  if (conversation === undefined) throw new Error('No conversation is open here');
  return conversation;
}
