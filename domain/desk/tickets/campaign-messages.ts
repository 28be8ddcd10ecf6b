import type { CommandMetadata } from '../../command.ts';
import type { ClaimState } from '../../kernel/claim-events.ts';
import { noDeadline } from '../../kernel/deadline.ts';
import { NeedsHistory, VoidStream } from '../../kernel/decider.ts';
import type { Loaded } from '../../kernel/event-streams.ts';
import { deriveId } from '../../kernel/ids.ts';
import { ticketStream } from '../../streams.ts';
import { hasCampaignMessage, NoPlaceForCampaign, preparedTicketOf } from '../../ticket/campaigns.ts';
import type { TicketCommandOf } from '../../ticket/commands.ts';
import { evolveTicket } from '../../ticket/evolve.ts';
import { everything } from '../../ticket/messages.ts';
import { absentTicket, isKnown, type TicketState } from '../../ticket/state.ts';
import { ticketDecider } from '../../ticket/ticket.ts';
import type { Context, Outcome } from '../context.ts';
import { outcome } from '../context.ts';
import { lookingAgain } from '../looking-again.ts';
import { isTicketOutrun } from './outrun.ts';
import type { TicketRuntime } from './runtime.ts';
import { reserveTicket } from './runtime.ts';

/** What a campaign says to one contact, on one connection. `queueId`: where the answer will be. */
export type CampaignMessage = Omit<TicketCommandOf<'QueueCampaignMessage'>['data'], 'prepare'> & {
  readonly contactId: string;
  readonly connectionId: string;
  readonly queueId: string | null;
};

/** Former tickets of a claim that are looked into: what was said a moment ago stands in one of the last. */
const mostFormer = 8;

/** Returns what begins a conversation that nobody is shown, with a campaign's message. */
const createPreparing =
  (runtime: TicketRuntime) =>
  async (
    metadata: CommandMetadata,
    ticketId: string,
    claim: string,
    takenClaim: Loaded<ClaimState>,
    message: CampaignMessage,
  ) => {
    const { contactId, connectionId, queueId, ...said } = message;
    const decide = (state: TicketState, claimRevision: number, previousTicketId?: string) =>
      ticketDecider.decide(
        {
          type: 'QueueCampaignMessage',
          data: {
            ...said,
            prepare: {
              ticketId,
              contactId,
              connectionId,
              queueId,
              claim,
              claimRevision,
              ...(previousTicketId !== undefined && { previousTicketId }),
            },
          },
          metadata,
        },
        state,
      );
    const handled = await runtime.execute({
      stream: ticketStream(metadata.companyId, ticketId),
      metadata,
      deadline: noDeadline,
      // It was not there a moment ago; if it is by now the append conflicts.
      start: 'nowhere',
      decide: (state) => decide(state, 0),
      reservations: {
        ...reserveTicket(
          ticketId,
          () => claim,
          (state, now) => decide(state, now.revision, now.state.past?.owner),
        ),
        seenClaims: new Map([[claim, takenClaim]]),
      },
      onConflict: 'throw',
    });
    return { ...outcome(handled), ticketId };
  };

/**
 * Returns what puts a campaign's message into the conversation of its recipient, once, whoever does it again after a death:
 *
 *     it stands in the contact's last tickets, or in one prepared for it ─▶ nothing
 *     a ticket is open ──────────────────────────────────────────────────▶ into that
 *     the claim's owner is prepared and not answered yet ────────────────▶ into that
 *     none of these ─────────────────────────────────────────────────────▶ a ticket is prepared, under an id that derives from
 *                                                                          the recipient's
 */
export const createCampaignMessages = (runtime: TicketRuntime) => {
  const { claims, tickets } = runtime;
  const prepare = createPreparing(runtime);

  async function stands(stream: string, state: TicketState, messageId: string): Promise<boolean> {
    try {
      return hasCampaignMessage(state, messageId);
    } catch (error) {
      if (!(error instanceof NeedsHistory)) throw error;
      return hasCampaignMessage(
        await tickets.foldAll(stream, absentTicket(everything), evolveTicket),
        messageId,
      );
    }
  }

  /** One try. Returns undefined when somebody else was at the conversation meanwhile. */
  async function attempt(context: Context, message: CampaignMessage) {
    const { companyId } = context;
    const { contactId, connectionId, queueId: _, ...sayings } = message;
    const { messageId } = sayings.messages[0]!;
    const metadata = runtime.metadataOf(context);
    const claim = runtime.ticketClaim(companyId, connectionId, contactId);
    const queueMessage = async (ticketId: string) => {
      const command = { type: 'QueueCampaignMessage', data: sayings, metadata } as const;
      const handled = await runtime.handle(ticketStream(companyId, ticketId), command, noDeadline);
      return { ...outcome(handled), ticketId };
    };
    const { claim: takenClaim, holder } = await claims.look(claim);
    const owners = [takenClaim.state.owner];
    for (let past = takenClaim.state.past; past !== null && owners.length < mostFormer; past = past.before)
      owners.push(past.owner);
    for (const ticketId of owners) {
      if (ticketId === null) continue;
      const stream = ticketStream(companyId, ticketId);
      const { state, position, revision } = await tickets.refresh(stream);
      if (await stands(stream, state, messageId)) return { events: [], position, revision, ticketId };
      if (ticketId === takenClaim.state.owner && state.status === 'prepared') return queueMessage(ticketId);
    }
    if (holder !== undefined) return queueMessage(holder.id);
    // Where a question was asked and its conversation has closed, the message begins another.
    let ticketId = preparedTicketOf(sayings.shippingId);
    for (;;) {
      const stream = ticketStream(companyId, ticketId);
      const { state, position, revision } = await tickets.refresh(stream);
      if (state.status === 'absent') break;
      if (isKnown(state) && (await stands(stream, state, messageId)))
        return { events: [], position, revision, ticketId };
      ticketId = deriveId(ticketId, 'after');
    }
    return prepare(metadata, ticketId, claim, takenClaim, message);
  }

  const isOutrun = (error: unknown): boolean =>
    isTicketOutrun(error) || error instanceof NoPlaceForCampaign || error instanceof VoidStream;

  /** @throws ERR_CONTACT_ERASED */
  return (context: Context, message: CampaignMessage): Promise<Outcome & { readonly ticketId: string }> =>
    lookingAgain(() => attempt(context, message), isOutrun);
};
