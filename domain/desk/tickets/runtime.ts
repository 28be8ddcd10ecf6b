import { DomainError } from '../../errors.ts';
import type { ClaimState } from '../../kernel/claim-events.ts';
import { NeedsHistory } from '../../kernel/decider.ts';
import type { Loaded } from '../../kernel/event-streams.ts';
import type { Refused, Reservation, Reservations } from '../../kernel/pipeline.ts';
import type { Incoming } from '../../ticket/commands.ts';
import { hasMessage } from '../../ticket/decide-messages.ts';
import type { TicketEvent } from '../../ticket/events.ts';
import { evolveTicket } from '../../ticket/evolve.ts';
import { countMessages, everything } from '../../ticket/messages.ts';
import type { KnownTicket, TicketState } from '../../ticket/state.ts';
import { absentTicket, isKnown } from '../../ticket/state.ts';
import { ticketDecider } from '../../ticket/ticket.ts';
import type { CommandRuntime } from '../runtime.ts';
import { ticketSnapshots } from './snapshots.ts';

/** Returns the claim of the one open ticket per connection and contact. */
export const ticketClaimOf = (
  runtime: Pick<CommandRuntime, 'claimOf'>,
  companyId: string,
  connectionId: string,
  contactId: string,
): string => runtime.claimOf(companyId, 'open-ticket', connectionId, contactId);

/** Returns the refusal that names the ticket that holds the claim. */
export const otherOpen = (owner: Loaded<unknown>) => {
  const { ticketId, userId, queueId } = owner.state as KnownTicket;
  return new DomainError('ERR_OTHER_OPEN_TICKET', 'the contact has an open ticket', {
    details: { ticketId, userId, queueId },
  });
};

/** Returns the reservation of a ticket's claim. `decide`: what is appended under the claim as it was taken. */
export const reserveTicket = (
  ticketId: string,
  claimFor: (before: TicketState) => string,
  decide: (
    state: TicketState,
    claim: Loaded<ClaimState>,
  ) => readonly TicketEvent[] | Promise<readonly TicketEvent[]>,
): Reservations<TicketState, TicketEvent, Reservation> => ({
  ownerId: ticketId,
  claims: (before) => [{ claim: claimFor(before) }],
  refuse: ([refused]: readonly Refused<Reservation>[]) => otherOpen(refused!.owner),
  decide: (state, [claim]) => decide(state, claim!),
});

/** Returns what the parts of the ticket commands share. */
export const createTicketRuntime = (runtime: CommandRuntime) => {
  const { streams, execute, handle } = runtime.aggregate(ticketDecider, {
    snapshots: runtime.snapshots && ticketSnapshots(runtime.snapshots),
    weigh: (state) => (isKnown(state) ? 1 + countMessages(state.messages) + state.notes.size : 1),
    holds: (_companyId, state) =>
      state.status === 'pending' || state.status === 'open' ? [state.claim] : [],
    closedAt: (state, now) => {
      if (!isKnown(state)) return null;
      return state.status === 'closed' || state.status === 'deleted' ? state.since : now;
    },
  });

  return {
    ...runtime,
    tickets: streams,
    execute,
    handle,
    ticketClaim: (companyId: string, connectionId: string, contactId: string): string =>
      ticketClaimOf(runtime, companyId, connectionId, contactId),
    /** Returns whether this message is in that ticket. Where the small state has forgotten, the whole stream tells. */
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

export type TicketRuntime = ReturnType<typeof createTicketRuntime>;
