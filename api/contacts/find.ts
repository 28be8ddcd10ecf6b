import type { FastifyRequest } from 'fastify';
import { DomainError } from '../../domain/errors.ts';
import type { ContactDocument } from '../../projections/contacts/document.ts';

/** Returns the contact that is asked for. @throws ERR_NO_CONTACT_FOUND also for one that was deleted */
export async function contactFor(request: FastifyRequest, id: string): Promise<ContactDocument> {
  const contact = await request.read.get<ContactDocument>('contacts', id);
  if (!contact || contact.deletedAt !== null) throw new DomainError('ERR_NO_CONTACT_FOUND');
  return contact;
}
