import { toWire } from '../../contract/wire.ts';
import { inScope } from '../../domain/access/policy.ts';
import { DomainError } from '../../domain/errors.ts';
import type { CompanyReader } from '../../projections/ports/read-store.ts';
import type { TicketDocument } from '../../projections/tickets/document.ts';
import type { Session } from '../auth/subject.ts';
import type { Names } from '../names/names.ts';
import { queueRefOf, userRefOf } from '../names/refs.ts';
import { ticketViews } from './views.ts';

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/**
 * Returns a refusal with names beside what the domain tells by id: who was faster (ERR_TICKET_TAKEN), whose ticket is
 * open already (ERR_OTHER_OPEN_TICKET). Of a ticket out of the caller's sight only its owner and queue are named.
 */
export async function namedRefusal(
  refusal: DomainError,
  { names, reader, session }: { names: Names; reader: CompanyReader; session: Session },
): Promise<DomainError> {
  if (refusal.code !== 'ERR_TICKET_TAKEN' && refusal.code !== 'ERR_OTHER_OPEN_TICKET') return refusal;
  const company = await names.company(session.companyId);
  const userId = text(refusal.details?.userId);
  const user = userRefOf(company, userId) ?? (userId === null ? null : { id: userId, name: '' });
  const withDetails = (details: Record<string, unknown>) =>
    new DomainError(refusal.code, refusal.message, {
      details: { ...refusal.details, ...details },
      ...(refusal.errors && { errors: refusal.errors }),
    });
  if (refusal.code === 'ERR_TICKET_TAKEN') return withDetails({ user });

  const queueId = text(refusal.details?.queueId);
  const queue = queueId === null ? null : queueRefOf(company.get('queues', queueId));
  const ticketId = text(refusal.details?.ticketId);
  const document = ticketId === null ? undefined : await reader.get<TicketDocument>('tickets', ticketId);
  if (!document || !inScope(session.scope, document))
    return withDetails({
      user,
      queue,
      ticket: { id: ticketId, uuid: ticketId, userId, user, queueId, queue },
    });
  const [ticket] = await ticketViews(names, session.companyId, [document]);
  return withDetails({ user, queue, ticket: ticket && toWire(ticket) });
}
