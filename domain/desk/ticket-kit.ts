import { DomainError } from '../errors.ts';
import { createCommandHandler } from '../kernel/command-handler.ts';
import { NeedsHistory } from '../kernel/decider.ts';
import type { Loaded } from '../kernel/event-streams.ts';
import type { Incoming, TicketCommand } from '../ticket/commands.ts';
import { hasMessage } from '../ticket/decide-messages.ts';
import { countMessages, everything } from '../ticket/messages.ts';
import type { KnownTicket, TicketState } from '../ticket/state.ts';
import { absentTicket, evolveTicket, isKnown, lostBy } from '../ticket/state.ts';
import { ticketDecider } from '../ticket/ticket.ts';
import type { Kit } from './kit.ts';

/** One open ticket per connection and contact. */
export const ticketClaimOf = (
  kit: Pick<Kit, 'claimOf'>,
  companyId: string,
  connectionId: string,
  contactId: string,
): string => kit.claimOf(companyId, 'open-ticket', connectionId, contactId);

/** The refusal that names the ticket that holds the claim. */
export const otherOpen = (owner: Loaded<unknown>) => {
  const { ticketId, userId, queueId } = owner.state as KnownTicket;
  return new DomainError('ERR_OTHER_OPEN_TICKET', 'the contact has an open ticket', {
    details: { ticketId, userId, queueId },
  });
};

/** What the parts of the ticket desk share. */
export const createTicketKit = (kit: Kit) => {
  const streams = kit.streams(ticketDecider, {
    weigh: (state) => (isKnown(state) ? 1 + countMessages(state.messages) + state.notes.size : 1),
  });
  kit.claims.register('ticket', {
    streams,
    holds: (_companyId, state) =>
      state.status === 'pending' || state.status === 'open' ? [state.claim] : [],
    closedAt: (state, now) => {
      if (!isKnown(state)) return null;
      return state.status === 'closed' || state.status === 'deleted' ? state.since : now;
    },
    lost: lostBy,
  });

  return {
    ...kit,
    tickets: streams,
    handle: createCommandHandler(ticketDecider, streams, kit.handler),
    ticketClaim: (companyId: string, connectionId: string, contactId: string): string =>
      ticketClaimOf(kit, companyId, connectionId, contactId),
    /** Is this message in that ticket? Where the small state has forgotten, the whole stream tells. */
    contains: async (stream: string, state: TicketState, message: Incoming): Promise<boolean> => {
      if (!isKnown(state)) return false;
      try {
        return hasMessage(state.messages, message);
      } catch (error) {
        if (!(error instanceof NeedsHistory)) throw error;
        const whole = await streams.foldAll(stream, absentTicket(everything), evolveTicket);
        return isKnown(whole) && hasMessage(whole.messages, message);
      }
    },
  };
};

export type TicketKit = ReturnType<typeof createTicketKit>;
export type PlainCommand = Pick<TicketCommand, 'type' | 'data'>;
