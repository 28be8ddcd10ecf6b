import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type ContactView, contactView } from '../../contract/contact.ts';
import { addressKey, normalizeAddress } from '../../domain/contact/address.ts';
import type { extraInfo } from '../../domain/contact/events.ts';
import { DomainError, isDomainError } from '../../domain/errors.ts';
import type { ContactDocument } from '../../projections/contacts/document.ts';
import type { TicketDocument } from '../../projections/tickets/document.ts';
import { contextOf, settled } from '../http/commands.ts';
import { idParams, searchParam } from '../http/schemas.ts';
import type { Api } from '../services.ts';
import { checkNumber } from './number-check.ts';
import { listContacts, listQuery } from './query.ts';
import { contactViewOf } from './view.ts';

type Needs = Pick<Api, 'app' | 'names' | 'limits' | 'desk' | 'readStore' | 'state' | 'reached' | 'config'>;

const tags = ['contacts'];
/** Each may be a question to the network, and who asks too much there is banned. */
const input = z.object({
  name: z.string().trim().min(2, 'tooShort').max(50, 'tooLong'),
  // Some clients send it as JSON's number.
  number: z.preprocess(
    (value) => (typeof value === 'number' ? String(value) : value),
    z.string().trim().min(8, 'tooShort').max(50, 'tooLong'),
  ),
  email: z.preprocess(
    (value) => value ?? '',
    z.union([z.literal(''), z.email('invalidEmail').max(200, 'tooLong')]),
  ),
  extraInfo: z
    .array(
      z.object({
        id: z.string().max(100).optional(),
        name: z.string().trim().min(1).max(100),
        value: z.string().max(1000),
      }),
    )
    .max(50)
    .default([]),
});
/** One of whom only a hidden id is known has no number to send back. */
const change = input.extend({
  number: z.preprocess(
    (value) => (typeof value === 'number' ? String(value) : value),
    z
      .string()
      .trim()
      .refine((number) => number === '' || number.length >= 8, 'tooShort')
      .max(50, 'tooLong'),
  ),
});
const created = z.union([
  contactView.extend({
    alreadyExists: z.literal(true).optional(),
    existingContact: contactView.optional(),
  }),
  z.object({ invalido: z.literal(true), name: z.string(), number: z.string() }),
]);

export function contactRoutes(api: Needs): void {
  const { app, desk, names } = api;

  const find = async (request: FastifyRequest, id: string): Promise<ContactDocument> => {
    const contact = await request.read.get<ContactDocument>('contacts', id);
    if (!contact || contact.deletedAt !== null) throw new DomainError('ERR_NO_CONTACT_FOUND');
    return contact;
  };
  async function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    id: string,
    outcome: { position: number },
  ): Promise<ContactView> {
    await settled(api, reply, outcome);
    await names.refresh(request.session.companyId, 'contacts', id);
    return contactViewOf(await find(request, id));
  }
  /** Whether the number is not on the network; what could not be found out is not held against it. */
  const checked = async (
    request: FastifyRequest,
    number: string,
  ): Promise<{ exists: boolean; number: string }> => {
    try {
      const found = await checkNumber(api, request.session.companyId, number, () =>
        api.limits.question(request.session),
      );
      return found ?? { exists: true, number };
    } catch (error) {
      const unsaid =
        isDomainError(error, 'ERR_WAPP_CHECK_CONTACT') || isDomainError(error, 'ERR_WAPP_NOT_INITIALIZED');
      if (!unsaid) throw error;
      request.log.warn({ err: error }, 'a contact is saved with a number that could not be checked');
      return { exists: true, number };
    }
  };
  const withIds = (list: z.output<typeof input>['extraInfo']): z.output<typeof extraInfo> =>
    list.map((item, index) => ({ id: item.id ?? `${index + 1}`, name: item.name, value: item.value }));

  app.get(
    '/api/contacts',
    {
      schema: {
        tags,
        summary:
          '20 contacts a page, by name; `searchParam` finds by parts of name and e-mail, and by number however it is written.',
        querystring: listQuery,
        response: {
          200: z.object({ contacts: z.array(contactView), count: z.number(), hasMore: z.boolean() }),
        },
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
        querystring: z.object({ number: input.shape.number }),
        response: { 200: z.object({ exists: z.boolean().nullable() }) },
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
    { schema: { tags, params: idParams, response: { 200: contactView } } },
    async (request) => contactViewOf(await find(request, request.params.id)),
  );

  app.post(
    '/api/contacts',
    {
      schema: {
        tags,
        summary:
          'Create a contact. `alreadyExists` with `existingContact` when the number is known, however it is written; ' +
          '`invalido`, and nothing is created, when the number is not on the messaging network.',
        body: input,
        response: { 200: created, 201: created },
      },
    },
    async (request, reply) => {
      const { extraInfo: extra, ...fields } = request.body;
      const { companyId } = request.session;
      // Who is known already has been on the network; a repeated request finds its own contact here.
      const known = await desk.contacts.byNumber(companyId, fields.number);
      if (!known) {
        const { exists, number } = await checked(request, fields.number);
        if (!exists) return { invalido: true as const, name: fields.name, number };
        fields.number = number;
      }
      try {
        const contact = { ...fields, extraInfo: withIds(extra) };
        const outcome = await desk.contacts.create(contextOf(request), contact);
        reply.code(201);
        return await answer(request, reply, outcome.contactId, outcome);
      } catch (error) {
        if (!isDomainError(error, 'ERR_DUPLICATED_CONTACT')) throw error;
        const holder = await desk.contacts.byNumber(companyId, fields.number);
        if (!holder) throw error;
        const existing = await answer(request, reply, holder.contactId, holder);
        return { ...existing, alreadyExists: true as const, existingContact: existing };
      }
    },
  );

  app.put(
    '/api/contacts/:id',
    { schema: { tags, params: idParams, body: change, response: { 200: contactView } } },
    async (request, reply) => {
      const { id, number, isGroup } = await find(request, request.params.id);
      const { extraInfo: extra, ...fields } = request.body;
      const moved = addressKey(normalizeAddress(fields.number, isGroup)) !== addressKey(number);
      if (moved && !isGroup) {
        const found = await checked(request, fields.number);
        if (!found.exists)
          throw new DomainError('ERR_WAPP_INVALID_CONTACT', 'not on the network', {
            errors: { number: 'ERR_WAPP_INVALID_CONTACT' },
          });
        fields.number = found.number;
      }
      return answer(
        request,
        reply,
        id,
        await desk.contacts.update(contextOf(request), {
          contactId: id,
          ...fields,
          extraInfo: withIds(extra),
        }),
      );
    },
  );

  app.delete(
    '/api/contacts/:id',
    {
      config: { rule: 'contacts-page:deleteContact' },
      schema: { tags, params: idParams, response: { 204: z.null() } },
    },
    async (request, reply) => {
      const { id } = await find(request, request.params.id);
      const [company, tickets] = await Promise.all([
        names.company(request.session.companyId),
        // Also those of connections that are gone.
        request.read.find<TicketDocument>('tickets', { where: { contactId: id }, limit: 1_000 }),
      ]);
      const connectionIds = new Set([
        ...company.all('connections').map((connection) => connection.id),
        ...tickets.map(({ connectionId }) => connectionId),
      ]);
      const outcome = await desk.contacts.delete(contextOf(request), {
        contactId: id,
        connectionIds: [...connectionIds],
      });
      await settled(api, reply, outcome);
      await names.refresh(request.session.companyId, 'contacts', id);
      return reply.code(204).send(null);
    },
  );
}
