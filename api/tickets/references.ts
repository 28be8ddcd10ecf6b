import { DomainError } from '../../domain/errors.ts';
import type { ContactDocument } from '../../projections/contacts/document.ts';
import type { CompanyReader } from '../../projections/ports/read-store.ts';
import type { CompanyNames, Names } from '../names/names.ts';

/** What a request names must be of this company. @throws ERR_NO_QUEUE_FOUND, ERR_NO_USER_FOUND, ERR_NO_WAPP_FOUND */
export function checkReferences(
  names: CompanyNames,
  {
    queueId,
    userId,
    connectionId,
  }: { queueId?: string | null; userId?: string | null; connectionId?: string | null },
): void {
  if (queueId && !names.get('queues', queueId)) throw new DomainError('ERR_NO_QUEUE_FOUND');
  if (userId && !names.get('users', userId)) throw new DomainError('ERR_NO_USER_FOUND');
  if (connectionId && !names.get('connections', connectionId)) throw new DomainError('ERR_NO_WAPP_FOUND');
}

/** Returns the connection a new conversation goes out by: the one asked for, the user's own, the company's default, its only one. */
export function connectionFor(names: CompanyNames, asked: string | null | undefined, userId: string): string {
  if (asked) return asked;
  const own = names.get('users', userId)?.connectionId;
  if (own && names.get('connections', own)) return own;
  const all = names.all('connections');
  const chosen = all.find((connection) => connection.isDefault) ?? (all.length === 1 ? all[0] : undefined);
  if (!chosen) throw new DomainError('ERR_NO_DEF_WAPP_FOUND');
  return chosen.id;
}

/** Returns a contact that can be written to. @throws ERR_NO_CONTACT_FOUND, ERR_CREATING_TICKET (it has no number) */
export async function reachableContact(
  names: Names,
  reader: CompanyReader,
  contactId: string,
): Promise<ContactDocument> {
  const contact = (await names.contacts(reader.companyId, [contactId])).get(contactId);
  if (!contact || contact.deletedAt !== null) throw new DomainError('ERR_NO_CONTACT_FOUND');
  if (!contact.number && contact.aliases.length === 0)
    throw new DomainError('ERR_CREATING_TICKET', 'The contact has no number', {
      errors: { contactId: 'no_number' },
    });
  return contact;
}
