import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { contactView, mergeView } from '../../contract/contact.ts';
import { undoDays } from '../../domain/desk/contacts/unmerging.ts';
import { DomainError } from '../../domain/errors.ts';
import type { ContactDocument } from '../../projections/contacts/document.ts';
import type { MergeDocument } from '../../projections/contacts/merge-document.ts';
import { everyDocument } from '../../projections/ports/collection-pages.ts';
import type { TicketDocument } from '../../projections/tickets/document.ts';
import { awaitSettled, contextOf } from '../http/commands.ts';
import { id, idParams } from '../http/schemas.ts';
import type { Api } from '../services.ts';
import { contactViewOf, shownName } from './view.ts';

type Needs = Pick<Api, 'app' | 'names' | 'desk' | 'reached' | 'config'>;

const tags = ['contacts'];
const config = { rule: 'contacts-page:mergeContacts' } as const;
const dayMs = 86_400_000;
/** Tickets that change hands before an undo is answered; the rest is due work. */
const mostAtOnce = 100;

const find = async (request: FastifyRequest, contactId: string): Promise<ContactDocument> => {
  const contact = await request.read.get<ContactDocument>('contacts', contactId);
  if (!contact || contact.deletedAt !== null) throw new DomainError('ERR_NO_CONTACT_FOUND');
  return contact;
};

/** Returns a contact's tickets, the one written in last first. */
const ticketsOf = (request: FastifyRequest, contactId: string) =>
  everyDocument<TicketDocument>(request.read, 'tickets', { where: { contactId }, sort: ['-updatedAt'] });

/** Returns those in which something may have been written since. */
const writtenSince = (tickets: readonly TicketDocument[], at: string): string[] =>
  tickets.flatMap((ticket) => (ticket.updatedAt >= at ? [ticket.id] : []));

/** Contacts that are one person, and those that were taken for one. */
export function contactMergeRoutes(api: Needs): void {
  const { app, desk, names } = api;

  app.post(
    '/api/contacts/:id/merge',
    {
      config,
      schema: {
        tags,
        summary:
          'Two contacts are one person: all that is known of both, and all their tickets, is the answered contact’s ' +
          'from now on. `keepsNameOf`: whose name stands where they differ. For how long it can be undone: `unmerge`.',
        params: idParams,
        body: z.object({ otherId: id, keepsNameOf: id.optional() }),
        response: { 200: contactView },
      },
    },
    async (request, reply) => {
      const [one, otherContact] = [
        await find(request, request.params.id),
        await find(request, request.body.otherId),
      ];
      const { keepsNameOf } = request.body;
      if (keepsNameOf !== undefined && keepsNameOf !== one.id && keepsNameOf !== otherContact.id)
        throw new DomainError('ERR_VALIDATION', 'one of the two', { errors: { keepsNameOf: 'invalid' } });
      const company = await names.company(request.session.companyId);
      const outcome = await desk.contacts.merge(contextOf(request), {
        contactId: one.id,
        otherId: otherContact.id,
        connectionIds: company.all('connections').map((connection) => connection.id),
        ...(keepsNameOf !== undefined && { keepsNameOf }),
      });
      await awaitSettled(api, reply, outcome);
      for (const touched of [one.id, otherContact.id])
        await names.refresh(request.session.companyId, 'contacts', touched);
      return contactViewOf(await find(request, outcome.into));
    },
  );
  undoRoutes(api);
}

function undoRoutes(api: Needs): void {
  const { app, desk, names } = api;

  app.get(
    '/api/contacts/:id/merges',
    {
      config,
      schema: {
        tags,
        summary:
          'Contacts that became part of this one, the last first: when, by whom, and whether that can be undone. `refusal`: the ' +
          'code that `unmerge` would answer with, absent where it can; `until`: after then it would be ERR_MERGE_TOO_OLD.',
        params: idParams,
        response: { 200: z.object({ merges: z.array(mergeView) }) },
      },
    },
    async (request) => {
      const contact = await find(request, request.params.id);
      const { companyId } = request.session;
      const query = { where: { into: contact.id }, sort: ['-at'] };
      const all = await everyDocument<MergeDocument>(request.read, 'merges', query);
      const standing = all.filter(({ undone }) => undone === undefined);
      if (standing.length === 0) return { merges: [] };
      const tickets = await ticketsOf(request, contact.id);
      const company = await names.company(companyId);
      const merges = [];
      for (const { id: contactId, at, by } of standing) {
        const merged = await request.read.get<ContactDocument>('contacts', contactId);
        const undo = { contactId, from: contact.id, ticketIds: writtenSince(tickets, at) };
        const refusal = await desk.contacts.whyMergeStays(contextOf(request), undo);
        merges.push({
          contactId,
          name: merged ? shownName(merged) : '',
          number: merged?.number ?? '',
          at,
          by: { kind: by.kind, id: by.id, name: company.get('users', by.id)?.name ?? by.name ?? '' },
          until: new Date(Date.parse(at) + undoDays * dayMs).toISOString(),
          ...(refusal && { refusal: refusal.code, ...ticketNamed(refusal) }),
        });
      }
      return { merges };
    },
  );

  app.post(
    '/api/contacts/:id/unmerge',
    {
      config,
      schema: {
        tags,
        summary:
          'They were two after all: `otherId`, which became part of this contact, is a contact of its own again, with its name, ' +
          `addresses, fields and the tickets that began with it. Within ${undoDays} days, and while not both of them wrote in ` +
          'one ticket since; what was written since stays where it stands. Asked again, it answers the same.',
        params: idParams,
        body: z.object({ otherId: id }),
        response: { 200: z.object({ kept: contactView, restored: contactView }) },
      },
    },
    async (request, reply) => {
      const { companyId } = request.session;
      const { id: from } = await find(request, request.params.id);
      const { otherId: contactId } = request.body;
      const merge = await request.read.get<MergeDocument>('merges', contactId);
      if (!merge) throw noMerge();
      const tickets = await ticketsOf(request, from);
      const theirs = tickets.flatMap((ticket) => (ticket.homeId === undefined ? [] : [ticket.id]));
      const ticketIds = [...new Set([...writtenSince(tickets, merge.at), ...theirs.slice(0, mostAtOnce)])];
      const outcome = await desk.contacts.undoMerge(contextOf(request), { contactId, from, ticketIds });
      await awaitSettled(api, reply, outcome);
      for (const touched of [from, contactId]) await names.refresh(companyId, 'contacts', touched);
      return {
        kept: contactViewOf(await find(request, from)),
        restored: contactViewOf(await find(request, contactId)),
      };
    },
  );
}

const noMerge = () =>
  new DomainError('ERR_NO_MERGE_FOUND', 'it is part of no contact', {
    errors: { otherId: 'ERR_NO_MERGE_FOUND' },
  });

/** Returns the ticket because of which it cannot be undone, where there is one. */
function ticketNamed({ details }: DomainError): { ticketId?: string } {
  const ticketId = details?.ticketId;
  return typeof ticketId === 'string' ? { ticketId } : {};
}
