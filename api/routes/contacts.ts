import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { extraInfo } from '../../domain/contact/events.ts';
import { DomainError, isDomainError } from '../../domain/errors.ts';
import { type ContactView, contactView } from '../../domain/views/index.ts';
import type { CompanyDocument, ContactDocument } from '../../projections/documents.ts';
import type { Query } from '../../projections/ports/read-store.ts';
import { contextOf, settled } from '../http/commands.ts';
import { dayBounds } from '../http/company-time.ts';
import { day, idParams, pageNumber, searchParam } from '../http/schemas.ts';
import type { Api } from '../services.ts';
import { contactViewOf } from '../views/ticket.ts';

const tags = ['contacts'];
const pageSize = 20;
const input = z.object({
  name: z.string().trim().min(2, 'tooShort').max(50, 'tooLong'),
  number: z.string().trim().min(8, 'tooShort').max(50, 'tooLong'),
  email: z.union([z.literal(''), z.email('invalidEmail')]).default(''),
  extraInfo: z
    .array(
      z.object({
        id: z.string().optional(),
        name: z.string().trim().min(1).max(100),
        value: z.string().max(1000),
      }),
    )
    .max(50)
    .default([]),
});
const created = contactView.extend({
  alreadyExists: z.boolean().optional(),
  existingContact: contactView.optional(),
  invalido: z.boolean().optional(),
});

export function contactRoutes(api: Api): void {
  const { app, desk, names } = api;

  const find = async (request: FastifyRequest, id: string): Promise<ContactDocument> => {
    const contact = await request.read.get<ContactDocument>('contacts', id);
    if (!contact) throw new DomainError('ERR_NO_CONTACT_FOUND');
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
  const withIds = (list: z.output<typeof input>['extraInfo']): z.output<typeof extraInfo> =>
    list.map((item, index) => ({ id: item.id ?? `${index + 1}`, name: item.name, value: item.value }));

  app.get(
    '/api/contacts',
    {
      schema: {
        tags,
        summary: '20 contacts a page, by name; `searchParam` finds by words of name, number and e-mail.',
        querystring: z.object({ searchParam, pageNumber, date: day, dateStart: day, dateEnd: day }),
        response: {
          200: z.object({ contacts: z.array(contactView), count: z.number(), hasMore: z.boolean() }),
        },
      },
    },
    async (request) => {
      const { searchParam: search, pageNumber: page, date, dateStart, dateEnd } = request.query;
      const company = (await names.company(request.session.companyId)).get(
        'companies',
        request.session.companyId,
      ) as CompanyDocument | undefined;
      const zone = company?.timeZone ?? 'America/Sao_Paulo';
      const from = dateStart ?? date;
      const until = dateEnd ?? date;
      const query: Query = {
        where: {
          ...((from || until) && {
            createdAt: {
              ...(from && { gte: dayBounds(from, zone).from }),
              ...(until && { lt: dayBounds(until, zone).until }),
            },
          }),
        },
        ...(search && { search }),
      };
      const [found, count] = await Promise.all([
        request.read.find<ContactDocument>('contacts', {
          ...query,
          sort: ['name'],
          skip: (page - 1) * pageSize,
          limit: pageSize + 1,
        }),
        request.read.count('contacts', query),
      ]);
      return {
        contacts: found.slice(0, pageSize).map(contactViewOf),
        count,
        hasMore: found.length > pageSize,
      };
    },
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
          sort: ['name'],
          limit: 200,
        })
      ).map(contactViewOf),
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
        summary: 'Create a contact. `alreadyExists` with `existingContact` when the number is known.',
        body: input,
        response: { 200: created, 201: created },
      },
    },
    async (request, reply) => {
      const { extraInfo: extra, ...fields } = request.body;
      try {
        const outcome = await desk.contacts.create(contextOf(request), {
          ...fields,
          extraInfo: withIds(extra),
        });
        reply.code(201);
        return await answer(request, reply, outcome.contactId, outcome);
      } catch (error) {
        const known = isDomainError(error, 'ERR_DUPLICATED_CONTACT') ? error.details?.contactId : undefined;
        if (typeof known !== 'string') throw error;
        const existing = contactViewOf(await find(request, known));
        return { ...existing, alreadyExists: true, existingContact: existing };
      }
    },
  );

  app.put(
    '/api/contacts/:id',
    { schema: { tags, params: idParams, body: input, response: { 200: contactView } } },
    async (request, reply) => {
      const { id } = await find(request, request.params.id);
      const { extraInfo: extra, ...fields } = request.body;
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
      await settled(api, reply, await desk.contacts.delete(contextOf(request), { contactId: id }));
      return reply.code(204).send(null);
    },
  );
}
