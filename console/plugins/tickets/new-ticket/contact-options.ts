import type { ContactView } from '../../../../contract/contact.ts';
import { isWrittenNumber } from '../../contacts/offers/form.ts';
import { SEARCH_FROM } from '../transfer/transfer.ts';

export type PickedContact = Pick<ContactView, 'id' | 'name' | 'number'>;
export type ContactOption = { readonly contact: PickedContact } | { readonly create: string };

/**
 * Returns who was found by what was typed and, once that is known, the offer to create them: never for a number that
 * somebody found has, however it is written.
 */
export function contactOptions(
  typed: string,
  found: readonly PickedContact[],
  searching: boolean,
): readonly ContactOption[] {
  const text = typed.trim();
  const options = found.map((contact) => ({ contact }));
  const known = found.length > 0 && isWrittenNumber(text);
  return text.length < SEARCH_FROM || searching || known ? options : [...options, { create: text }];
}
