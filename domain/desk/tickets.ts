import type { Context, Desk, Outcome } from '../desk.ts';
import { DomainError } from '../errors.ts';
import { appliedBefore, checkKnown, eventMetadata, jitter } from '../kernel/command-handler.ts';
import type { CommandMetadata } from '../kernel/decider.ts';
import { VoidStream } from '../kernel/decider.ts';
import { deriveId } from '../kernel/ids.ts';
import type { Patience } from '../kernel/patience.ts';
import { checkPatience, endless } from '../kernel/patience.ts';
import { ticketStream } from '../kernel/streams.ts';
import { ConflictError } from '../ports/event-store.ts';
import type { AutomaticText, TicketCommand } from '../ticket/commands.ts';
import { protocolOf } from '../ticket/protocol.ts';
import type { KnownTicket, TicketState } from '../ticket/state.ts';
import { isKnown } from '../ticket/state.ts';
import { StaleClaim, ticketDecider } from '../ticket/ticket.ts';
import { createChangingContact } from './changing-contact.ts';
import type { Kit } from './kit.ts';
import { outcome } from './kit.ts';
import { createReceive } from './receive.ts';
import type { PlainCommand } from './ticket-kit.ts';
import { createTicketKit, otherOpen } from './ticket-kit.ts';

/** Its id derives from the command's: the same command, however often it is tried, is the same message. */
const automaticText = (
  commandId: string,
  kind: string,
  body: string | undefined,
): AutomaticText | undefined =>
  body === undefined ? undefined : { messageId: deriveId(commandId, kind), body };

export const createTickets = (base: Kit): Desk['tickets'] => {
  const kit = createTicketKit(base);
  const { claims, tickets } = kit;
  type Ticket = { readonly ticketId: string };

  const streamOf = (context: Context, { ticketId }: Ticket) => ticketStream(context.companyId, ticketId);

  const run = (context: Context, ticket: Ticket, command: PlainCommand, patience: Patience) => {
    const full = { ...command, metadata: kit.metadataOf(context) } as TicketCommand;
    return kit.handle(streamOf(context, ticket), full, patience).then(outcome);
  };
  const asked = (context: Context, ticket: Ticket, command: PlainCommand): Promise<Outcome> =>
    kit.patient((patience) => run(context, ticket, command, patience));
  const reported = (context: Context, ticket: Ticket, command: PlainCommand): Promise<Outcome> =>
    run(context, ticket, command, endless);

  /**
   * Commands that need the claim, in the order that was model-checked: read the own stream, append to the claim (even
   * when it is one's own), append at the revision first read; on a conflict begin again.
   */
  const withClaim = (
    context: Context,
    ticket: Ticket,
    claimFor: (state: KnownTicket) => string,
    command: (claim: string, claimRevision: number) => PlainCommand,
    patience: Patience,
  ): Promise<Outcome> =>
    kit.serial(streamOf(context, ticket), async () => {
      const metadata = kit.metadataOf(context);
      const stream = streamOf(context, ticket);
      const decide = (state: TicketState, claim: string, claimRevision: number) =>
        ticketDecider.decide({ ...command(claim, claimRevision), metadata } as TicketCommand, state);
      for (let conflicts = 0; ; ) {
        const loaded = await tickets.refresh(stream);
        checkKnown(stream, loaded);
        checkPatience(patience);
        if (!isKnown(loaded.state)) throw new DomainError('ERR_NO_TICKET_FOUND');
        const claim = claimFor(loaded.state);
        // Refusals, and 'already so', need no claim.
        const planned = decide(loaded.state, claim, 0);
        if (planned.length === 0 || appliedBefore(loaded, metadata.commandId, planned))
          return outcome({ loaded, events: [] });
        const owner = { id: ticket.ticketId, stream };
        const taken = await claims.take(claim, owner, eventMetadata(metadata), patience);
        if (!taken.taken) throw otherOpen(taken.owner);
        checkPatience(patience);
        const events = decide(loaded.state, claim, taken.claim.revision);
        try {
          return outcome(await tickets.append(stream, loaded, events, eventMetadata(metadata)));
        } catch (error) {
          if (!(error instanceof ConflictError)) throw error;
          conflicts += 1;
          if (conflicts > patience.conflicts)
            throw new DomainError('ERR_CONFLICT', 'others kept changing it', { cause: error });
          await kit.sleep(jitter(conflicts, kit.random));
        }
      }
    });

  type Opening = Parameters<Desk['tickets']['open']>[1];

  const openAs = async (ticketId: string, metadata: CommandMetadata, ticket: Opening, patience: Patience) => {
    const { companyId } = metadata;
    const stream = ticketStream(companyId, ticketId);
    const claimName = kit.ticketClaim(companyId, ticket.connectionId, ticket.contactId);
    const command = (claimRevision: number, previous: string | undefined): TicketCommand => ({
      type: 'OpenTicket',
      data: {
        ...{ ticketId, protocol: protocolOf(ticketId, metadata.at), contactId: ticket.contactId },
        ...{ connectionId: ticket.connectionId, queueId: ticket.queueId, userId: ticket.userId },
        ...{ status: ticket.status, isGroup: ticket.isGroup ?? false, claim: claimName, claimRevision },
        ...(previous !== undefined && { previousTicketId: previous }),
      },
      metadata,
    });
    const loaded = await tickets.refresh(stream);
    checkKnown(stream, loaded);
    checkPatience(patience);
    // Opened by this very command before, or refused.
    if (ticketDecider.decide(command(0, undefined), loaded.state).length === 0)
      return { ...outcome({ loaded, events: [] }), ticketId };
    const taken = await claims.take(claimName, { id: ticketId, stream }, eventMetadata(metadata), patience);
    if (!taken.taken) throw otherOpen(taken.owner);
    const events = ticketDecider.decide(
      command(taken.claim.revision, taken.claim.state.past?.owner),
      loaded.state,
    );
    try {
      return {
        ...outcome(await tickets.append(stream, loaded, events, eventMetadata(metadata))),
        ticketId,
      };
    } catch (error) {
      // Somebody took the claim away before this ticket began.
      if (error instanceof ConflictError) throw new VoidStream();
      throw error;
    }
  };

  return {
    receive: createReceive(kit),

    openOf: async (companyId, { connectionId, contactId }) =>
      (await claims.holder(kit.ticketClaim(companyId, connectionId, contactId)))?.id,
    open: (context, ticket) =>
      kit.patient((patience) =>
        kit.withNewId(context, 'ticket', ticket.ticketId, (ticketId, metadata) =>
          openAs(ticketId, metadata, ticket, patience),
        ),
      ),

    accept: (given, { ticketId, userId, queueId, greeting }) => {
      const context = kit.named(given);
      const text = automaticText(context.commandId, 'greeting', greeting);
      const data = { userId, ...(queueId !== undefined && { queueId }), ...(text && { greeting: text }) };
      return asked(context, { ticketId }, { type: 'AcceptTicket', data });
    },
    returnToQueue: (context, { ticketId, ...data }) =>
      asked(context, { ticketId }, { type: 'ReturnTicket', data }),
    resolve: (given, { ticketId, reason = 'agent', rating }) => {
      const context = kit.named(given);
      const text = automaticText(context.commandId, 'rating', rating);
      const data = { reason, ...(text && { rating: text }) };
      return asked(context, { ticketId }, { type: 'ResolveTicket', data });
    },

    closeQuiet: (context, { ticketId, quietSince }) =>
      asked(context, { ticketId }, { type: 'CloseQuietTicket', data: { quietSince } }),

    reopen: (context, { ticketId, userId }) =>
      kit.patient((patience) =>
        withClaim(
          context,
          { ticketId },
          (state) => state.claim,
          (_claim, claimRevision) => ({ type: 'ReopenTicket', data: { userId, claimRevision } }),
          patience,
        ),
      ),

    transfer: (given, { ticketId, notice, ...to }) =>
      kit.patient(async (patience) => {
        const context = kit.named(given);
        const text = automaticText(context.commandId, 'transfer', notice);
        const target = { ...to, ...(text && { notice: text }) };
        try {
          return await run(context, { ticketId }, { type: 'TransferTicket', data: target }, patience);
        } catch (error) {
          // It reopens, or moves to another connection: both need the claim.
          if (!(error instanceof StaleClaim)) throw error;
          return withClaim(
            context,
            { ticketId },
            (state) =>
              kit.ticketClaim(context.companyId, target.connectionId ?? state.connectionId, state.contactId),
            (claim, claimRevision) => ({ type: 'TransferTicket', data: { ...target, claim, claimRevision } }),
            patience,
          );
        }
      }),

    setTags: (context, { ticketId, tagIds }) =>
      asked(context, { ticketId }, { type: 'SetTicketTags', data: { tagIds } }),
    markRead: (context, ticket) => asked(context, ticket, { type: 'MarkTicketRead', data: {} }),
    markUnread: (context, ticket) => asked(context, ticket, { type: 'MarkTicketUnread', data: {} }),
    setIntegration: (context, { ticketId, ...data }) =>
      asked(context, { ticketId }, { type: 'SetTicketIntegration', data }),
    peek: (context, { ticketId, userId }) =>
      asked(context, { ticketId }, { type: 'PeekTicket', data: { userId } }),
    delete: (context, ticket) => asked(context, ticket, { type: 'DeleteTicket', data: {} }),
    changeContact: createChangingContact(kit),
    erase: (context, ticket) => reported(context, ticket, { type: 'EraseTicket', data: {} }),

    send: async (context, { ticketId, messageId: given, mediaType = 'chat', ...message }) => {
      const messageId = given ?? (context.commandId ? deriveId(context.commandId, 'message') : kit.newId());
      const mayRepeat = given !== undefined || context.commandId !== undefined;
      const data = { ...message, mediaType, messageId, mayRepeat };
      return { ...(await asked(context, { ticketId }, { type: 'SendMessage', data })), messageId };
    },
    edit: (context, { ticketId, byContact = false, ...data }) =>
      asked(context, { ticketId }, { type: 'EditMessage', data: { ...data, byContact } }),
    deleteMessage: (context, { ticketId, byContact = false, ...data }) =>
      asked(context, { ticketId }, { type: 'DeleteMessage', data: { ...data, byContact } }),
    retry: (context, { ticketId, ...data }) => asked(context, { ticketId }, { type: 'RetryMessage', data }),
    sent: (context, { ticketId, ...data }) => reported(context, { ticketId }, { type: 'RecordSent', data }),
    failed: (context, { ticketId, ...data }) =>
      reported(context, { ticketId }, { type: 'RecordFailed', data }),
    held: (context, { ticketId, ...data }) => reported(context, { ticketId }, { type: 'RecordHeld', data }),
    changeSettled: (context, { ticketId, change, ...data }) =>
      reported(
        context,
        { ticketId },
        change === 'react'
          ? { type: 'SettleReaction', data }
          : { type: 'SettleChange', data: { ...data, change } },
      ),
    attachFile: (context, { ticketId, ...data }) =>
      reported(context, { ticketId }, { type: 'AttachFile', data }),
    failFile: (context, { ticketId, ...data }) => reported(context, { ticketId }, { type: 'FailFile', data }),
    requestFile: (context, { ticketId, ...data }) =>
      asked(context, { ticketId }, { type: 'RequestFile', data }),
    react: (context, { ticketId, fromMe = true, byContact = false, ...data }) => {
      const command = { type: 'ReactToMessage', data: { ...data, fromMe, byContact } } as const;
      return (byContact ? reported : asked)(context, { ticketId }, command);
    },
    vote: (context, { ticketId, ...data }) => reported(context, { ticketId }, { type: 'RecordVote', data }),
    acknowledge: (context, { ticketId, ...data }) =>
      reported(context, { ticketId }, { type: 'AcknowledgeMessages', data }),
    addNote: async (context, { ticketId, noteId: given, note }) => {
      const noteId = given ?? (context.commandId ? deriveId(context.commandId, 'note') : kit.newId());
      const command = { type: 'AddTicketNote', data: { noteId, note } } as const;
      return { ...(await asked(context, { ticketId }, command)), noteId };
    },
    deleteNote: (context, { ticketId, ...data }) =>
      asked(context, { ticketId }, { type: 'DeleteTicketNote', data }),
  };
};
