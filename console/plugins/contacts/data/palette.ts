import { isNumber } from '../../../../domain/contact/number-spellings.ts';
import type { PaletteHit } from '../../../shell/plugin.ts';
import { everybody } from '../model/contact-filter.ts';
import { phone } from '../offers/phone.ts';
import { listContacts } from './calls.ts';

const mostHits = 5;

/** Returns contacts by what is typed; each leads to the list that shows them. */
export const findContacts = async (text: string, signal: AbortSignal): Promise<readonly PaletteHit[]> => {
  const { contacts } = await listContacts({ ...everybody, search: text.toLowerCase() }, 1, signal);
  return contacts.slice(0, mostHits).map(({ id, name, number, profilePicUrl }) => ({
    id: `contact-${id}`,
    title: name,
    avatar: { name, id, src: profilePicUrl },
    ...(isNumber(number) && { hint: phone(number) }),
    to: `/contacts?search=${encodeURIComponent(isNumber(number) ? number : name)}` as const,
  }));
};
