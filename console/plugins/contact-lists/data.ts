import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type {
  ContactListDetail,
  ContactListItemPage,
  ContactListItemView,
  ContactListPage,
  ContactListView,
  ListImport,
} from '../../../contract/contact-list.ts';
import { api } from '../../shell/api.ts';
import { fileAt } from '../../shell/file-at.ts';
import { saveFile } from '../../shell/save-file.ts';

// Every call of the pages; nothing else in this plugin names an address.

export interface ItemContent {
  readonly name: string;
  readonly number: string;
  readonly email: string;
}
const listPath = (id: string) => `/contact-lists/${encodeURIComponent(id)}`;
const itemPath = (id: string) => `/contact-list-items/${encodeURIComponent(id)}`;
export const key = ['contactLists'] as const;

const pageOptions = {
  initialPageParam: 1,
  getNextPageParam: ({ hasMore }: { readonly hasMore: boolean }, _pages: unknown, page: number) =>
    hasMore ? page + 1 : undefined,
  placeholderData: keepPreviousData,
};
export const listsQuery = (searchParam: string) =>
  infiniteQueryOptions({
    queryKey: [...key, 'lists', searchParam],
    queryFn: ({ signal, pageParam }) =>
      api<ContactListPage>('/contact-lists', { query: { searchParam, pageNumber: pageParam }, signal }),
    ...pageOptions,
  });
export const listQuery = (id: string) =>
  queryOptions({
    queryKey: [...key, 'list', id],
    queryFn: ({ signal }) => api<ContactListDetail>(listPath(id), { signal }),
    retry: false,
  });
export type ItemState = 'valid' | 'invalid' | 'unchecked';
/** Returns the query of who stands in a list. @param state absent: all of them */
export const itemsQuery = (contactListId: string, searchParam: string, state?: ItemState) =>
  infiniteQueryOptions({
    queryKey: [...key, 'items', contactListId, searchParam, state],
    queryFn: ({ signal, pageParam }) =>
      api<ContactListItemPage>('/contact-list-items', {
        query: { contactListId, searchParam, ...(state && { state }), pageNumber: pageParam },
        signal,
      }),
    ...pageOptions,
  });

export const saveList = (id: string | undefined, name: string) =>
  id === undefined
    ? api<ContactListView>('/contact-lists', { method: 'POST', body: { name } })
    : api<ContactListView>(listPath(id), { method: 'PUT', body: { name } });
export const deleteList = (id: string) => api<void>(listPath(id), { method: 'DELETE' });
export const saveItem = (contactListId: string, id: string | undefined, content: ItemContent) =>
  id === undefined
    ? api<ContactListItemView>('/contact-list-items', { method: 'POST', body: { ...content, contactListId } })
    : api<ContactListItemView>(itemPath(id), { method: 'PUT', body: content });
export const deleteItem = (id: string) => api<void>(itemPath(id), { method: 'DELETE' });
const formOf = (file: File) => {
  const form = new FormData();
  form.append('file', file);
  return form;
};
export type Column = ListImport['columns'][number];
/** What a column of a file may be. */
export type Field = NonNullable<Column['field']>;
export type Chosen = readonly (Field | null)[];

/** Returns which columns were chosen, as the server asks for them; undefined: it guesses. */
const chosenQuery = (chosen: Chosen | undefined) =>
  Object.fromEntries(
    (chosen ?? []).flatMap((field, index) => (field === null ? [] : [[`${field}Column`, index]])),
  );
export const previewFile = (listId: string, file: File, chosen: Chosen | undefined) =>
  api<ListImport>(`${listPath(listId)}/upload`, {
    method: 'POST',
    form: formOf(file),
    query: { preview: true, ...chosenQuery(chosen) },
  });
export const importFile = (listId: string, file: File, chosen: Chosen, idempotencyKey: string) =>
  api<ListImport>(`${listPath(listId)}/upload`, {
    method: 'POST',
    form: formOf(file),
    query: chosenQuery(chosen),
    idempotencyKey,
  });
/** Saves the spreadsheet that lists begin with. */
export const saveExample = async (): Promise<void> =>
  saveFile(await fileAt('/contact-lists/example'), 'contatos.xlsx');
