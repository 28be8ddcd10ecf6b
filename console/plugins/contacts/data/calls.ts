/** Contacts as the console comes by them: calls of the API, cached lists, and the changes that come in live. */

import type { ContactPage, ContactView, ErasureView, MergeView } from '../../../../contract/contact.ts';
import type { ImportPreview, ImportView } from '../../../../contract/contact-import.ts';
import { api } from '../../../shell/api.ts';
import { fileAt } from '../../../shell/file-at.ts';
import type { ContactFilter } from '../model/contact-filter.ts';

const queryOf = ({ search, dateStart, dateEnd }: ContactFilter) => ({
  ...(search !== '' && { searchParam: search }),
  ...(dateStart !== '' && { dateStart }),
  ...(dateEnd !== '' && { dateEnd }),
});

export const listContacts = (filter: ContactFilter, pageNumber: number, signal?: AbortSignal) =>
  api<ContactPage>('/contacts', { query: { pageNumber, ...queryOf(filter) }, signal });

export const deleteContact = (id: string) =>
  api<unknown>(`/contacts/${encodeURIComponent(id)}`, { method: 'DELETE' });

/** Resolves with the one that stays of two who are one person. @param keepsNameOf whose name stands for both */
export const mergeContacts = (id: string, otherId: string, keepsNameOf: string) =>
  api<ContactView>(`/contacts/${encodeURIComponent(id)}/merge`, {
    method: 'POST',
    body: { otherId, keepsNameOf },
  });

/** Resolves with contacts that became part of this one, the last first, and whether that can be undone. */
export const listMerges = async (id: string, signal?: AbortSignal): Promise<readonly MergeView[]> =>
  (await api<{ merges: MergeView[] }>(`/contacts/${encodeURIComponent(id)}/merges`, { signal })).merges;
/** Resolves with both when they are two again. */
export const unmergeContact = (id: string, otherId: string) =>
  api<{ kept: ContactView; restored: ContactView }>(`/contacts/${encodeURIComponent(id)}/unmerge`, {
    method: 'POST',
    body: { otherId },
  });

/** Resolves with how far the erasure is. @param confirm the contact's number, or the name where there is none */
export const eraseContact = (id: string, confirm: string) =>
  api<ErasureView>(`/contacts/${encodeURIComponent(id)}/erase`, { method: 'POST', body: { confirm } });
export const getErasure = (id: string, signal?: AbortSignal) =>
  api<ErasureView>(`/contacts/${encodeURIComponent(id)}/erasure`, { signal });
export const getCertificate = (id: string): Promise<Blob> =>
  fileAt(`/contacts/${encodeURIComponent(id)}/erasure`, { format: 'text' });

/** Resolves with everything that is kept of a person, as an archive. */
export const exportContact = (id: string): Promise<Blob> =>
  fileAt(`/contacts/${encodeURIComponent(id)}/export`);

const formOf = (file: File): FormData => {
  const form = new FormData();
  form.append('file', file, file.name);
  return form;
};

export const previewImport = (file: File) =>
  api<ImportPreview>('/contacts/upload', { method: 'POST', form: formOf(file), query: { preview: true } });
export const startImport = (file: File, idempotencyKey: string) =>
  api<ImportView>('/contacts/upload', { method: 'POST', form: formOf(file), idempotencyKey });
/** Resolves with the import that was begun of the address book of the default connection's phone. */
export const startPhoneImport = (idempotencyKey: string) =>
  api<ImportView>('/contacts/import', { method: 'POST', body: {}, idempotencyKey });
export const getImport = (id: string, signal?: AbortSignal) =>
  api<ImportView>(`/contacts/imports/${encodeURIComponent(id)}`, { signal });
/** Resolves with imports of the whole company in the last days, the newest first. */
export const listImports = (signal?: AbortSignal) =>
  api<readonly ImportView[]>('/contacts/imports', { signal });
/** Resolves with the import, which ends after the rows it is at; what was imported stays. */
export const cancelImport = (id: string) =>
  api<ImportView>(`/contacts/imports/${encodeURIComponent(id)}/cancel`, { method: 'POST', body: {} });
/** Resolves with every row that was refused, as CSV. */
export const getImportErrors = (id: string): Promise<Blob> =>
  fileAt(`/contacts/imports/${encodeURIComponent(id)}/errors`);

export const exportContacts = (filter: ContactFilter): Promise<Blob> =>
  fileAt('/contacts/export', queryOf(filter));
