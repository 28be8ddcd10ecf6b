import type { TicketView } from '../../contract/ticket.ts';
import type { TicketDocument } from '../../projections/tickets/document.ts';
import type { Names } from '../names/names.ts';
import { ticketViewOf } from './view.ts';

export async function ticketViews(
  names: Names,
  companyId: string,
  tickets: readonly TicketDocument[],
): Promise<TicketView[]> {
  const [company, contacts] = await Promise.all([
    names.company(companyId),
    names.contacts(companyId, new Set(tickets.map((ticket) => ticket.contactId))),
  ]);
  return tickets.map((ticket) => ticketViewOf(ticket, company, contacts));
}
