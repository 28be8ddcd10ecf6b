import type { FastifyRequest } from 'fastify';
import { DomainError } from '../../domain/errors.ts';
import type { ContactListDocument } from '../../projections/contact-lists/document.ts';
import type { Api } from '../services.ts';

export type Needs = Pick<
  Api,
  'app' | 'desk' | 'reached' | 'config' | 'state' | 'limits' | 'eventStore' | 'media' | 'log' | 'readStore'
>;

export const tags = ['contact-lists'];
export const config = { plan: 'useCampaigns', rule: 'contact-lists:manage' } as const;

/** Returns the list that is asked for. @throws ERR_NO_CONTACT_LIST_FOUND */
export async function listFor({ read }: FastifyRequest, listId: string): Promise<ContactListDocument> {
  const list = await read.get<ContactListDocument>('contactLists', listId);
  if (!list) throw new DomainError('ERR_NO_CONTACT_LIST_FOUND');
  return list;
}
