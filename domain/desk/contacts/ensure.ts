import { addressKey, storedAddress } from '../../contact/address.ts';
import { DomainError } from '../../errors.ts';
import type { Context } from '../context.ts';
import type { CommandRuntime } from '../runtime.ts';
import type { EnsuredContact, InboundContact, InboundContacts } from './inbound-contact.ts';
import type { ContactRuntime } from './runtime.ts';

/**
 * Returns what gives the contact that has this number (with or without the Brazilian ninth digit) or hidden id, created if there is
 * none. Cached: the hot path of every inbound message.
 */
export function createEnsure(
  runtime: CommandRuntime,
  { remembered: rememberedContacts, forgetRewound }: ContactRuntime,
  { findOrCreate }: InboundContacts,
) {
  return async function ensure(context: Context, contact: InboundContact): Promise<EnsuredContact> {
    forgetRewound();
    const cacheKey = `${context.companyId}\n${contact.numbers.join('\n')}`;
    const cached = rememberedContacts.get(cacheKey);
    if (cached !== undefined && cached.contactId === contact.gone) rememberedContacts.delete(cacheKey);
    else if (cached !== undefined) return { ...cached, events: [], created: false };
    const isGroup = contact.isGroup ?? false;
    const addresses = [...new Set(contact.numbers.map((number) => storedAddress(number, isGroup)))].filter(
      (address) => address !== '',
    );
    if (addresses.length === 0)
      throw new DomainError('ERR_WAPP_INVALID_CONTACT', 'no address', { errors: { number: 'required' } });
    // Messages of one unknown contact come in bursts: the first registers it, the others wait.
    return runtime.serial(`register ${context.companyId} ${addressKey(addresses[0]!)}`, async () => {
      const again = rememberedContacts.get(cacheKey);
      if (again !== undefined) return { ...again, events: [], created: false };
      const ensuredContact = await findOrCreate(context, contact, addresses);
      const { contactId, position, revision, merged, via } = ensuredContact;
      rememberedContacts.set(cacheKey, {
        contactId,
        position,
        revision,
        ...(merged && { merged }),
        ...(via !== undefined && { via }),
      });
      return ensuredContact;
    });
  };
}
