import type { CommandMetadata } from '../../command.ts';
import type { Deadline } from '../../kernel/deadline.ts';
import { VoidStream } from '../../kernel/decider.ts';
import { ConflictError } from '../../kernel/event-store.ts';
import { ticketStream } from '../../streams.ts';
import type { Incoming, Opening } from '../../ticket/commands.ts';
import { protocolOf } from '../../ticket/protocol.ts';
import type { TicketState } from '../../ticket/state.ts';
import { ticketDecider } from '../../ticket/ticket.ts';
import type { Context, Outcome } from '../context.ts';
import { outcome } from '../context.ts';
import type { TicketRuntime } from './runtime.ts';
import { reserveTicket } from './runtime.ts';

/** What says which ticket is to be opened. */
type Wanted = Pick<Opening, 'contactId' | 'connectionId' | 'queueId' | 'userId' | 'status'> &
  Partial<Pick<Opening, 'isGroup' | 'ticketId' | 'via'>>;

/** Returns what opening a ticket comes to under a claim, once it is known who had that before. */
export const decideOpening =
  (
    {
      ticketId,
      contactId,
      connectionId,
      queueId,
      userId,
      status,
      isGroup = false,
      claim,
      via = contactId,
    }: Wanted & Pick<Opening, 'ticketId' | 'claim'>,
    metadata: CommandMetadata,
    message?: Incoming,
  ) =>
  (state: TicketState, claimRevision: number, previousTicketId?: string) =>
    ticketDecider.decide(
      {
        type: 'OpenTicket',
        data: {
          ticketId,
          protocol: protocolOf(ticketId, metadata.at),
          contactId,
          connectionId,
          queueId,
          userId,
          status,
          isGroup,
          ...(via !== contactId && { via }),
          claim,
          claimRevision,
          ...(previousTicketId !== undefined && { previousTicketId }),
          ...(message && { message }),
        },
        metadata,
      },
      state,
    );

/** Returns the command that opens a ticket. */
export const createOpening = (runtime: TicketRuntime) => {
  const openAs = async (ticketId: string, metadata: CommandMetadata, wanted: Wanted, deadline: Deadline) => {
    const { companyId } = metadata;
    const claim = runtime.ticketClaim(companyId, wanted.connectionId, wanted.contactId);
    const decide = decideOpening({ ...wanted, ticketId, claim }, metadata);
    try {
      const handled = await runtime.execute({
        stream: ticketStream(companyId, ticketId),
        metadata,
        deadline,
        decide: (state) => decide(state, 0),
        reservations: reserveTicket(
          ticketId,
          () => claim,
          (state, taken) => decide(state, taken.revision, taken.state.past?.owner),
        ),
        onConflict: 'throw',
      });
      return { ...outcome(handled), ticketId };
    } catch (error) {
      // Somebody took the claim away before this ticket began.
      if (error instanceof ConflictError) throw new VoidStream();
      throw error;
    }
  };

  /** Returns the ticket in which a campaign's message waits for an answer; undefined: there is none. */
  async function preparedOf(
    companyId: string,
    { connectionId, contactId }: Wanted,
  ): Promise<string | undefined> {
    const claim = await runtime.claims.streams.refresh(
      runtime.ticketClaim(companyId, connectionId, contactId),
    );
    const { owner, ownerStream } = claim.state;
    if (owner === null) return undefined;
    return (await runtime.tickets.refresh(ownerStream)).state.status === 'prepared' ? owner : undefined;
  }

  /** What a campaign said before is the beginning of its thread. @throws ERR_OTHER_OPEN_TICKET with details {ticketId, userId, queueId} */
  return (context: Context, wanted: Wanted): Promise<Outcome & { readonly ticketId: string }> =>
    runtime.withDeadline((deadline) =>
      runtime.withNewId(context, 'ticket', wanted.ticketId, async (ticketId, metadata) => {
        const prepared =
          wanted.ticketId === undefined ? await preparedOf(context.companyId, wanted) : undefined;
        return openAs(prepared ?? ticketId, metadata, wanted, deadline);
      }),
    );
};
