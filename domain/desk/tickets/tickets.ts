import { deriveId } from '../../kernel/ids.ts';
import { StaleClaim } from '../../ticket/ticket.ts';
import type { Context, Outcome } from '../context.ts';
import type { CommandRuntime } from '../runtime.ts';
import { createChangingContact } from './changing-contact.ts';
import type { DataOf, ForTicket } from './commands.ts';
import { automaticText, createTicketCommands } from './commands.ts';
import { createOpening } from './opening.ts';
import { createReceive } from './receiving/receive.ts';
import { createTicketRuntime } from './runtime.ts';

interface Ticket {
  readonly ticketId: string;
}

/** A message of an agent or of the company itself. Its id derives from the command's when absent: the same request is the same message. */
export type NewMessage = Ticket &
  Omit<DataOf<'SendMessage'>, 'messageId' | 'mayRepeat' | 'mediaType'> &
  Partial<Pick<DataOf<'SendMessage'>, 'messageId' | 'mediaType'>>;

/** Returns the commands of tickets and of what is said in them. `reports`: from the gateway; they never give up. */
export const createTickets = (base: CommandRuntime) => {
  const runtime = createTicketRuntime(base);
  const { ask, report, asks, reports, askWithClaim } = createTicketCommands(runtime);

  return {
    receive: createReceive(runtime),

    /** Returns the open or pending ticket of a contact on a connection; undefined: there is none. */
    openOf: async (
      companyId: string,
      { connectionId, contactId }: { readonly connectionId: string; readonly contactId: string },
    ): Promise<string | undefined> =>
      (await runtime.claims.holder(runtime.ticketClaim(companyId, connectionId, contactId)))?.id,

    open: createOpening(runtime),

    /**
     * @param ticket.greeting goes to the contact in the same append, unless it is a group
     * @throws ERR_TICKET_TAKEN with details {userId} when someone else has it
     */
    accept: (
      given: Context,
      {
        ticketId,
        greeting,
        ...data
      }: Ticket & Omit<DataOf<'AcceptTicket'>, 'greeting'> & { readonly greeting?: string | undefined },
    ): Promise<Outcome> => {
      const context = runtime.withCommandId(given);
      const text = automaticText(context.commandId, 'greeting', greeting);
      return ask(context, ticketId, {
        type: 'AcceptTicket',
        data: { ...data, ...(text && { greeting: text }) },
      });
    },

    /** `from`: only while it is this user's; nothing happens when somebody else has it by now. */
    returnToQueue: asks('ReturnTicket'),

    /** @param ticket.rating goes to the contact in the same append and asks for one, unless it is a group or nobody worked on it */
    resolve: (
      given: Context,
      {
        ticketId,
        reason = 'agent',
        rating,
      }: Ticket & {
        readonly reason?: DataOf<'ResolveTicket'>['reason'] | undefined;
        readonly rating?: string | undefined;
      },
    ): Promise<Outcome> => {
      const context = runtime.withCommandId(given);
      const text = automaticText(context.commandId, 'rating', rating);
      return ask(context, ticketId, {
        type: 'ResolveTicket',
        data: { reason, ...(text && { rating: text }) },
      });
    },

    /** Closes an open ticket in which nobody wrote, and of which nothing changed hands, since an instant; else nothing. */
    closeQuiet: asks('CloseQuietTicket'),

    /** @throws ERR_OTHER_OPEN_TICKET */
    reopen: (
      context: Context,
      { ticketId, userId }: Ticket & Pick<DataOf<'ReopenTicket'>, 'userId'>,
    ): Promise<Outcome> =>
      runtime.withDeadline((deadline) =>
        askWithClaim(
          context,
          ticketId,
          ({ claim }) => claim,
          (_claim, claimRevision) => ({ type: 'ReopenTicket', data: { userId, claimRevision } }),
          deadline,
        ),
      ),

    /** @param ticket.notice goes to the contact in the same append when the queue changes, unless it is a group */
    transfer: (
      given: Context,
      {
        ticketId,
        notice,
        ...to
      }: Ticket & Omit<DataOf<'TransferTicket'>, 'notice'> & { readonly notice?: string | undefined },
    ): Promise<Outcome> =>
      runtime.withDeadline(async (deadline) => {
        const context = runtime.withCommandId(given);
        const text = automaticText(context.commandId, 'transfer', notice);
        const data = { ...to, ...(text && { notice: text }) };
        try {
          return await report(context, ticketId, { type: 'TransferTicket', data }, deadline);
        } catch (error) {
          // It reopens, or moves to another connection: both need the claim.
          if (!(error instanceof StaleClaim)) throw error;
          return askWithClaim(
            context,
            ticketId,
            ({ connectionId, contactId }) =>
              runtime.ticketClaim(context.companyId, to.connectionId ?? connectionId, contactId),
            (claim, claimRevision) => ({ type: 'MoveTicket', data: { ...data, claim, claimRevision } }),
            deadline,
          );
        }
      }),

    /** Its queue was deleted: it has none, if that is still the one it is in. */
    leaveQueue: asks('LeaveQueue'),
    setFields: asks('SetTicketFields'),
    markRead: asks('MarkTicketRead'),
    /** One that was seen counts as unread again. */
    markUnread: asks('MarkTicketUnread'),
    /** @throws ERR_TICKET_STATE when it is closed: what answers it is cleared by closing */
    setIntegration: asks('SetTicketIntegration'),
    /** Writes down that somebody looked without taking it. */
    peek: asks('PeekTicket'),
    delete: asks('DeleteTicket'),
    changeContact: createChangingContact(runtime),
    /** Its contact was erased: closes it and takes the content of all that was said in it. Nothing left to take: nothing. */
    erase: reports('EraseTicket'),

    /** @throws ERR_TICKET_NOT_OPEN */
    send: async (
      context: Context,
      { ticketId, messageId: given, mediaType = 'chat', ...message }: NewMessage,
    ): Promise<Outcome & { readonly messageId: string }> => {
      const messageId =
        given ?? (context.commandId ? deriveId(context.commandId, 'message') : runtime.newId());
      const mayRepeat = given !== undefined || context.commandId !== undefined;
      const data = { ...message, mediaType, messageId, mayRepeat };
      return { ...(await ask(context, ticketId, { type: 'SendMessage', data })), messageId };
    },
    edit: (
      context: Context,
      { ticketId, byContact = false, ...data }: ByAgent<ForTicket<'EditMessage'>>,
    ): Promise<Outcome> => ask(context, ticketId, { type: 'EditMessage', data: { ...data, byContact } }),
    deleteMessage: (
      context: Context,
      { ticketId, byContact = false, ...data }: ByAgent<ForTicket<'DeleteMessage'>>,
    ): Promise<Outcome> => ask(context, ticketId, { type: 'DeleteMessage', data: { ...data, byContact } }),
    retry: asks('RetryMessage'),
    /** What became of a queued message. */
    sent: reports('RecordSent'),
    failed: reports('RecordFailed'),
    /** It waits its turn on the connection until about then. */
    held: reports('RecordHeld'),
    /** An agent's edit, deletion or reaction was carried out, or given up with `failure`. `revision`: see the event. */
    changeSettled: (
      context: Context,
      {
        ticketId,
        change,
        ...data
      }: ForTicket<'SettleReaction'> & { readonly change: 'react' | DataOf<'SettleChange'>['change'] },
    ): Promise<Outcome> =>
      report(
        context,
        ticketId,
        change === 'react'
          ? { type: 'SettleReaction', data }
          : { type: 'SettleChange', data: { ...data, change } },
      ),
    /**
     * The file of a message is there, or could not be fetched.
     * @throws ERR_CONTACT_ERASED when nothing of it may be kept
     */
    attachFile: reports('AttachFile'),
    failFile: reports('FailFile'),
    /** @throws ERR_WAPP_DOWNLOAD_MEDIA when no further try can bring it */
    requestFile: asks('RequestFile'),
    /**
     * A reaction to a message of either side; `emoji` '' takes it back. Of an agent it is the company's and goes out;
     * `byContact`: it happened on the messaging app. @throws ERR_VALIDATION, ERR_TICKET_NOT_OPEN, ERR_NO_MESSAGE_FOUND
     */
    react: (
      context: Context,
      {
        ticketId,
        fromMe = true,
        byContact = false,
        ...data
      }: ByAgent<Omit<ForTicket<'ReactToMessage'>, 'fromMe'>> & { readonly fromMe?: boolean | undefined },
    ): Promise<Outcome> =>
      (byContact ? report : ask)(context, ticketId, {
        type: 'ReactToMessage',
        data: { ...data, fromMe, byContact },
      }),
    /** What somebody chose in a poll, by the options' places. */
    vote: reports('RecordVote'),
    acknowledge: reports('AcknowledgeMessages'),
    /** For colleagues only, on a ticket of any status. @throws ERR_VALIDATION on `note` under 2 characters */
    addNote: async (
      context: Context,
      {
        ticketId,
        noteId: given,
        note,
      }: Ticket & { readonly noteId?: string | undefined; readonly note: string },
    ): Promise<Outcome & { readonly noteId: string }> => {
      const noteId = given ?? (context.commandId ? deriveId(context.commandId, 'note') : runtime.newId());
      const data = { noteId, note };
      return { ...(await ask(context, ticketId, { type: 'AddTicketNote', data })), noteId };
    },
    /** @throws ERR_NOT_FOUND, ERR_NO_PERMISSION */
    deleteNote: asks('DeleteTicketNote'),
  };
};

/** What an agent does unless it is said that the contact did it. */
type ByAgent<T> = Omit<T, 'byContact'> & { readonly byContact?: boolean | undefined };

export type Tickets = ReturnType<typeof createTickets>;
