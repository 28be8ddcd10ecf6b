import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type HistoryEventView, historyEventView } from '../../contract/history.ts';
import { toWire } from '../../contract/wire.ts';
import { asOfOnWire } from '../../contract/wire-views.ts';
import { can } from '../../domain/access/policy.ts';
import { DomainError } from '../../domain/errors.ts';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import { ticketStream } from '../../domain/streams.ts';
import { createTicketFold } from '../../projections/tickets/fold-ticket.ts';
import { ticketFor } from '../http/guard.ts';
import { idParams, optional } from '../http/schemas.ts';
import { createTurns } from '../http/turns.ts';
import { messageViews } from '../messages/views.ts';
import { noteViews } from '../notes/views.ts';
import type { Api } from '../services.ts';
import { streamPages } from '../tickets/stream.ts';
import { ticketViews } from '../tickets/views.ts';
import { createWithheld } from './gather-withheld.ts';
import { revisionAt } from './until.ts';
import { eventData, withoutContent, withoutPreview } from './withheld.ts';

type Needs = Pick<Api, 'app' | 'names' | 'eventStore'>;

const tags = ['history'];
const config = { rule: 'ticket:history' } as const;
const revisionNumber = optional(z.coerce.number().int().min(0));
const instant = optional(z.iso.datetime({ offset: true }));

const mostItems = 500;
const pageLimit = optional(z.coerce.number().int().min(1).max(mostItems)).transform(
  (limit) => limit ?? mostItems,
);

/** UTF-16 units of one answer, about: a message may be 65,536 long, and 500 of them are 32 MB. */
const mostUnits = 1024 * 1024;

/** As many from the beginning as an answer holds, at least one. */
const withinBytes = <T>(items: readonly T[], unitsOf: (item: T) => number): T[] => {
  let units = 0;
  const end = items.findIndex((item, index) => {
    units += 500 + unitsOf(item);
    return units > mostUnits && index > 0;
  });
  return end === -1 ? [...items] : items.slice(0, end);
};

const weightOf = (data: unknown): number => {
  const { body = '', beforeBody = '', note = '' } = data as Record<string, unknown>;
  return [body, beforeBody, note].reduce<number>(
    (sum, text) => sum + (typeof text === 'string' ? text.length : 0),
    0,
  );
};

/** Any ticket's past, from its own events: for supervisors and admins. */
export function historyRoutes(api: Needs): void {
  const { app, names } = api;

  /** Long conversations take a while to fold: one company's auditors must not take the others' turns. */
  const inTurn = createTurns({ atOnce: 2, waiting: 20 });

  async function streamOf(request: FastifyRequest): Promise<string> {
    const ticket = await ticketFor(request, (request.params as z.output<typeof idParams>).id);
    return ticketStream(request.session.companyId, ticket.id);
  }

  const withheld = createWithheld(api);
  const withheldFrom = (request: FastifyRequest, stream: string): Promise<ReadonlySet<string>> =>
    withheld(stream, can(request.session, 'messages:seeDeleted'));

  app.get(
    '/api/tickets/:id/history',
    {
      config,
      schema: {
        tags,
        summary:
          'Events of a ticket, in order, at most `limit` and about a megabyte; with `after`, those after that revision; with ' +
          '`before`, the newest ones before that revision, or before the `end`. `hasMore`: there are others behind the last ' +
          'one, with `before` in front of the first.',
        params: idParams,
        querystring: z
          .object({
            after: revisionNumber,
            before: z.union([z.literal('end'), z.coerce.number().int().min(0)]).optional(),
            limit: pageLimit,
          })
          .refine(({ after, before }) => after === undefined || before === undefined, {
            error: 'Either after or before',
            path: ['before'],
          }),
        response: { 200: z.object({ events: z.array(historyEventView), hasMore: z.boolean() }) },
      },
    },
    async (request) => {
      const stream = await streamOf(request);
      const { after = -1, before, limit } = request.query;
      const found = await api.eventStore.read(stream, {
        limit: limit + 1,
        ...(before === undefined ? { from: after + 1 } : { backwards: true }),
        ...(typeof before === 'number' && { from: before - 1 }),
      });
      const events = withinBytes(found.slice(0, limit), (event) => weightOf(event.data));
      const hasMore = found.length > events.length;
      if (before !== undefined) events.reverse();
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
      const withheld = await withheldFrom(request, stream);
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
      return { events: events.map(view), hasMore };
    },
  );

  app.get(
    '/api/tickets/:id/as-of',
    {
      config,
      schema: {
        tags,
        summary:
          'The ticket and its messages as they were after revision N, or at an instant: the newest `limit` messages, at ' +
          'most about a megabyte of them; with `before` (an `order`), those before it. `before` of the answer: of the ' +
          'next page, null when there is none.',
        params: idParams,
        querystring: z.object({
          revision: revisionNumber,
          at: instant,
          before: revisionNumber,
          limit: pageLimit,
        }),
        response: { 200: asOfOnWire },
      },
    },
    async (request) => {
      const { revision, at, before, limit } = request.query;
      if ((revision === undefined) === (at === undefined))
        throw new DomainError('ERR_VALIDATION', 'Either revision or at', {
          errors: { revision: 'required' },
        });
      const stream = await streamOf(request);
      return inTurn(request.session.companyId, async () => {
        const until = revision ?? (await revisionAt(streamPages(api, stream), at as string));
        const withheld = await withheldFrom(request, stream);
        const folded = createTicketFold();
        let last: RecordedEvent | undefined;
        for await (const page of streamPages(api, stream)) {
          const events = page.filter((event) => event.revision <= until);
          folded.add(events);
          last = events.at(-1) ?? last;
          if (events.length < page.length) break;
        }
        const { ticket, messages, notes } = folded.result();
        if (!last || !ticket) throw new DomainError('ERR_NO_TICKET_FOUND', 'There was no such ticket yet');
        const [view] = await ticketViews(names, request.session.companyId, [
          withoutPreview(ticket, withheld),
        ]);
        if (!view) throw new DomainError('ERR_NO_TICKET_FOUND');
        const asked = messages.filter(({ order }) => before === undefined || order < before);
        const newest = withinBytes(asked.slice(-limit).reverse(), ({ body }) => body.length).reverse();
        return {
          revision: last.revision,
          at: last.metadata.at,
          ticket: toWire(view),
          messages: await messageViews(
            names,
            request.read,
            request.session,
            newest.map((message) => withoutContent(message, withheld)),
            [ticket],
          ),
          before: newest.length < asked.length ? (newest[0]?.order ?? null) : null,
          // Few and short: all of them come with the newest messages.
          notes:
            before !== undefined
              ? []
              : await noteViews(
                  names,
                  request.session.companyId,
                  notes.filter((note) => !withheld.has(note.id)),
                ),
        };
      });
    },
  );
}
