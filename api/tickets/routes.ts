import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { toWire } from '../../contract/wire.ts';
import { offWire, type TicketOnWire, ticketOnWire } from '../../contract/wire-views.ts';
import { can } from '../../domain/access/policy.ts';
import { DomainError } from '../../domain/errors.ts';
import { ticketStream } from '../../domain/streams.ts';
import { listConditions, type TicketFilter } from '../../domain/ticket-lists/ticket-lists.ts';
import type { TicketDocument } from '../../projections/tickets/document.ts';
import { contextOf, settled } from '../http/commands.ts';
import { demand, ticketFor } from '../http/guard.ts';
import { sendJson } from '../http/ready-json.ts';
import { id, idParams, nullableId } from '../http/schemas.ts';
import type { Api } from '../services.ts';
import { automaticTexts } from './automatic.ts';
import { changeTicket, checkQueueKept, ticketChange } from './change.ts';
import { checkFields } from './fields.ts';
import { listTickets, pageJson } from './list.ts';
import { countsQuery, listQuery } from './query.ts';
import { checkReferences, connectionFor, reachableContact } from './references.ts';
import { foldStream } from './stream.ts';
import { ticketViews } from './views.ts';

type Needs = Pick<Api, 'app' | 'names' | 'now' | 'desk' | 'eventStore' | 'reached' | 'config'>;

const tags = ['tickets'];
const list = z.object({ tickets: z.array(ticketOnWire), count: z.number(), hasMore: z.boolean() });
const newTicket = z.object({
  contactId: id,
  queueId: nullableId.optional(),
  whatsappId: nullableId.optional(),
  userId: nullableId.optional(),
  status: z.enum(['pending', 'open']).default('open'),
});

export function ticketRoutes(api: Needs): void {
  const { app, desk, names } = api;

  const viewOf = async (request: FastifyRequest, ticket: TicketDocument): Promise<TicketOnWire> =>
    toWire((await ticketViews(names, request.session.companyId, [ticket]))[0]!);

  /** The ticket after a command; from its own events when the read models are behind. */
  async function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    ticketId: string,
    outcome: { position: number },
  ): Promise<TicketOnWire> {
    const there = await settled(api, reply, outcome);
    let ticket = await request.read.get<TicketDocument>('tickets', ticketId);
    if (!ticket || !there)
      ticket = (await foldStream(api, ticketStream(request.session.companyId, ticketId))).ticket ?? ticket;
    if (!ticket) throw new DomainError('ERR_NO_TICKET_FOUND');
    return viewOf(request, ticket);
  }

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
        response: { 200: list },
      },
    },
    async (request, reply) => {
      const { read: reader, session } = request;
      const page = await listTickets({ names, reader, session }, request.query);
      return sendJson(api.config, reply, list, await pageJson(names, session.companyId, page));
    },
  );

  app.get(
    '/api/tickets/counts',
    {
      schema: {
        tags,
        summary: 'Numbers for the tabs, by the same rules as the list.',
        querystring: countsQuery,
        response: { 200: z.object({ open: z.number(), pending: z.number(), unread: z.number() }) },
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

  for (const path of ['/api/tickets/:id', '/api/tickets/u/:id'])
    app.get(path, { schema: { tags, params: idParams, response: { 200: ticketOnWire } } }, async (request) =>
      viewOf(request, await ticketFor(request, (request.params as z.output<typeof idParams>).id)),
    );

  app.post(
    '/api/tickets',
    {
      config: { failure: 'ERR_CREATING_TICKET' },
      schema: {
        tags,
        summary: 'Open a conversation with a contact.',
        description: 'ERR_OTHER_OPEN_TICKET: details {ticket, user, queue} of the one that is open.',
        body: offWire(newTicket),
        response: { 201: ticketOnWire },
      },
    },
    async (request, reply) => {
      const { session, body } = request;
      const queueId = body.queueId ?? null;
      if (queueId === null && !can(session, 'tickets:withoutQueue'))
        throw new DomainError('ERR_VALIDATION', 'Selecione uma fila', { errors: { queueId: 'required' } });
      const { scope } = session;
      if (queueId !== null && scope.queueIds !== 'all' && !scope.queueIds.includes(queueId))
        throw new DomainError('ERR_NO_PERMISSION');
      const company = await names.company(session.companyId);
      checkReferences(company, body);
      const { id: contactId, isGroup } = await reachableContact(names, request.read, body.contactId);
      const outcome = await desk.tickets.open(contextOf(request), {
        contactId,
        connectionId: connectionFor(company, body.connectionId, session.userId),
        queueId,
        userId: body.status === 'open' ? (body.userId ?? session.userId) : null,
        status: body.status,
        isGroup,
      });
      reply.code(201);
      return answer(request, reply, outcome.ticketId, outcome);
    },
  );

  app.put(
    '/api/tickets/:id',
    {
      schema: {
        tags,
        summary: 'Accept, return, resolve, reopen, transfer.',
        description:
          '{status: open}: accept or reopen. {status: pending}: return. {status: closed}: resolve. {queueId, userId?}: transfer. ' +
          'ERR_TICKET_TAKEN: details {user: {id, name}} who was faster.',
        params: idParams,
        body: offWire(ticketChange),
        response: { 200: ticketOnWire },
      },
    },
    async (request, reply) => {
      const ticket = await ticketFor(request, request.params.id);
      checkReferences(await names.company(request.session.companyId), request.body);
      checkQueueKept(request.session, ticket, request.body);
      checkFields(request.session, request.body);
      const outcome = await changeTicket(
        desk.tickets,
        contextOf(request),
        ticket,
        request.body,
        request.session.userId,
        await automaticTexts(api, request, ticket),
      );
      return answer(request, reply, ticket.id, outcome);
    },
  );

  app.post(
    '/api/tickets/:id/read',
    {
      schema: {
        tags,
        summary: 'Its agent has seen everything. Without effect for anyone else.',
        params: idParams,
        response: { 200: ticketOnWire },
      },
    },
    async (request, reply) => {
      const ticket = await ticketFor(request, request.params.id);
      if (ticket.userId !== request.session.userId || ticket.unreadMessages === 0)
        return viewOf(request, ticket);
      return answer(
        request,
        reply,
        ticket.id,
        await desk.tickets.markRead(contextOf(request), { ticketId: ticket.id }),
      );
    },
  );

  app.post(
    '/api/tickets/:id/unread',
    {
      schema: {
        tags,
        summary: 'I want to come back to it: it counts as unread again.',
        params: idParams,
        response: { 200: ticketOnWire },
      },
    },
    async (request, reply) => {
      const { id: ticketId } = await ticketFor(request, request.params.id);
      return answer(
        request,
        reply,
        ticketId,
        await desk.tickets.markUnread(contextOf(request), { ticketId }),
      );
    },
  );

  app.post(
    '/api/tickets/:id/peek',
    {
      schema: {
        tags,
        summary: 'I look at this conversation without taking it: its history keeps that.',
        params: idParams,
        response: { 204: z.null() },
      },
      config: { rule: 'ticket:peek' },
    },
    async (request, reply) => {
      const { id: ticketId } = await ticketFor(request, request.params.id);
      const { userId } = request.session;
      await settled(api, reply, await desk.tickets.peek(contextOf(request), { ticketId, userId }));
      return reply.code(204).send(null);
    },
  );

  app.delete(
    '/api/tickets/:id',
    {
      schema: { tags, params: idParams, response: { 204: z.null() } },
      config: { rule: 'ticket-options:deleteTicket' },
    },
    async (request, reply) => {
      demand(request.session, 'ticket-options:deleteTicket');
      const ticket = await ticketFor(request, request.params.id);
      await settled(api, reply, await desk.tickets.delete(contextOf(request), { ticketId: ticket.id }));
      return reply.code(204).send(null);
    },
  );
}
