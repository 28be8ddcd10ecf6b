import { z } from 'zod';
import { offWire, ticketOnWire } from '../../contract/wire-views.ts';
import { can } from '../../domain/access/policy.ts';
import { DomainError } from '../../domain/errors.ts';
import { contextOf } from '../http/commands.ts';
import { ticketFor } from '../http/guard.ts';
import { id, idParams, nullableId } from '../http/schemas.ts';
import type { Api } from '../services.ts';
import { createAnswers } from './answers.ts';
import { automaticTexts } from './automatic.ts';
import { changeTicket, checkQueueKept, ticketChange } from './change.ts';
import { checkFields } from './fields.ts';
import { ticketListRoutes } from './list-routes.ts';
import { ticketMarkRoutes } from './mark-routes.ts';
import { checkReferences, connectionFor, reachableContact } from './references.ts';

type Needs = Pick<Api, 'app' | 'names' | 'now' | 'desk' | 'eventStore' | 'reached' | 'config'>;

const tags = ['tickets'];
const newTicket = z.object({
  contactId: id,
  queueId: nullableId.optional(),
  whatsappId: nullableId.optional(),
  userId: nullableId.optional(),
  status: z.enum(['pending', 'open']).default('open'),
});

/** Tickets as they are looked at, opened and changed. */
export function ticketRoutes(api: Needs): void {
  ticketListRoutes(api);
  ticketMarkRoutes(api);
  const { app, desk, names } = api;
  const { viewOf, answer } = createAnswers(api);

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
}
