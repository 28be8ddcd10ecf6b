import { DomainError } from '../../errors.ts';
import type { Deadline } from '../../kernel/deadline.ts';
import { noDeadline } from '../../kernel/deadline.ts';
import { deriveId } from '../../kernel/ids.ts';
import { ticketStream } from '../../streams.ts';
import type { AutomaticText, TicketCommand, TicketCommandOf } from '../../ticket/commands.ts';
import type { KnownTicket, TicketState } from '../../ticket/state.ts';
import { isKnown } from '../../ticket/state.ts';
import { ticketDecider } from '../../ticket/ticket.ts';
import type { Context, Outcome } from '../context.ts';
import { outcome } from '../context.ts';
import type { TicketRuntime } from './runtime.ts';
import { reserveTicket } from './runtime.ts';

type Type = TicketCommand['type'];
export type DataOf<T extends Type> = TicketCommandOf<T>['data'];
/** A command's data, and the ticket that it is for. */
export type ForTicket<T extends Type> = { readonly ticketId: string } & DataOf<T>;
/** A command without its metadata. */
type Wanted = { readonly [T in Type]: Pick<TicketCommandOf<T>, 'type' | 'data'> }[Type];

/** Returns a text with an id derived from the command's: the same command, however often it is tried, is the same message. */
export const automaticText = (
  commandId: string,
  kind: string,
  body: string | undefined,
): AutomaticText | undefined =>
  body === undefined ? undefined : { messageId: deriveId(commandId, kind), body };

/** Returns how commands come to a ticket's stream. */
export const createTicketCommands = (runtime: TicketRuntime) => {
  /** What the gateway reports never gives up, for nobody would report it again. */
  const report = async (
    context: Context,
    ticketId: string,
    command: Wanted,
    deadline = noDeadline,
  ): Promise<Outcome> => {
    const full = { ...command, metadata: runtime.metadataOf(context) } as TicketCommand;
    return outcome(await runtime.handle(ticketStream(context.companyId, ticketId), full, deadline));
  };

  /** What somebody asks for is answered in time. */
  const ask = (context: Context, ticketId: string, command: Wanted): Promise<Outcome> =>
    runtime.withDeadline((deadline) => report(context, ticketId, command, deadline));

  /** Commands that need the claim. Refusals, and 'already so', need none: the plan knows no revision of it. */
  const askWithClaim = async (
    context: Context,
    ticketId: string,
    claimFor: (ticket: KnownTicket) => string,
    command: (claim: string, claimRevision: number) => Wanted,
    deadline: Deadline,
  ): Promise<Outcome> => {
    const metadata = runtime.metadataOf(context);
    const decide = (state: TicketState, claimRevision: number) => {
      if (!isKnown(state)) throw new DomainError('ERR_NO_TICKET_FOUND');
      const full = { ...command(claimFor(state), claimRevision), metadata } as TicketCommand;
      return ticketDecider.decide(full, state);
    };
    const handled = await runtime.execute({
      stream: ticketStream(context.companyId, ticketId),
      metadata,
      deadline,
      decide: (state) => decide(state, 0),
      reservations: reserveTicket(
        ticketId,
        (state) => claimFor(state as KnownTicket),
        (state, claim) => decide(state, claim.revision),
      ),
    });
    return outcome(handled);
  };

  const to =
    <T extends Type>(type: T, send: typeof ask) =>
    (context: Context, { ticketId, ...data }: ForTicket<T>): Promise<Outcome> =>
      send(context, ticketId, { type, data } as unknown as Wanted);

  return {
    ask,
    report,
    askWithClaim,
    /** Returns the command of this type as users give it. */
    asks: <T extends Type>(type: T) => to(type, ask),
    /** Returns the command of this type as the gateway gives it. */
    reports: <T extends Type>(type: T) => to(type, report),
  };
};

export type TicketCommands = ReturnType<typeof createTicketCommands>;
