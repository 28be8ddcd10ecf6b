import type { Context, Desk, InboundMessage } from '../desk.ts';
import { DomainError } from '../errors.ts';
import type { ClaimState } from '../kernel/claim-events.ts';
import { checkKnown, eventMetadata } from '../kernel/command-handler.ts';
import type { CommandMetadata } from '../kernel/decider.ts';
import type { Loaded } from '../kernel/event-streams.ts';
import { deriveId } from '../kernel/ids.ts';
import { endless } from '../kernel/patience.ts';
import { ticketStream } from '../kernel/streams.ts';
import { ConflictError } from '../ports/event-store.ts';
import type { Incoming, TicketCommand } from '../ticket/commands.ts';
import { dayBefore } from '../ticket/decide-messages.ts';
import { mayRecover } from '../ticket/decide-reactions.ts';
import { findMessage } from '../ticket/messages.ts';
import { protocolOf } from '../ticket/protocol.ts';
import { answersRating } from '../ticket/rating.ts';
import type { TicketState } from '../ticket/state.ts';
import { isKnown } from '../ticket/state.ts';
import { StaleClaim, ticketDecider } from '../ticket/ticket.ts';
import { outcome } from './kit.ts';
import type { TicketKit } from './ticket-kit.ts';

/**
 * The id of a message from the messaging app: the same in every process, so that a duplicate is recognised. Of its
 * conversation: senders choose the app's ids, and two of them may choose one.
 */
const inboundMessageId = (connectionId: string, contactId: string, externalId: string): string =>
  deriveId('message', connectionId, contactId, externalId);

/** What it was derived to before: what was recorded under it is recognised. Never change either. */
const formerMessageId = (connectionId: string, externalId: string): string =>
  deriveId('message', connectionId, externalId);

/** Ids under which it may stand already: those of older logs, and of contacts that became part of this one. */
const formerIds = ({ connectionId, merged }: InboundMessage, externalId: string): readonly string[] => [
  formerMessageId(connectionId, externalId),
  ...(merged?.contactIds ?? []).map((former) => inboundMessageId(connectionId, former, externalId)),
];

const incoming = (message: InboundMessage): Incoming => {
  const {
    connectionId,
    queueId: _,
    isGroup: __,
    reopenWithinMs: ___,
    quotedExternalId,
    isNewContact: ____,
    merged: _____,
    ...rest
  } = message;
  const { contactId, externalId } = message;
  return {
    ...rest,
    messageId: inboundMessageId(connectionId, contactId, externalId),
    formerIds: formerIds(message, externalId),
    ...(quotedExternalId !== undefined && {
      quoted: {
        externalId: quotedExternalId,
        inboundId: inboundMessageId(connectionId, contactId, quotedExternalId),
        formerIds: formerIds(message, quotedExternalId),
      },
    }),
  };
};

/** The id under which a message that is there already was recorded. */
const standsAs = (state: TicketState, { messageId, formerIds = [] }: Incoming): string =>
  (isKnown(state) && [messageId, ...formerIds].find((id) => findMessage(state.messages, id) !== undefined)) ||
  messageId;

/**
 * A contact writes. The claim says which ticket is the contact's open one; appending to it under the claim's revision
 * proves that nothing has changed since. Never gives up: nobody would send the message again.
 */
export const createReceive = (kit: TicketKit): Desk['tickets']['receive'] => {
  const { claims, tickets } = kit;

  /** Former tickets of the claim that closed after the message was written, less a day for clocks that differ. */
  const inFormer = async (
    companyId: string,
    claimName: string,
    claim: ClaimState,
    message: Incoming,
  ): Promise<string | undefined> => {
    const after = claim.past === null ? '' : dayBefore(message.sentAt);
    for (let past = claim.past; past !== null; past = past.before) {
      if (past.owner === claim.owner || past.closedAt < after) continue;
      const stream = ticketStream(companyId, past.owner);
      let loaded = tickets.cached(stream);
      // Since it lost the claim it holds what it held; a state from before that may be stale.
      const lost = loaded && loaded.state.status !== 'absent' ? loaded.state.lost[claimName] : undefined;
      if (loaded === undefined || lost === undefined || lost < past.claimRevision)
        loaded = await tickets.refresh(stream);
      if (await kit.contains(stream, loaded.state, message)) return past.owner;
    }
    return undefined;
  };

  /** Told where it is. The stream's last position, by a fresh read: nothing was appended, unless it could not be read before. */
  const duplicateIn = async (metadata: CommandMetadata, ticketId: string, message: Incoming) => {
    const stream = ticketStream(metadata.companyId, ticketId);
    const loaded = await tickets.refresh(stream);
    const messageId = standsAs(loaded.state, message);
    const recovers = isKnown(loaded.state) && mayRecover(loaded.state.messages, message);
    const handled = recovers
      ? await kit.handle(stream, { type: 'RecoverMessage', data: { message }, metadata }, endless)
      : { loaded, events: [] };
    return { ...outcome(handled), ticketId, messageId, duplicate: true };
  };

  /** Of contacts that became part of this one: what they wrote until then may be handed over once more. */
  const inMerged = async (
    context: Context,
    message: InboundMessage,
    newMessage: Incoming,
  ): Promise<string | undefined> => {
    const { merged, connectionId } = message;
    if (merged === undefined || merged.at < dayBefore(message.sentAt)) return undefined;
    for (const contactId of merged.contactIds) {
      const name = kit.ticketClaim(context.companyId, connectionId, contactId);
      const { state } = await claims.streams.refresh(name);
      if (state.owner === null) continue;
      const { state: last } = await tickets.refresh(state.ownerStream);
      if (await kit.contains(state.ownerStream, last, newMessage)) return state.owner;
      const former = await inFormer(context.companyId, name, state, newMessage);
      if (former !== undefined) return former;
    }
    return undefined;
  };

  const closed = (state: TicketState): boolean => state.status === 'closed' || state.status === 'deleted';

  const openWith = async (
    metadata: CommandMetadata,
    claimName: string,
    message: InboundMessage,
    newMessage: Incoming,
    claim: Loaded<ClaimState>,
  ) => {
    const { companyId } = metadata;
    const ticketId = kit.newId();
    const stream = ticketStream(companyId, ticketId);
    const newcomer = { id: ticketId, stream };
    const taken = await claims.take(claimName, newcomer, eventMetadata(metadata), endless, claim);
    if (!taken.taken) return undefined;
    // The claim may have passed through other tickets since it was looked at.
    const { past } = taken.claim.state;
    const former = await inFormer(companyId, claimName, taken.claim.state, newMessage);
    if (former !== undefined) return duplicateIn(metadata, former, newMessage);
    const command: TicketCommand = {
      type: 'OpenTicket',
      data: {
        ...{ ticketId, protocol: protocolOf(ticketId, metadata.at), contactId: message.contactId },
        ...{ connectionId: message.connectionId, queueId: message.queueId, userId: null },
        ...{ status: 'pending', isGroup: message.isGroup ?? false },
        ...{ claim: claimName, claimRevision: taken.claim.revision },
        ...(past && { previousTicketId: past.owner }),
        message: newMessage,
      },
      metadata,
    };
    const events = ticketDecider.decide(command, ticketDecider.initial);
    try {
      const handled = await tickets.append(stream, tickets.empty, events, eventMetadata(metadata));
      return { ...outcome(handled), ticketId, messageId: newMessage.messageId, duplicate: false };
    } catch (error) {
      // Somebody took the claim away before this ticket began; its stream can never be opened.
      if (error instanceof ConflictError) return undefined;
      throw error;
    }
  };

  /** Of a ticket that moved to another connection the claim is another's. */
  const reopens = (message: InboundMessage, claimName: string, state: TicketState, at: string): boolean =>
    message.reopenWithinMs !== undefined &&
    !message.fromMe &&
    state.status === 'closed' &&
    state.claim === claimName &&
    Date.parse(at) - Date.parse(state.since) <= message.reopenWithinMs;

  /** In the order of every reopening: the own stream is read, then the claim taken, then appended at what was read. */
  const reopenWith = async (
    metadata: CommandMetadata,
    claimName: string,
    owner: { readonly id: string; readonly stream: string },
    message: InboundMessage,
    newMessage: Incoming,
  ) => {
    const loaded = await tickets.refresh(owner.stream);
    checkKnown(owner.stream, loaded);
    if (!reopens(message, claimName, loaded.state, metadata.at)) return undefined;
    const taken = await claims.take(claimName, owner, eventMetadata(metadata), endless);
    if (!taken.taken) return undefined;
    const command: TicketCommand = {
      type: 'ReopenTicket',
      data: { userId: null, claimRevision: taken.claim.revision, message: newMessage },
      metadata,
    };
    const events = ticketDecider.decide(command, loaded.state);
    try {
      const handled = await tickets.append(owner.stream, loaded, events, eventMetadata(metadata));
      return { ...outcome(handled), ticketId: owner.id, messageId: newMessage.messageId, duplicate: false };
    } catch (error) {
      if (error instanceof ConflictError) return undefined;
      throw error;
    }
  };

  /** Needs no claim: who takes it away writes to this very stream, and the answer is then none any more. */
  const rateWith = async (
    metadata: CommandMetadata,
    owner: { readonly id: string; readonly stream: string },
    message: Incoming,
  ) => {
    const command: TicketCommand = { type: 'RateTicket', data: { message }, metadata };
    try {
      const handled = await kit.handle(owner.stream, command, endless);
      const duplicate = handled.events.length === 0;
      return { ...outcome(handled), ticketId: owner.id, messageId: message.messageId, duplicate };
    } catch (error) {
      if (error instanceof StaleClaim) return undefined;
      throw error;
    }
  };

  const receive = async (context: Context, claimName: string, message: InboundMessage) => {
    const newMessage = incoming(message);
    const metadata = kit.metadataOf(context);
    const { companyId } = metadata;
    const elsewhere = await inMerged(context, message, newMessage);
    if (elsewhere !== undefined) return duplicateIn(metadata, elsewhere, newMessage);
    let claim: Loaded<ClaimState> | undefined = claims.streams.cached(claimName);
    // Nobody has opened a ticket for a contact that was not there a moment ago: if somebody has, the append conflicts.
    if (message.isNewContact) claim ??= claims.streams.empty;
    let current = false;
    for (;;) {
      if (claim === undefined) {
        claim = await claims.streams.refresh(claimName);
        current = true;
      }
      checkKnown(claimName, claim);
      const { owner, ownerStream } = claim.state;
      const former = await inFormer(companyId, claimName, claim.state, newMessage);
      if (former !== undefined) return duplicateIn(metadata, former, newMessage);
      if (owner !== null) {
        const command: TicketCommand = {
          type: 'ReceiveMessage',
          data: {
            ...{ message: newMessage, claim: claimName },
            ...{ since: claim.state.since, claimRevision: claim.revision },
          },
          metadata,
        };
        try {
          const handled = await kit.handle(ownerStream, command, endless);
          const duplicate = handled.events.length === 0;
          const messageId = duplicate ? standsAs(handled.loaded.state, newMessage) : newMessage.messageId;
          return { ...outcome(handled), ticketId: owner, messageId, duplicate };
        } catch (error) {
          if (!(error instanceof StaleClaim)) throw error;
        }
        if (!current) {
          claim = undefined;
          continue;
        }
        // The owner is not open. A replay of what it holds opens nothing.
        const { state } = await tickets.refresh(ownerStream);
        if (isKnown(state) && state.formerContactIds?.includes(message.contactId))
          throw new DomainError('ERR_CONTACT_MERGED', 'the contact goes on in another one', {
            details: { contactId: state.contactId },
          });
        const recent = closed(state) && 'since' in state && state.since >= dayBefore(newMessage.sentAt);
        if (recent && (await kit.contains(ownerStream, state, newMessage)))
          return duplicateIn(metadata, owner, newMessage);
        if (isKnown(state) && state.claim === claimName && answersRating(state, newMessage, metadata.at)) {
          const rated = await rateWith(metadata, { id: owner, stream: ownerStream }, newMessage);
          if (rated !== undefined) return rated;
          claim = undefined;
          current = false;
          continue;
        }
        if (reopens(message, claimName, state, metadata.at)) {
          const it = { id: owner, stream: ownerStream };
          const reopened = await reopenWith(metadata, claimName, it, message, newMessage);
          if (reopened !== undefined) return reopened;
          // Somebody was at it too: everything is looked at again.
          claim = undefined;
          current = false;
          continue;
        }
      }
      const opened = await openWith(metadata, claimName, message, newMessage, claim);
      if (opened !== undefined) return opened;
      claim = undefined;
    }
  };

  return (context, message) => {
    const claim = kit.ticketClaim(context.companyId, message.connectionId, message.contactId);
    // In the order they came, also while the first of them opens the ticket.
    return kit.serial(`receive ${claim}`, () => receive(context, claim, message));
  };
};
