import { plainWords } from '../../../../domain/text/plain.ts';
import type { ContactView } from '../../../../domain/views/index.ts';

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

/** The server's rules, for a contact that a change brings: every word begins some word of name, number or e-mail. */
export const belongs = (filter: ContactFilter, contact: ContactView, timeZone: string): boolean => {
  const own = plainWords(`${contact.name} ${contact.number} ${contact.email}`);
  const wanted = plainWords(filter.search);
  if (filter.search.trim() !== '' && wanted.length === 0) return false;
  if (!wanted.every((word) => own.some((other) => other.startsWith(word)))) return false;
  if (filter.dateStart === '' && filter.dateEnd === '') return true;
  const day = dayIn(contact.createdAt, timeZone);
  return (
    (filter.dateStart === '' || day >= filter.dateStart) && (filter.dateEnd === '' || day <= filter.dateEnd)
  );
};
