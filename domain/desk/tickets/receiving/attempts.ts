/** The way of an inbound message into a ticket, once however often it is told: the open one, or a new one under a claim. */

import type { CommandMetadata } from '../../../command.ts';
import type { ClaimState } from '../../../kernel/claim-events.ts';
import { noDeadline } from '../../../kernel/deadline.ts';
import type { Loaded } from '../../../kernel/event-streams.ts';
import type { Handled } from '../../../kernel/pipeline.ts';
import { ticketStream } from '../../../streams.ts';
import type { Incoming, TicketCommand } from '../../../ticket/commands.ts';
import type { TicketState } from '../../../ticket/state.ts';
import { StaleClaim, ticketDecider } from '../../../ticket/ticket.ts';
import { outcome } from '../../context.ts';
import { decideOpening } from '../opening.ts';
import { isTicketOutrun } from '../outrun.ts';
import type { TicketRuntime } from '../runtime.ts';
import { reserveTicket } from '../runtime.ts';
import type { Duplicates } from './duplicates.ts';
import type { InboundMessage } from './message-ids.ts';
import { recordedId } from './message-ids.ts';

/** One inbound message on its way: what is known of it, and the claim of its contact's open ticket. */
export interface Arrival {
  readonly claimName: string;
  readonly metadata: CommandMetadata;
  /** As the gateway gives it. */
  readonly givenMessage: InboundMessage;
  /** As a ticket's commands take it. */
  readonly message: Incoming;
}

/** A ticket, and the stream it stands in. */
interface TicketRef {
  readonly id: string;
  readonly stream: string;
}

/** Returns whether a closed ticket is young enough to go on. The claim of one that moved to another connection is another's. */
export const reopens = ({ givenMessage: given, claimName, metadata }: Arrival, state: TicketState): boolean =>
  given.reopenWithinMs !== undefined &&
  !given.fromMe &&
  state.status === 'closed' &&
  state.claim === claimName &&
  Date.parse(metadata.at) - Date.parse(state.since) <= given.reopenWithinMs;

const unlessOutrun = async <T>(attempt: Promise<T>): Promise<T | undefined> => {
  try {
    return await attempt;
  } catch (error) {
    if (isTicketOutrun(error) || error instanceof StaleClaim) return undefined;
    throw error;
  }
};

/** Returns the places where a message may go. Each returns undefined when what the claim said was out of date. */
export const createAttempts = (runtime: TicketRuntime, duplicates: Duplicates) => {
  const answer = (handled: Handled<TicketState>, ticketId: string, message: Incoming) => {
    const duplicate = handled.events.length === 0;
    const messageId = duplicate ? recordedId(handled.loaded.state, message) : message.messageId;
    return { ...outcome(handled), ticketId, messageId, duplicate };
  };

  /** Appends it to the open ticket; the revision of the claim proves that nothing has changed since it was read. */
  const append = async (
    { claimName, metadata, message }: Arrival,
    owner: TicketRef,
    { state: { since }, revision: claimRevision }: Loaded<ClaimState>,
  ) => {
    const data = { message, claim: claimName, since, claimRevision };
    const command: TicketCommand = { type: 'ReceiveMessage', data, metadata };
    const handled = await unlessOutrun(runtime.handle(owner.stream, command, noDeadline));
    return handled && answer(handled, owner.id, message);
  };

  /** Needs no claim: who takes it away writes to this very stream, and the answer is then none any more. */
  const rate = async ({ metadata, message }: Arrival, owner: TicketRef) => {
    const command: TicketCommand = { type: 'RateTicket', data: { message }, metadata };
    const handled = await unlessOutrun(runtime.handle(owner.stream, command, noDeadline));
    return handled && { ...answer(handled, owner.id, message), messageId: message.messageId };
  };

  const reopen = async (arrival: Arrival, owner: TicketRef) => {
    const { claimName, metadata, message } = arrival;
    const decide = (state: TicketState, claimRevision: number) => {
      if (!reopens(arrival, state)) throw new StaleClaim();
      const data = { userId: null, claimRevision, message };
      return ticketDecider.decide({ type: 'ReopenTicket', data, metadata }, state);
    };
    const handled = await unlessOutrun(
      runtime.execute({
        stream: owner.stream,
        metadata,
        deadline: noDeadline,
        decide: (state) => decide(state, 0),
        reservations: reserveTicket(
          owner.id,
          () => claimName,
          (state, taken) => decide(state, taken.revision),
        ),
        onConflict: 'throw',
      }),
    );
    return handled && answer(handled, owner.id, message);
  };

  /** Opens a ticket with it, under an id of its own. A stream that lost the claim before it began is never opened. */
  const openTicket = async (arrival: Arrival, claim: Loaded<ClaimState>) => {
    const { claimName, metadata, givenMessage: given, message } = arrival;
    const { companyId } = metadata;
    const ticketId = runtime.newId();
    const opening = { ...given, ticketId, userId: null, status: 'pending', claim: claimName } as const;
    const decide = decideOpening(opening, metadata, message);
    let formerTicket: string | undefined;
    const handled = await unlessOutrun(
      runtime.execute({
        stream: ticketStream(companyId, ticketId),
        metadata,
        deadline: noDeadline,
        start: 'nowhere',
        decide: (state) => decide(state, 0),
        reservations: {
          ...reserveTicket(
            ticketId,
            () => claimName,
            async (state, taken) => {
              // The claim may have passed through other tickets since it was looked at.
              formerTicket = await duplicates.inFormer(companyId, claimName, taken.state, message);
              return formerTicket === undefined ? decide(state, taken.revision, taken.state.past?.owner) : [];
            },
          ),
          seenClaims: new Map([[claimName, claim]]),
        },
        onConflict: 'throw',
      }),
    );
    if (formerTicket !== undefined) return duplicates.answer(metadata, formerTicket, message);
    return handled && answer(handled, ticketId, message);
  };

  return { append, rate, reopen, open: openTicket };
};
