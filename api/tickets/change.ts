import { z } from 'zod';
import type { OffWire } from '../../contract/wire.ts';
import { can } from '../../domain/access/policy.ts';
import type { Context, Desk, Outcome } from '../../domain/desk/desk.ts';
import { DomainError } from '../../domain/errors.ts';
import { ticketStatus } from '../../domain/ticket/events.ts';
import { choicesIn } from '../../domain/ticket/fields/derive.ts';
import type { TicketDocument } from '../../projections/tickets/document.ts';
import type { Session } from '../auth/subject.ts';
import { derivedId } from '../http/commands.ts';
import { nullableId } from '../http/schemas.ts';
import type { AutomaticTexts } from './automatic.ts';
import { fieldBody } from './fields.ts';

/** The body of PUT /tickets/{id}: one call for accept, return, resolve, reopen and transfer, as the spec has it. */
export const ticketChange = z.object({
  status: ticketStatus.optional(),
  userId: nullableId.optional(),
  queueId: nullableId.optional(),
  whatsappId: nullableId.optional(),
  /** What answers it instead of an agent; null says no. Closing clears all three, whatever the call says of them. */
  useIntegration: z
    .boolean()
    .nullable()
    .transform((value) => value ?? false)
    .optional(),
  promptId: nullableId.optional(),
  integrationId: nullableId.optional(),
  ...fieldBody,
});
export type TicketChange = OffWire<z.output<typeof ticketChange>>;
type Move = Pick<TicketChange, 'status' | 'userId' | 'queueId' | 'connectionId'>;

/**
 * A transfer needs a queue: without one a ticket is out of the sight of all who serve queues.
 * @throws ERR_VALIDATION naming `queueId`
 */
export function checkQueueKept(
  session: Session,
  ticket: Pick<TicketDocument, 'queueId'>,
  { queueId, status }: Pick<TicketChange, 'queueId' | 'status'>,
): void {
  const taken = queueId === null && ticket.queueId !== null && status !== 'closed';
  if (taken && !can(session, 'tickets:withoutQueue'))
    throw new DomainError('ERR_VALIDATION', 'Selecione uma fila', { errors: { queueId: 'required' } });
}

/**
 * Resolves with what became of the command that is meant, told from the body and the ticket's present state. The state
 * may be a moment old: what is allowed is decided by the ticket's own events.
 */
export async function changeTicket(
  tickets: Desk['tickets'],
  context: Context,
  ticket: TicketDocument,
  change: TicketChange,
  me: string,
  texts: AutomaticTexts,
): Promise<Outcome> {
  const { status, userId, queueId, connectionId, useIntegration, promptId, integrationId } = change;
  const move = { status, userId, queueId, connectionId };
  const integration = {
    ...(useIntegration !== undefined && { useIntegration }),
    ...(promptId !== undefined && { promptId }),
    ...(integrationId !== undefined && { integrationId }),
  };
  const fields = choicesIn(change);
  const sets = Object.keys(fields).length > 0;
  const moves = Object.values(move).some((value) => value !== undefined);
  const answers = Object.keys(integration).length > 0 && status !== 'closed';
  if (!sets && !moves && !answers)
    throw new DomainError('ERR_VALIDATION', 'Nothing to change', { errors: { status: 'required' } });
  // Further commands of the same call: each has an id of its own.
  const own = (kind: string): Context =>
    context.commandId === undefined ? context : { ...context, commandId: derivedId(context.commandId, kind) };
  const ticketId = ticket.id;
  // Before it moves: then it may be out of sight.
  let outcome = sets ? await tickets.setFields(own('fields'), { ticketId, ...fields }) : undefined;
  if (moves) outcome = await moveTicket(tickets, context, ticket, move, me, texts);
  if (answers) outcome = await tickets.setIntegration(own('integration'), { ticketId, ...integration });
  return outcome as Outcome;
}

function moveTicket(
  tickets: Desk['tickets'],
  context: Context,
  ticket: TicketDocument,
  change: Move,
  me: string,
  texts: AutomaticTexts,
): Promise<Outcome> {
  const ticketId = ticket.id;
  const { status, userId, queueId } = change;
  const connectionId = change.connectionId ?? undefined;
  const mine = userId === undefined || userId === me;
  const sameQueue = queueId === undefined || queueId === ticket.queueId;

  if (status === 'closed')
    return tickets.resolve(context, {
      ticketId,
      ...(texts.rating !== undefined && { rating: texts.rating }),
    });
  if (status === 'open' && ticket.status === 'closed')
    return tickets.reopen(context, { ticketId, userId: userId === undefined ? me : userId });
  if (status === 'open' && mine && (sameQueue || ticket.status === 'pending') && connectionId === undefined)
    return tickets.accept(context, {
      ticketId,
      userId: me,
      ...(queueId !== undefined && { queueId }),
      ...(texts.greeting !== undefined && { greeting: texts.greeting }),
    });
  if (status === 'pending' && !userId && sameQueue && connectionId === undefined)
    return tickets.returnToQueue(context, { ticketId });
  const stays = userId === undefined && queueId === undefined && status === undefined;
  const target = queueId === undefined ? ticket.queueId : queueId;
  const notice = texts.notice(target);
  return tickets.transfer(context, {
    ticketId,
    queueId: target,
    ...(notice !== undefined && { notice }),
    // A transfer without a user puts the ticket back into the queue; a change of connection alone moves nothing else.
    userId: stays ? ticket.userId : (userId ?? (status === 'open' ? me : null)),
    ...(connectionId !== undefined && { connectionId }),
  });
}
