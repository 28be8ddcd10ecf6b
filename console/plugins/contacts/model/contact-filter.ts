/** Lists of contacts as plain data: what restricts one, and where a change puts a contact in it. */

import type { ContactView } from '../../../../contract/contact.ts';
import { isNumber, numberSpellings } from '../../../../domain/contact/number-spellings.ts';
import { isFound } from '../../../../domain/text/search.ts';

/** What the list shows: empty texts restrict nothing. Days are `2026-11-21`, in the company's time zone. */
export interface ContactFilter {
  readonly search: string;
  readonly dateStart: string;
  readonly dateEnd: string;
}
export const everybody: ContactFilter = { search: '', dateStart: '', dateEnd: '' };

export const isFiltered = ({ search, dateStart, dateEnd }: ContactFilter): boolean =>
  search !== '' || dateStart !== '' || dateEnd !== '';

const dayIn = (instant: string, timeZone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date(instant));

/**
 * Whether a contact that a change brings belongs to the list, by the server's rules: parts of name and e-mail, and the
 * number however it is written.
 */
export const belongs = (filter: ContactFilter, contact: ContactView, timeZone: string): boolean => {
  const numbers = isNumber(contact.number) ? numberSpellings(contact.number) : [];
  const own = [contact.name, contact.email, ...numbers];
  if (!isFound(own, filter.search, { parts: true, numbers: true })) return false;
  if (filter.dateStart === '' && filter.dateEnd === '') return true;
  const day = dayIn(contact.createdAt, timeZone);
  return (
    (filter.dateStart === '' || day >= filter.dateStart) && (filter.dateEnd === '' || day <= filter.dateEnd)
  );
};
