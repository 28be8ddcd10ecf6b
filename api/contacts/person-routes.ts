import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { groupMemberView } from '../../contract/contact.ts';
import { DomainError } from '../../domain/errors.ts';
import type { ContactDocument } from '../../projections/contacts/document.ts';
import { idParams } from '../http/schemas.ts';
import type { Api } from '../services.ts';
import { groupMembers } from './members.ts';

type Needs = Pick<Api, 'app' | 'names' | 'state'>;

const tags = ['contacts'];

/** Contacts that are more than one person. */
export function contactPersonRoutes(api: Needs): void {
  const { app, names, state } = api;

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
}
