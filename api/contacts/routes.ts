import { z } from 'zod';
import { contactPage, contactView, contactWithTickets, numberCheck } from '../../contract/contact.ts';
import type { ContactDocument } from '../../projections/contacts/document.ts';
import { idParams, searchParam } from '../http/schemas.ts';
import type { Api } from '../services.ts';
import { contactChangeRoutes } from './change-routes.ts';
import { contactFor } from './find.ts';
import { contactInput } from './input.ts';
import { checkNumber } from './number-check.ts';
import { listContacts, listQuery } from './query.ts';
import { contactViewOf } from './view.ts';
import { withTickets } from './with-tickets.ts';

type Needs = Pick<Api, 'app' | 'names' | 'limits' | 'desk' | 'readStore' | 'state' | 'reached' | 'config'>;

const tags = ['contacts'];

/** The people a company talks with: read here, changed in change-routes.ts. */
export function contactRoutes(api: Needs): void {
  readRoutes(api);
  contactChangeRoutes(api);
}

function readRoutes(api: Needs): void {
  const { app, names } = api;

  app.get(
    '/api/contacts',
    {
      schema: {
        tags,
        summary:
          '20 contacts a page, by name; `searchParam` finds by parts of name and e-mail, and by number however it is written.',
        querystring: listQuery,
        response: { 200: contactPage },
      },
    },
    async (request) => listContacts(names, request, request.query),
  );

  app.get(
    '/api/contacts/list',
    {
      schema: {
        tags,
        summary: 'Contacts for pickers: at most 200, by name.',
        querystring: z.object({ searchParam, companyId: z.string().optional() }),
        response: { 200: z.array(contactView) },
      },
    },
    async (request) =>
      (
        await request.read.find<ContactDocument>('contacts', {
          ...(request.query.searchParam && { search: request.query.searchParam }),
          where: { deletedAt: null },
          sort: ['sortName'],
          limit: 200,
        })
      ).map(contactViewOf),
  );

  app.get(
    '/api/contacts/check',
    {
      schema: {
        tags,
        summary:
          'Whether a number is on the messaging network. `exists` is null when no connection is there to ask; ' +
          '502 ERR_WAPP_CHECK_CONTACT when it was asked and did not say, 409 ERR_WAPP_NOT_INITIALIZED when the ' +
          'connection has no link to ask over.',
        querystring: z.object({ number: contactInput.shape.number }),
        response: { 200: numberCheck },
      },
    },
    async (request) => {
      const found = await checkNumber(api, request.session.companyId, request.query.number, () =>
        api.limits.question(request.session),
      );
      return { exists: found?.exists ?? null };
    },
  );

  app.get(
    '/api/contacts/:id',
    { schema: { tags, params: idParams, response: { 200: contactWithTickets } } },
    async (request) => {
      const [contact] = await withTickets(request, [await contactFor(request, request.params.id)]);
      return contact!;
    },
  );
}
