import { api } from '../../../shell/api.ts';
import type { ContactFilter } from '../model/contact-filter.ts';
import type { ContactPage } from '../model/contact-list.ts';

export const listContacts = (
  { search, dateStart, dateEnd }: ContactFilter,
  pageNumber: number,
  signal?: AbortSignal,
) =>
  api<ContactPage>('/contacts', {
    query: {
      pageNumber,
      ...(search !== '' && { searchParam: search }),
      ...(dateStart !== '' && { dateStart }),
      ...(dateEnd !== '' && { dateEnd }),
    },
    signal,
  });

export const deleteContact = (id: string) =>
  api<unknown>(`/contacts/${encodeURIComponent(id)}`, { method: 'DELETE' });
