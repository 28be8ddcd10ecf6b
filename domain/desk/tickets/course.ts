import { StaleClaim } from '../../ticket/ticket.ts';
import type { Context, Outcome } from '../context.ts';
import type { DataOf, TicketCommands } from './commands.ts';
import { automaticText } from './commands.ts';
import type { TicketRuntime } from './runtime.ts';

interface Ticket {
  readonly ticketId: string;
}

/** Returns the commands of a ticket's course: who has it, where it is, when it ends. */
export function createCourse(runtime: TicketRuntime, commands: TicketCommands) {
  const { ask, report, asks, askWithClaim } = commands;
  return {
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
      givenContext: Context,
      {
        ticketId,
        reason = 'agent',
        rating,
      }: Ticket & {
        readonly reason?: DataOf<'ResolveTicket'>['reason'] | undefined;
        readonly rating?: string | undefined;
      },
    ): Promise<Outcome> => {
      const context = runtime.withCommandId(givenContext);
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
      givenContext: Context,
      {
        ticketId,
        notice,
        ...to
      }: Ticket & Omit<DataOf<'TransferTicket'>, 'notice'> & { readonly notice?: string | undefined },
    ): Promise<Outcome> =>
      runtime.withDeadline(async (deadline) => {
        const context = runtime.withCommandId(givenContext);
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
  };
}
