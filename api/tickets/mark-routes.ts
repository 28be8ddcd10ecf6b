import { z } from 'zod';
import { ticketOnWire } from '../../contract/wire-views.ts';
import { awaitSettled, contextOf } from '../http/commands.ts';
import { demand, ticketFor } from '../http/guard.ts';
import { idParams } from '../http/schemas.ts';
import type { Api } from '../services.ts';
import { createAnswers } from './answers.ts';

const tags = ['tickets'];

/** What one press says of a ticket: it was seen, is to be seen again, was looked at, goes. */
export function ticketMarkRoutes(
  api: Pick<Api, 'app' | 'names' | 'desk' | 'eventStore' | 'reached' | 'config'>,
): void {
  const { app, desk } = api;
  const { viewOf, answer } = createAnswers(api);

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
      await awaitSettled(api, reply, await desk.tickets.peek(contextOf(request), { ticketId, userId }));
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
      await awaitSettled(api, reply, await desk.tickets.delete(contextOf(request), { ticketId: ticket.id }));
      return reply.code(204).send(null);
    },
  );
}
