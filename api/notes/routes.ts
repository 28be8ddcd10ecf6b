import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { noteView } from '../../contract/note.ts';
import { can, inScope } from '../../domain/access/policy.ts';
import { DomainError } from '../../domain/errors.ts';
import { longestNote } from '../../domain/ticket/decide-notes.ts';
import { presentContact } from '../../projections/contacts/present-contact.ts';
import type { NoteDocument } from '../../projections/notes/document.ts';
import type { TicketDocument } from '../../projections/tickets/document.ts';
import { awaitSettled, contextOf } from '../http/commands.ts';
import { ticketFor } from '../http/guard.ts';
import { id, idParams, optional } from '../http/schemas.ts';
import type { Api } from '../services.ts';
import { notesOf } from './query.ts';
import { noteViewOf } from './view.ts';
import { noteViews } from './views.ts';

type Needs = Pick<Api, 'app' | 'names' | 'now' | 'desk' | 'reached' | 'config'>;

const tags = ['ticket-notes'];
/** More than people write about one contact; beyond it the newest are given. */
const mostListed = 1_000;

/** Notes for colleagues: never sent, seen by whoever may see their ticket. */
export function noteRoutes(api: Needs): void {
  listRoute(api);
  addRoute(api);
  deleteRoute(api);
}

function listRoute({ app, names }: Needs): void {
  app.get(
    '/api/ticket-notes/list',
    {
      schema: {
        tags,
        summary: 'Notes of a ticket, or of a contact on every ticket in sight; oldest first.',
        querystring: z.object({ ticketId: optional(id), contactId: optional(id) }),
        response: { 200: z.array(noteView) },
      },
    },
    async (request) => {
      const { ticketId, contactId } = request.query;
      if (ticketId === undefined && contactId === undefined)
        throw new DomainError('ERR_VALIDATION', 'Either ticketId or contactId', {
          errors: { ticketId: 'required' },
        });
      if (ticketId !== undefined) await ticketFor(request, ticketId);
      // Those written when the contact was known as two are the contact's too.
      const contact = ticketId === undefined ? await presentContact(request.read, contactId!) : undefined;
      const contactIds = [contactId!, ...(contact ? [contact.id, ...(contact.mergedIds ?? [])] : [])];
      const notes = await notesOf(
        request.read,
        ticketId === undefined ? { contactId: { in: [...new Set(contactIds)] } } : { ticketId },
        mostListed,
      );
      const seen = ticketId === undefined ? await ticketsInSight(request, notes) : new Set([ticketId]);
      return noteViews(
        names,
        request.session.companyId,
        notes.filter((note) => seen.has(note.ticketId)),
      );
    },
  );
}

/** Returns the ids of those tickets of these notes that the user may see. */
async function ticketsInSight(
  request: FastifyRequest,
  notes: readonly NoteDocument[],
): Promise<ReadonlySet<string>> {
  const ids = new Set(notes.map((note) => note.ticketId));
  const tickets = await request.read.getMany<TicketDocument>('tickets', [...ids]);
  return new Set(
    tickets.filter((ticket) => inScope(request.session.scope, ticket)).map((ticket) => ticket.id),
  );
}

function addRoute(api: Needs): void {
  const { app, desk, names } = api;

  app.post(
    '/api/ticket-notes',
    {
      schema: {
        tags,
        summary: 'Adds a note to a ticket. `contactId`, when it comes, is that of the ticket.',
        body: z.object({
          // How long it must and may be the domain says, with the code of the field.
          note: z.string().max(4 * longestNote),
          ticketId: id,
          contactId: optional(id),
        }),
        response: { 201: noteView },
      },
    },
    async (request, reply) => {
      const { ticketId, contactId, note } = request.body;
      const ticket = await ticketFor(request, ticketId);
      if (contactId !== undefined && contactId !== ticket.contactId)
        throw new DomainError('ERR_VALIDATION', 'Not the contact of this ticket', {
          errors: { contactId: 'invalid' },
        });
      const outcome = await desk.tickets.addNote(contextOf(request), { ticketId, note });
      await awaitSettled(api, reply, outcome);
      reply.code(201);
      const stored = await request.read.get<NoteDocument>('notes', outcome.noteId);
      const { userId } = request.session;
      // The read models may be behind: what was just written is known all the same.
      const view: NoteDocument = stored ?? {
        id: outcome.noteId,
        companyId: request.session.companyId,
        position: outcome.position,
        ticketId,
        contactId: ticket.contactId,
        userId,
        note,
        isDeleted: false,
        order: outcome.position,
        createdAt: api.now().toISOString(),
      };
      return noteViewOf(view, await names.company(request.session.companyId));
    },
  );
}

function deleteRoute(api: Needs): void {
  const { app, desk } = api;

  app.delete(
    '/api/ticket-notes/:id',
    {
      schema: {
        tags,
        summary: 'Deletes a note: by who wrote it, or by an admin.',
        params: idParams,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      const note = await request.read.get<NoteDocument>('notes', request.params.id);
      if (!note) throw new DomainError('ERR_NOT_FOUND');
      await ticketFor(request, note.ticketId);
      const outcome = await desk.tickets.deleteNote(contextOf(request), {
        ticketId: note.ticketId,
        noteId: note.id,
        any: can(request.session, 'ticket-notes:all'),
      });
      await awaitSettled(api, reply, outcome);
      return reply.code(204).send(null);
    },
  );
}
