import { deriveId } from '../../kernel/ids.ts';
import type { Context, Outcome } from '../context.ts';
import type { DataOf, ForTicket, TicketCommands } from './commands.ts';
import type { TicketRuntime } from './runtime.ts';

interface Ticket {
  readonly ticketId: string;
}

/** A message of an agent or of the company itself. Its id derives from the command's when absent: the same request is the same message. */
export type NewMessage = Ticket &
  Omit<DataOf<'SendMessage'>, 'messageId' | 'mayRepeat' | 'mediaType'> &
  Partial<Pick<DataOf<'SendMessage'>, 'messageId' | 'mediaType'>>;

/** What an agent does unless it is said that the contact did it. */
type ByAgent<T> = Omit<T, 'byContact'> & { readonly byContact?: boolean | undefined };

/** Returns the commands of the messages of tickets. `reports`: from the gateway; they never give up. */
export function createMessages(runtime: TicketRuntime, commands: TicketCommands) {
  const { ask, report, asks, reports } = commands;
  return {
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
  };
}

/** Returns the commands of notes. */
export function createNotes(runtime: TicketRuntime, { ask, asks }: TicketCommands) {
  return {
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
}
