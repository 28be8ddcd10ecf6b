import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { contactView, groupMemberView } from '../../contract/contact.ts';
import { DomainError } from '../../domain/errors.ts';
import type { ContactDocument } from '../../projections/contacts/document.ts';
import { contextOf, settled } from '../http/commands.ts';
import { id, idParams } from '../http/schemas.ts';
import type { Api } from '../services.ts';
import { groupMembers } from './members.ts';
import { contactViewOf } from './view.ts';

type Needs = Pick<Api, 'app' | 'names' | 'desk' | 'state' | 'reached' | 'config'>;

const tags = ['contacts'];

/** Contacts that are more than one person (groups), and persons that are more than one contact. */
export function contactPersonRoutes(api: Needs): void {
  const { app, desk, names, state } = api;

  const find = async (request: FastifyRequest, contactId: string): Promise<ContactDocument> => {
    const contact = await request.read.get<ContactDocument>('contacts', contactId);
    if (!contact || contact.deletedAt !== null) throw new DomainError('ERR_NO_CONTACT_FOUND');
    return contact;
  };
  const connectionIds = async (request: FastifyRequest): Promise<string[]> =>
    (await names.company(request.session.companyId)).all('connections').map((connection) => connection.id);

  app.get(
    '/api/contacts/:id/members',
    {
      schema: {
        tags,
        summary:
          'Who is in a group, as far as the messaging app has told: admins first, then by name. Of a person: nobody.',
        params: idParams,
        response: { 200: z.object({ members: z.array(groupMemberView) }) },
      },
    },
    async (request) => {
      const contact = await find(request, request.params.id);
      if (!contact.isGroup) return { members: [] };
      return { members: await groupMembers(state, request.read, contact, await connectionIds(request)) };
    },
  );

  app.post(
    '/api/contacts/:id/merge',
    {
      config: { rule: 'contacts-page:mergeContacts' },
      schema: {
        tags,
        summary:
          'Two contacts are one person: all that is known of both, and all their tickets, is the answered contact’s ' +
          'from now on. `keepsNameOf`: whose name stands where they differ. It cannot be undone.',
        params: idParams,
        body: z.object({ otherId: id, keepsNameOf: id.optional() }),
        response: { 200: contactView },
      },
    },
    async (request, reply) => {
      const [one, other] = [
        await find(request, request.params.id),
        await find(request, request.body.otherId),
      ];
      const { keepsNameOf } = request.body;
      if (keepsNameOf !== undefined && keepsNameOf !== one.id && keepsNameOf !== other.id)
        throw new DomainError('ERR_VALIDATION', 'one of the two', { errors: { keepsNameOf: 'invalid' } });
      const outcome = await desk.contacts.merge(contextOf(request), {
        contactId: one.id,
        other: other.id,
        connectionIds: await connectionIds(request),
        ...(keepsNameOf !== undefined && { keepsNameOf }),
      });
      await settled(api, reply, outcome);
      for (const touched of [one.id, other.id])
        await names.refresh(request.session.companyId, 'contacts', touched);
      return contactViewOf(await find(request, outcome.into));
    },
  );
}
