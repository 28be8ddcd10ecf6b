import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type ErasureView, erasureView } from '../../../contract/contact.ts';
import { addressKey, normalizeAddress } from '../../../domain/contact/address.ts';
import { DomainError } from '../../../domain/errors.ts';
import type { ContactDocument } from '../../../projections/contacts/document.ts';
import type { ErasureDocument } from '../../../projections/contacts/erasure-document.ts';
import { awaitSettled, contextOf } from '../../http/commands.ts';
import { idParams } from '../../http/schemas.ts';
import type { Api } from '../../services.ts';
import { certificateText } from './certificate.ts';

type Needs = Pick<Api, 'app' | 'names' | 'desk' | 'reached' | 'config'>;

const tags = ['contacts'];
const config = { rule: 'contacts-page:eraseContact' } as const;

async function viewOf(
  names: Needs['names'],
  request: FastifyRequest,
  erasure: ErasureDocument,
): Promise<ErasureView> {
  const { by, contactId, at, completedAt, taken, sealedSince, position } = erasure;
  const company = await names.company(request.session.companyId);
  const name = company.get('users', by.id)?.name ?? by.name ?? '';
  return {
    contactId,
    status: completedAt === null ? 'erasing' : 'erased',
    at,
    completedAt,
    by: { kind: by.kind, id: by.id, name },
    taken,
    sealedSince,
    position,
  };
}

/** Returns whether what was typed says who is meant: the number, or, where there is none, the name. */
function confirms(typed: string, { name, number }: ContactDocument): boolean {
  return number === ''
    ? typed.trim().toLowerCase() === name.trim().toLowerCase()
    : typed.trim() === number || addressKey(normalizeAddress(typed)) === addressKey(number);
}

/** Erasing a contact on the person's demand, and the certificate of it. */
export function erasureRoutes(api: Needs): void {
  const { app, desk, names } = api;

  app.post(
    '/api/contacts/:id/erase',
    {
      config,
      schema: {
        tags,
        summary:
          'Erases a contact for good: who they are, what was said with them, their files. `confirm`: their number (or name, where there is none). Answers before all of it is done; the certificate says when.',
        params: idParams,
        body: z.object({ confirm: z.string().max(200) }),
        response: { 202: erasureView, 200: erasureView },
      },
    },
    async (request, reply) => {
      const contactId = request.params.id;
      const before = await request.read.get<ErasureDocument>('erasures', contactId);
      if (before) return reply.code(200).send(await viewOf(names, request, before));
      // Also one that was deleted: its conversations are still there.
      const contact = await request.read.get<ContactDocument>('contacts', contactId);
      if (!contact) throw new DomainError('ERR_NO_CONTACT_FOUND');
      if (!confirms(request.body.confirm, contact))
        throw new DomainError('ERR_VALIDATION', 'not who was meant', { errors: { confirm: 'invalid' } });
      const outcome = await desk.contacts.erase(contextOf(request), { contactId });
      await awaitSettled(api, reply, outcome);
      await names.refresh(request.session.companyId, 'contacts', contactId);
      const erasure = await request.read.get<ErasureDocument>('erasures', contactId);
      if (!erasure) throw new DomainError('ERR_UNAVAILABLE');
      return reply.code(202).send(await viewOf(names, request, erasure));
    },
  );

  app.get(
    '/api/contacts/:id/erasure',
    {
      config,
      schema: {
        tags,
        summary:
          'How far erasing a contact is, and the certificate once it is done; `format=text` to print or keep.',
        params: idParams,
        querystring: z.object({ format: z.enum(['json', 'text']).default('json') }),
        response: { 200: z.union([erasureView, z.string()]) },
      },
    },
    async (request, reply) => {
      const erasure = await request.read.get<ErasureDocument>('erasures', request.params.id);
      if (!erasure) throw new DomainError('ERR_NOT_FOUND');
      const view = await viewOf(names, request, erasure);
      if (request.query.format === 'json') return view;
      const company = (await names.company(request.session.companyId)).get(
        'companies',
        request.session.companyId,
      );
      return reply
        .type('text/plain; charset=utf-8')
        .header('content-disposition', `attachment; filename="erasure-${erasure.contactId}.txt"`)
        .send(certificateText(company?.name ?? '', company?.timeZone ?? 'UTC', view));
    },
  );

  app.get(
    '/api/erasures',
    {
      config,
      schema: {
        tags,
        summary: 'Contacts who were erased, the last first: when, by whom, and how far it is. At most 200.',
        response: { 200: z.object({ erasures: z.array(erasureView) }) },
      },
    },
    async (request) => {
      const found = await request.read.find<ErasureDocument>('erasures', { sort: ['-at'], limit: 200 });
      return { erasures: await Promise.all(found.map((erasure) => viewOf(names, request, erasure))) };
    },
  );
}
