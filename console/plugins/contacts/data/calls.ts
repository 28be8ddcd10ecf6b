import type { ContactView, ErasureView } from '../../../../contract/contact.ts';
import { api, apiResponse } from '../../../shell/api.ts';
import type { ContactFilter } from '../model/contact-filter.ts';
import type { ContactPage } from '../model/contact-list.ts';

const queryOf = ({ search, dateStart, dateEnd }: ContactFilter) => ({
  ...(search !== '' && { searchParam: search }),
  ...(dateStart !== '' && { dateStart }),
  ...(dateEnd !== '' && { dateEnd }),
});

export const listContacts = (filter: ContactFilter, pageNumber: number, signal?: AbortSignal) =>
  api<ContactPage>('/contacts', { query: { pageNumber, ...queryOf(filter) }, signal });

export const deleteContact = (id: string) =>
  api<unknown>(`/contacts/${encodeURIComponent(id)}`, { method: 'DELETE' });

/** They are one person: answers the one that stays. @param keepsNameOf whose name stands for both */
export const mergeContacts = (id: string, otherId: string, keepsNameOf: string) =>
  api<ContactView>(`/contacts/${encodeURIComponent(id)}/merge`, {
    method: 'POST',
    body: { otherId, keepsNameOf },
  });

/** @param confirm the contact's number, or the name where there is none */
export const eraseContact = (id: string, confirm: string) =>
  api<ErasureView>(`/contacts/${encodeURIComponent(id)}/erase`, { method: 'POST', body: { confirm } });
export const getErasure = (id: string, signal?: AbortSignal) =>
  api<ErasureView>(`/contacts/${encodeURIComponent(id)}/erasure`, { signal });
export const getCertificate = async (id: string): Promise<Blob> =>
  (await apiResponse(`/contacts/${encodeURIComponent(id)}/erasure`, { query: { format: 'text' } })).blob();

/** Everything that is kept of a person, as an archive. */
export const exportContact = async (id: string): Promise<Blob> =>
  (await apiResponse(`/contacts/${encodeURIComponent(id)}/export`)).blob();

export interface RowError {
  readonly row: number;
  readonly field: 'name' | 'number' | 'email';
  readonly code: string;
  readonly value: string;
}
export interface ImportPreview {
  readonly total: number;
  readonly valid: number;
  readonly refused: number;
  readonly errors: readonly RowError[];
  readonly sample: readonly {
    readonly row: number;
    readonly name: string;
    readonly number: string;
    readonly email: string;
  }[];
}
export interface ImportProgress {
  readonly id: string;
  readonly status: 'running' | 'done';
  readonly total: number;
  readonly created: number;
  readonly existing: number;
  readonly refused: number;
  readonly errors: readonly RowError[];
}
const formOf = (file: File): FormData => {
  const form = new FormData();
  form.append('file', file, file.name);
  return form;
};

export const previewImport = (file: File) =>
  api<ImportPreview>('/contacts/upload', { method: 'POST', form: formOf(file), query: { preview: true } });
export const startImport = (file: File, idempotencyKey: string) =>
  api<ImportProgress>('/contacts/upload', { method: 'POST', form: formOf(file), idempotencyKey });
/** The address book of the default connection's phone. */
export const startPhoneImport = (idempotencyKey: string) =>
  api<ImportProgress>('/contacts/import', { method: 'POST', body: {}, idempotencyKey });
export const getImport = (id: string, signal?: AbortSignal) =>
  api<ImportProgress>(`/contacts/imports/${encodeURIComponent(id)}`, { signal });

export const exportContacts = async (filter: ContactFilter): Promise<Blob> =>
  (await apiResponse('/contacts/export', { query: queryOf(filter) })).blob();
