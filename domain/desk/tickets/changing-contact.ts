import { noDeadline } from '../../kernel/deadline.ts';
import type { Loaded } from '../../kernel/event-streams.ts';
import { ticketStream } from '../../streams.ts';
import type { TicketCommand } from '../../ticket/commands.ts';
import type { KnownTicket, TicketState } from '../../ticket/state.ts';
import { isKnown } from '../../ticket/state.ts';
import { ticketDecider } from '../../ticket/ticket.ts';
import type { Context, Outcome } from '../context.ts';
import { outcome } from '../context.ts';
import type { TicketRuntime } from './runtime.ts';

/** `undone`: the contact that has it from now on is the one that it was taken from. */
interface Change {
  readonly ticketId: string;
  readonly contactId: string;
  readonly undone?: boolean;
}

const isOpen = ({ status }: KnownTicket): boolean => status === 'open' || status === 'pending';

/** Another open ticket holds the claim that this one needs. */
class OtherTicketOpen extends Error {
  override readonly name = 'OtherTicketOpen';
  readonly own: KnownTicket;
  readonly other: KnownTicket;
  constructor(own: KnownTicket, other: KnownTicket) {
    super('the contact has another open ticket');
    this.own = own;
    this.other = other;
  }
}

/**
 * Returns the command that hands a ticket to the contact that its own was merged into; an open one takes the claim of that contact first. Where
 * another ticket holds it, one of the two closes after the other has said that its conversation goes on there: each
 * step can be done again, and whoever comes in between finds at most one open ticket a claim.
 */
export const createChangingContact = (runtime: TicketRuntime) => {
  /** Ends the conversation of `closingTicket`, which goes on in `staying`. */
  const join = async (context: Context, staying: KnownTicket, closingTicket: KnownTicket): Promise<void> => {
    const { companyId } = context;
    const joined: TicketCommand = {
      type: 'JoinTicket',
      data: { joinedTicketId: closingTicket.ticketId, unread: closingTicket.unread },
      metadata: runtime.metadataOf(context),
    };
    await runtime.handle(ticketStream(companyId, staying.ticketId), joined, noDeadline);
    const resolved: TicketCommand = {
      type: 'ResolveTicket',
      data: { reason: 'contact-merged' },
      metadata: runtime.metadataOf(context),
    };
    await runtime.handle(ticketStream(companyId, closingTicket.ticketId), resolved, noDeadline);
  };

  const change = (context: Context, { ticketId, contactId, undone }: Change) => {
    const { companyId } = context;
    const metadata = runtime.metadataOf(context);
    const claimFor = ({ connectionId }: KnownTicket) =>
      runtime.ticketClaim(companyId, connectionId, contactId);
    const decide = (state: TicketState, taken?: Loaded<unknown>) => {
      if (!isKnown(state)) return [];
      const data = {
        contactId,
        claim: claimFor(state),
        ...(undone && { undone }),
        ...(taken !== undefined && { claimRevision: taken.revision }),
      };
      return ticketDecider.decide({ type: 'ChangeTicketContact', data, metadata }, state);
    };
    return runtime.execute({
      stream: ticketStream(companyId, ticketId),
      metadata,
      deadline: noDeadline,
      decide,
      reservations: {
        ownerId: ticketId,
        claims: (before) => (isKnown(before) && isOpen(before) ? [{ claim: claimFor(before) }] : []),
        refuse: ([refused], before) =>
          new OtherTicketOpen(before as KnownTicket, refused!.owner.state as KnownTicket),
        decide: (state, [taken]) => decide(state, taken),
      },
    });
  };

  return async (context: Context, to: Change): Promise<Outcome> => {
    // Not `lookingAgain`: nobody was faster. What stands in the way is taken away before the next attempt.
    for (;;) {
      try {
        return outcome(await change(context, to));
      } catch (error) {
        if (!(error instanceof OtherTicketOpen)) throw error;
        const { own, other } = error;
        const stays = own.status === 'open' && other.status === 'pending';
        await join(context, stays ? own : other, stays ? other : own);
      }
    }
  };
};
