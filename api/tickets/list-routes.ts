import { ticketCounts } from '../../contract/ticket.ts';
import { ticketPageOnWire } from '../../contract/wire-views.ts';
import { listConditions, type TicketFilter } from '../../domain/ticket-lists/ticket-lists.ts';
import { sendJson } from '../http/ready-json.ts';
import type { Api } from '../services.ts';
import { listTickets, pageJson } from './list.ts';
import { countsQuery, listQuery } from './query.ts';

const tags = ['tickets'];

/** Tickets by the page, and how many there are. */
export function ticketListRoutes(api: Pick<Api, 'app' | 'names' | 'config'>): void {
  const { app, names } = api;

  app.get(
    '/api/tickets',
    {
      schema: {
        tags,
        summary: '40 tickets a page, those changed last first.',
        description:
          'status=open: mine; status=pending: of my queues (and without a queue, with allTicket); showAll (supervisors, admins): all. ' +
          'queueIds, tags, users are JSON lists; null in queueIds stands for "no queue"; an empty list filters nothing. ' +
          'searchParam finds contacts, then their tickets; with searchIn=messages the texts of messages.',
        querystring: listQuery,
        response: { 200: ticketPageOnWire },
      },
    },
    async (request, reply) => {
      const { read: reader, session } = request;
      const page = await listTickets({ names, reader, session }, request.query);
      return sendJson(api.config, reply, ticketPageOnWire, await pageJson(names, session.companyId, page));
    },
  );

  app.get(
    '/api/tickets/counts',
    {
      schema: {
        tags,
        summary: 'Numbers for the tabs, by the same rules as the list.',
        querystring: countsQuery,
        response: { 200: ticketCounts },
      },
    },
    async (request) => {
      const count = (filter: TicketFilter) =>
        request.read.count('tickets', listConditions(request.session, filter));
      const { showAll, queueIds } = request.query;
      const [open, pending, unread] = await Promise.all([
        count({ showAll, queueIds, status: 'open' }),
        count({ showAll, queueIds, status: 'pending' }),
        count({ queueIds, unread: true }),
      ]);
      return { open, pending, unread };
    },
  );
}
