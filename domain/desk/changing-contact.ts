import type { Context, Desk, Outcome } from '../desk.ts';
import { checkKnown, eventMetadata, jitter } from '../kernel/command-handler.ts';
import { endless } from '../kernel/patience.ts';
import { ticketStream } from '../kernel/streams.ts';
import { ConflictError } from '../ports/event-store.ts';
import type { TicketCommand } from '../ticket/commands.ts';
import type { KnownTicket } from '../ticket/state.ts';
import { isKnown } from '../ticket/state.ts';
import { ticketDecider } from '../ticket/ticket.ts';
import { outcome } from './kit.ts';
import type { TicketKit } from './ticket-kit.ts';

const isOpen = ({ status }: KnownTicket): boolean => status === 'open' || status === 'pending';

/**
 * Hands a ticket to the contact that its own was merged into. The claim of that contact is taken as in every reopening:
 * the own stream is read, the claim taken, then appended at what was read. Where another ticket holds it, one of the two
 * closes after the other has said that its conversation goes on there: each step can be done again, and whoever comes
 * in between finds at most one open ticket a claim.
 */
export const createChangingContact = (kit: TicketKit): Desk['tickets']['changeContact'] => {
  const { claims, tickets } = kit;

  /** The conversation of `closing` goes on in `staying`. */
  const join = async (context: Context, staying: KnownTicket, closing: KnownTicket): Promise<void> => {
    const { companyId } = context;
    const joined: TicketCommand = {
      type: 'JoinTicket',
      data: { joinedTicketId: closing.ticketId, unread: closing.unread },
      metadata: kit.metadataOf(context),
    };
    await kit.handle(ticketStream(companyId, staying.ticketId), joined, endless);
    const resolved: TicketCommand = {
      type: 'ResolveTicket',
      data: { reason: 'contact-merged' },
      metadata: kit.metadataOf(context),
    };
    await kit.handle(ticketStream(companyId, closing.ticketId), resolved, endless);
  };

  return async (context, { ticketId, contactId }): Promise<Outcome> => {
    const { companyId } = context;
    const stream = ticketStream(companyId, ticketId);
    for (let attempt = 0; ; attempt += 1) {
      const loaded = await tickets.refresh(stream);
      checkKnown(stream, loaded);
      const { state } = loaded;
      if (!isKnown(state) || state.status === 'deleted' || state.contactId === contactId)
        return outcome({ loaded, events: [] });
      const metadata = kit.metadataOf(context);
      const claim = kit.ticketClaim(companyId, state.connectionId, contactId);
      let claimRevision: number | undefined;
      if (isOpen(state)) {
        const taken = await claims.take(claim, { id: ticketId, stream }, eventMetadata(metadata), endless);
        if (!taken.taken) {
          const other = taken.owner.state as KnownTicket;
          const stays = state.status === 'open' && other.status === 'pending';
          await join(context, stays ? state : other, stays ? other : state);
          continue;
        }
        claimRevision = taken.claim.revision;
      }
      const command: TicketCommand = {
        type: 'ChangeTicketContact',
        data: { contactId, claim, ...(claimRevision !== undefined && { claimRevision }) },
        metadata,
      };
      const events = ticketDecider.decide(command, state);
      try {
        return outcome(await tickets.append(stream, loaded, events, eventMetadata(metadata)));
      } catch (error) {
        if (!(error instanceof ConflictError)) throw error;
        await kit.sleep(jitter(attempt, kit.random));
      }
    }
  };
};
