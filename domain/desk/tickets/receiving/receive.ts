import { DomainError } from '../../../errors.ts';
import type { ClaimState } from '../../../kernel/claim-events.ts';
import type { Loaded } from '../../../kernel/event-streams.ts';
import { throwIfUnknown } from '../../../kernel/failures.ts';
import { dayBefore } from '../../../ticket/decide-messages.ts';
import { answersRating } from '../../../ticket/rating.ts';
import { isKnown } from '../../../ticket/state.ts';
import type { Context } from '../../context.ts';
import { failures } from '../../failures.ts';
import type { TicketRuntime } from '../runtime.ts';
import type { Arrival } from './attempts.ts';
import { createAttempts, reopens } from './attempts.ts';
import { createDuplicates } from './duplicates.ts';
import type { InboundMessage } from './message-ids.ts';
import { incoming } from './message-ids.ts';

/**
 * Returns what receives what a contact writes. The claim says which ticket is the contact's open one; never gives up, for nobody
 * would send the message again. On one reading of the claim the first that applies:
 *
 *     a former ticket holds it ───────────────────▶ duplicate
 *     the owner is open ──────────────────────────▶ appended, or duplicate
 *     the owner closed ─┬─ and holds it ──────────▶ duplicate
 *                       ├─ and asked for a rating ▶ rated
 *                       └─ a short time ago ──────▶ reopened
 *     there is no owner, or none of these applies ▶ opened
 *
 * An attempt that finds the reading out of date begins again with a new one; the cached one is only good for appending.
 */
export const createReceive = (runtime: TicketRuntime) => {
  const { claims, tickets } = runtime;
  const duplicates = createDuplicates(runtime);
  const attempts = createAttempts(runtime, duplicates);

  /** The owner is not open. @returns 'open another' where none of its ways applies */
  const toClosed = async (arrival: Arrival, owner: { readonly id: string; readonly stream: string }) => {
    const { claimName, metadata, message } = arrival;
    const { state } = await tickets.refresh(owner.stream);
    if (!isKnown(state)) return 'open another';
    if (state.formerContactIds?.includes(message.contactId))
      throw new DomainError('ERR_CONTACT_MERGED', 'the contact goes on in another one', {
        details: { contactId: state.contactId },
      });
    const closed = state.status === 'closed' || state.status === 'deleted';
    const recently = closed && state.since >= dayBefore(message.sentAt);
    if (recently && (await runtime.contains(owner.stream, state, message)))
      return duplicates.answer(metadata, owner.id, message);
    if (state.claim === claimName && answersRating(state, message, metadata.at))
      return attempts.rate(arrival, owner);
    if (reopens(arrival, state)) return attempts.reopen(arrival, owner);
    return 'open another';
  };

  /** @param fresh the claim was read just now */
  const attempt = async (arrival: Arrival, claim: Loaded<ClaimState>, fresh: boolean) => {
    const { claimName, metadata, message } = arrival;
    throwIfUnknown(failures, claimName, claim);
    const { owner: id, ownerStream: stream, past } = claim.state;
    if (past !== null) {
      const former = await duplicates.inFormer(metadata.companyId, claimName, claim.state, message);
      if (former !== undefined) return duplicates.answer(metadata, former, message);
    }
    if (id !== null) {
      const appended = await attempts.append(arrival, { id, stream }, claim);
      if (appended !== undefined || !fresh) return appended;
      const answer = await toClosed(arrival, { id, stream });
      if (answer !== 'open another') return answer;
    }
    return attempts.open(arrival, claim);
  };

  const receive = async (arrival: Arrival) => {
    const { claimName, metadata, givenMessage: given, message } = arrival;
    const merged = await duplicates.inMerged(metadata.companyId, given, message);
    if (merged !== undefined) return duplicates.answer(metadata, merged, message);
    let claim = claims.streams.cachedStream(claimName);
    // Nobody has opened a ticket for a contact that was not there a moment ago: if somebody has, the append conflicts.
    if (given.isNewContact) claim ??= claims.streams.emptyStream;
    let answer = claim && (await attempt(arrival, claim, false));
    while (answer === undefined)
      answer = await attempt(arrival, await claims.streams.refresh(claimName), true);
    return answer;
  };

  return (context: Context, given: InboundMessage) => {
    const claimName = runtime.ticketClaim(context.companyId, given.connectionId, given.contactId);
    // In the order they came, also while the first of them opens the ticket.
    return runtime.serial(`receive ${claimName}`, () =>
      receive({
        claimName,
        metadata: runtime.metadataOf(context),
        givenMessage: given,
        message: incoming(given),
      }),
    );
  };
};
