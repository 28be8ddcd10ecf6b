import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { historyPage } from '../../contract/history.ts';
import { toWire } from '../../contract/wire.ts';
import { asOfOnWire } from '../../contract/wire-views.ts';
import { can } from '../../domain/access/policy.ts';
import { DomainError } from '../../domain/errors.ts';
import { streamPages } from '../../domain/kernel/stream-pages.ts';
import { ticketStream } from '../../domain/streams.ts';
import { ticketFor } from '../http/guard.ts';
import { idParams, optional } from '../http/schemas.ts';
import { createTurns } from '../http/turns.ts';
import { messageViews } from '../messages/views.ts';
import { noteViews } from '../notes/views.ts';
import type { Api } from '../services.ts';
import { ticketViews } from '../tickets/views.ts';
import { createWithheld } from './gather-withheld.ts';
import { foldUntil, revisionAt } from './until.ts';
import { eventViews } from './view.ts';
import { withoutContent, withoutPreview } from './withheld.ts';
import { weightOf, withinBytes } from './within-bytes.ts';

type Needs = Pick<Api, 'app' | 'names' | 'eventStore'>;

const tags = ['history'];
const config = { rule: 'ticket:history' } as const;
const revisionNumber = optional(z.coerce.number().int().min(0));
const instant = optional(z.iso.datetime({ offset: true }));

const mostItems = 500;
const pageLimit = optional(z.coerce.number().int().min(1).max(mostItems)).transform(
  (limit) => limit ?? mostItems,
);

async function streamOf(request: FastifyRequest): Promise<string> {
  const ticket = await ticketFor(request, (request.params as z.output<typeof idParams>).id);
  return ticketStream(request.session.companyId, ticket.id);
}

type WithheldFrom = (request: FastifyRequest, stream: string) => Promise<ReadonlySet<string>>;

/** Any ticket's past, from its own events: for supervisors and admins. */
export function historyRoutes(api: Needs): void {
  const withheld = createWithheld(api);
  const withheldFrom: WithheldFrom = (request, stream) =>
    withheld(stream, can(request.session, 'messages:seeDeleted'));
  eventRoutes(api, withheldFrom);
  asOfRoutes(api, withheldFrom);
}

function eventRoutes({ app, names, eventStore }: Needs, withheldFrom: WithheldFrom): void {
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
        response: { 200: historyPage },
      },
    },
    async (request) => {
      const stream = await streamOf(request);
      const { after = -1, before, limit } = request.query;
      const found = await eventStore.read(stream, {
        limit: limit + 1,
        ...(before === undefined ? { from: after + 1 } : { backwards: true }),
        ...(typeof before === 'number' && { from: before - 1 }),
      });
      const events = withinBytes(found.slice(0, limit), (event) => weightOf(event.data));
      const hasMore = found.length > events.length;
      if (before !== undefined) events.reverse();
      const views = await eventViews(
        names,
        request.session.companyId,
        events,
        await withheldFrom(request, stream),
      );
      return { events: views, hasMore };
    },
  );
}

function asOfRoutes(api: Needs, withheldFrom: WithheldFrom): void {
  const { app, names } = api;
  /** Long conversations take a while to fold: one company's auditors must not take the others' turns. */
  const inTurn = createTurns({ atOnce: 2, waiting: 20 });

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
        const until = revision ?? (await revisionAt(streamPages(api.eventStore, stream), at as string));
        const withheld = await withheldFrom(request, stream);
        const {
          last: lastEvent,
          ticket,
          messages,
          notes,
        } = await foldUntil(streamPages(api.eventStore, stream), until);
        if (!lastEvent || !ticket)
          throw new DomainError('ERR_NO_TICKET_FOUND', 'There was no such ticket yet');
        const [view] = await ticketViews(names, request.session.companyId, [
          withoutPreview(ticket, withheld),
        ]);
        if (!view) throw new DomainError('ERR_NO_TICKET_FOUND');
        const askedMessages = messages.filter(({ order }) => before === undefined || order < before);
        const newestMessages = withinBytes(
          askedMessages.slice(-limit).reverse(),
          ({ body }) => body.length,
        ).reverse();
        return {
          revision: lastEvent.revision,
          at: lastEvent.metadata.at,
          ticket: toWire(view),
          messages: await messageViews(
            names,
            request.read,
            request.session,
            newestMessages.map((message) => withoutContent(message, withheld)),
            [ticket],
          ),
          before: newestMessages.length < askedMessages.length ? (newestMessages[0]?.order ?? null) : null,
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
