import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { can } from '../../domain/access/policy.ts';
import { DomainError } from '../../domain/errors.ts';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import { ticketStream } from '../../domain/kernel/streams.ts';
import { asOfView, type HistoryEventView, historyEventView } from '../../domain/views/index.ts';
import { eventsUntil } from '../history/until.ts';
import {
  deletedMessages,
  erasedMessages,
  eventData,
  withoutContent,
  withoutPreview,
} from '../history/withheld.ts';
import { ticketFor } from '../http/guard.ts';
import { idParams, optional } from '../http/schemas.ts';
import type { Api } from '../services.ts';
import { readStream } from '../tickets/stream.ts';
import { messageViews, noteViews, ticketViews } from '../views/read.ts';

const tags = ['history'];
const config = { rule: 'ticket:history' } as const;
const revisionNumber = optional(z.coerce.number().int().min(0));
const instant = optional(z.iso.datetime({ offset: true }));

/** Any ticket's past, from its own events: for supervisors and admins. */
export function historyRoutes(api: Api): void {
  const { app, names } = api;

  async function eventsOf(request: FastifyRequest): Promise<readonly RecordedEvent[]> {
    const ticket = await ticketFor(request, (request.params as z.output<typeof idParams>).id);
    return readStream(api, ticketStream(request.session.companyId, ticket.id));
  }

  const withheldFrom = (request: FastifyRequest, events: readonly RecordedEvent[]): ReadonlySet<string> =>
    new Set([
      ...(can(request.session, 'messages:seeDeleted') ? [] : deletedMessages(events)),
      ...erasedMessages(events),
    ]);

  app.get(
    '/api/tickets/:id/history',
    {
      config,
      schema: {
        tags,
        summary: 'Every event of a ticket, in order; with `after`, those after that revision.',
        params: idParams,
        querystring: z.object({ after: revisionNumber }),
        response: { 200: z.object({ events: z.array(historyEventView) }) },
      },
    },
    async (request) => {
      const events = await eventsOf(request);
      const company = await names.company(request.session.companyId);
      const contactIds = events.flatMap(({ metadata: { actor } }) =>
        actor.kind === 'contact' ? [actor.id] : [],
      );
      const contacts = await names.contacts(request.session.companyId, new Set(contactIds));
      const nameOf = ({ kind, id, name }: RecordedEvent['metadata']['actor']): string =>
        (kind === 'user'
          ? company.get('users', id)?.name
          : kind === 'contact'
            ? contacts.get(id)?.name
            : undefined) ??
        name ??
        '';
      const withheld = withheldFrom(request, events);
      const view = (event: RecordedEvent): HistoryEventView => ({
        revision: event.revision,
        position: event.position,
        type: event.type,
        at: event.metadata.at,
        actor: {
          kind: event.metadata.actor.kind,
          id: event.metadata.actor.id,
          name: nameOf(event.metadata.actor),
        },
        data: eventData(event, withheld),
      });
      const { after = -1 } = request.query;
      return { events: events.filter((event) => event.revision > after).map(view) };
    },
  );

  app.get(
    '/api/tickets/:id/as-of',
    {
      config,
      schema: {
        tags,
        summary: 'The ticket and its messages as they were after revision N, or at an instant.',
        params: idParams,
        querystring: z.object({ revision: revisionNumber, at: instant }),
        response: { 200: asOfView },
      },
    },
    async (request) => {
      const { revision, at } = request.query;
      if ((revision === undefined) === (at === undefined))
        throw new DomainError('ERR_VALIDATION', 'Either revision or at', {
          errors: { revision: 'required' },
        });
      const all = await eventsOf(request);
      const withheld = withheldFrom(request, all);
      const events = eventsUntil(all, at === undefined ? { revision: revision as number } : { at });
      const last = events.at(-1);
      const { ticket, messages, notes } = api.foldTicket(events);
      if (!last || !ticket) throw new DomainError('ERR_NO_TICKET_FOUND', 'There was no such ticket yet');
      const [view] = await ticketViews(names, request.session.companyId, [withoutPreview(ticket, withheld)]);
      if (!view) throw new DomainError('ERR_NO_TICKET_FOUND');
      return {
        revision: last.revision,
        at: last.metadata.at,
        ticket: view,
        messages: await messageViews(
          names,
          request.read,
          request.session,
          messages.map((message) => withoutContent(message, withheld)),
          [ticket],
        ),
        notes: await noteViews(
          names,
          request.session.companyId,
          notes.filter((note) => !withheld.has(note.id)),
        ),
      };
    },
  );
}
