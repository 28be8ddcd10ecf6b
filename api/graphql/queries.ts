import type { FastifyReply } from 'fastify';
import type { MercuriusContext } from 'mercurius';
import { z } from 'zod';
import { toWire } from '../../contract/wire.ts';
import type { TicketOnWire } from '../../contract/wire-views.ts';
import type { TicketDocument } from '../../projections/tickets/document.ts';
import { ticketFor } from '../http/guard.ts';
import { idParams } from '../http/schemas.ts';
import { cursorsOf, threadMessages, threadQuery } from '../messages/query.ts';
import { messageViews } from '../messages/views.ts';
import { notesOf } from '../notes/query.ts';
import { noteViews } from '../notes/views.ts';
import type { Api } from '../services.ts';
import { listTickets } from '../tickets/list.ts';
import { listQuery } from '../tickets/query.ts';
import { ticketViews } from '../tickets/views.ts';
import { pageSize } from './schema.ts';
import { asParameters } from './sdl.ts';

type Needs = Pick<Api, 'names' | 'config'>;
type Parameters = Readonly<Record<string, unknown>>;
/** A ticket as it is answered, and the document that its page and notes are looked up by. */
type TicketNode = TicketOnWire & { readonly document: TicketDocument };
type Nested = readonly { readonly obj: TicketNode; readonly params: Parameters }[];

const page = z.object({ first: z.int().min(1).max(pageSize).default(pageSize) });

/** Returns what `one` gives of each ticket; a refusal is that ticket's own. */
const ofEach = <T>(nested: Nested, one: (ticket: TicketNode, params: Parameters) => Promise<T>) =>
  Promise.all(nested.map(({ obj, params }) => one(obj, params).catch((error: Error) => error)));

/**
 * Returns the resolvers: each reads as the REST route of the same name does, through the request's own reader, with the
 * same checks and views. Without a session there is no reader.
 */
export function createQueries({ names, config }: Needs) {
  const nodesOf = async (companyId: string, documents: readonly TicketDocument[]): Promise<TicketNode[]> =>
    (await ticketViews(names, companyId, documents)).map((view, at) => ({
      ...toWire(view),
      document: documents[at]!,
    }));

  return {
    resolvers: {
      Query: {
        version: () => config.version,
        async ticket(_: unknown, params: Parameters, { reply: { request } }: MercuriusContext) {
          const ticket = await ticketFor(request, idParams.parse(params).id);
          return (await nodesOf(request.session.companyId, [ticket]))[0];
        },
        async tickets(
          _: unknown,
          { first, ...filter }: Parameters,
          { reply: { request } }: MercuriusContext,
        ) {
          const { read: reader, session } = request;
          const query = listQuery.parse(asParameters(filter));
          const { tickets, ...rest } = await listTickets(
            { names, reader, session },
            query,
            page.parse({ first }).first,
          );
          const nodes = await nodesOf(
            session.companyId,
            tickets.map(({ ticket }) => ticket),
          );
          return { ...rest, tickets: nodes.map((node, at) => ({ ...node, match: tickets[at]?.match })) };
        },
      },
    },
    loaders: {
      Ticket: {
        /** Pages are read one a ticket; what they refer to is joined once for all. */
        async messages(nestedViews: Nested, { reply: { request } }: { reply: FastifyReply }) {
          const { read: reader, session } = request;
          const pages = await ofEach(nestedViews, async ({ document }, { first, ...params }) => ({
            ticketId: document.id,
            ...(await threadMessages(
              reader,
              document.id,
              threadQuery.parse(asParameters(params)),
              page.parse({ first }).first,
            )),
          }));
          const views = await messageViews(
            names,
            reader,
            session,
            pages.flatMap((one) => (one instanceof Error ? [] : one.shownMessages)),
            nestedViews.map(({ obj }) => obj.document),
          );
          let at = 0;
          return pages.map((one) => {
            if (one instanceof Error) return one;
            const { ticketId, shownMessages, hasMore } = one;
            at += shownMessages.length;
            let count: Promise<number> | undefined;
            return {
              messages: views.slice(at - shownMessages.length, at),
              hasMore,
              // Once a page, under however many names it is asked for.
              count: () => (count ??= reader.count('messages', { where: { ticketId } })),
              cursors: cursorsOf(shownMessages),
            };
          });
        },
        async notes(nested: Nested, { reply: { request } }: { reply: FastifyReply }) {
          const { read, session } = request;
          return ofEach(nested, async ({ document }, params) =>
            noteViews(
              names,
              session.companyId,
              await notesOf(read, { ticketId: document.id }, page.parse(params).first),
            ),
          );
        },
      },
    },
  };
}
