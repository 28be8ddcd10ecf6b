import type { CommandMetadata } from '../../../command.ts';
import type { ClaimState } from '../../../kernel/claim-events.ts';
import { noDeadline } from '../../../kernel/deadline.ts';
import { ticketStream } from '../../../streams.ts';
import type { Incoming } from '../../../ticket/commands.ts';
import { dayBefore } from '../../../ticket/decide-messages.ts';
import { mayRecover } from '../../../ticket/decide-reactions.ts';
import { isKnown } from '../../../ticket/state.ts';
import { outcome } from '../../context.ts';
import type { TicketRuntime } from '../runtime.ts';
import type { InboundMessage } from './message-ids.ts';
import { recordedId } from './message-ids.ts';

/** Returns what finds a message that was received before, in tickets that are no longer the contact's open one. */
export const createDuplicates = (runtime: TicketRuntime) => {
  const { claims, tickets } = runtime;

  /** Returns the former ticket of the claim that holds the message, of those that closed after it was written, less a day for clocks that differ. */
  const inFormer = async (
    companyId: string,
    claimName: string,
    claim: ClaimState,
    message: Incoming,
  ): Promise<string | undefined> => {
    if (claim.past === null) return undefined;
    const after = dayBefore(message.sentAt);
    for (let pastOwner: ClaimState['past'] = claim.past; pastOwner !== null; pastOwner = pastOwner.before) {
      if (pastOwner.owner === claim.owner || pastOwner.closedAt < after) continue;
      const stream = ticketStream(companyId, pastOwner.owner);
      let loaded = tickets.cachedStream(stream);
      // Since it lost the claim it holds what it held; a state from before that may be stale.
      const lost = loaded && loaded.state.status !== 'absent' ? loaded.state.lost[claimName] : undefined;
      if (loaded === undefined || lost === undefined || lost < pastOwner.claimRevision)
        loaded = await tickets.refresh(stream);
      if (await runtime.contains(stream, loaded.state, message)) return pastOwner.owner;
    }
    return undefined;
  };

  /** Returns the ticket of a contact that became part of this one, where what they wrote until then stands. */
  const inMerged = async (
    companyId: string,
    { merged, connectionId }: InboundMessage,
    message: Incoming,
  ): Promise<string | undefined> => {
    if (merged === undefined || merged.at < dayBefore(message.sentAt)) return undefined;
    for (const contactId of merged.contactIds) {
      const name = runtime.ticketClaim(companyId, connectionId, contactId);
      const { state: claim } = await claims.streams.refresh(name);
      if (claim.owner === null) continue;
      const { state: last } = await tickets.refresh(claim.ownerStream);
      if (await runtime.contains(claim.ownerStream, last, message)) return claim.owner;
      const former = await inFormer(companyId, name, claim, message);
      if (former !== undefined) return former;
    }
    return undefined;
  };

  /** Returns where the message is, by a fresh read: nothing is appended, unless it could not be read before. */
  const answer = async (metadata: CommandMetadata, ticketId: string, message: Incoming) => {
    const stream = ticketStream(metadata.companyId, ticketId);
    const loaded = await tickets.refresh(stream);
    const messageId = recordedId(loaded.state, message);
    const recovers = isKnown(loaded.state) && mayRecover(loaded.state.messages, message);
    const handled = recovers
      ? await runtime.handle(stream, { type: 'RecoverMessage', data: { message }, metadata }, noDeadline)
      : { loaded, events: [] };
    return { ...outcome(handled), ticketId, messageId, duplicate: true };
  };

  return { inFormer, inMerged, answer };
};

export type Duplicates = ReturnType<typeof createDuplicates>;
