import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
} from '@tanstack/react-query';
import type { ChatMessagePage, ChatMessageView, ChatPage, ChatView } from '../../../contract/chat.ts';
import type { TicketView } from '../../../contract/ticket.ts';
import type { UserView } from '../../../contract/user.ts';
import { api } from '../../shell/api.ts';

// Every call of the page; nothing else in this plugin names an address.

export type Pages = InfiniteData<ChatMessagePage, number | undefined>;

const path = (id: string) => `/chats/${encodeURIComponent(id)}`;

export const chatPagesQuery = (searchParam: string) =>
  infiniteQueryOptions({
    queryKey: ['chats', 'list', 'pages', searchParam],
    queryFn: ({ signal, pageParam }) =>
      api<ChatPage>('/chats', { query: { searchParam, pageNumber: pageParam }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ hasMore }, _pages, page) => (hasMore ? page + 1 : undefined),
    placeholderData: keepPreviousData,
  });
export const chatQuery = (id: string) =>
  queryOptions({
    queryKey: ['chats', 'list', 'one', id],
    queryFn: ({ signal }) => api<ChatView>(path(id), { signal }),
    retry: false,
  });
export const messagesKey = (chatId: string) => ['chats', 'messages', chatId] as const;
export const messagesQuery = (chatId: string) =>
  infiniteQueryOptions({
    queryKey: messagesKey(chatId),
    queryFn: ({ signal, pageParam }) =>
      api<ChatMessagePage>(`${path(chatId)}/messages`, {
        query: { ...(pageParam !== undefined && { before: pageParam }) },
        signal,
      }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ hasMore, records }) => (hasMore ? records[0]?.order : undefined),
  });
export type Colleague = Pick<UserView, 'id' | 'name'>;
export const colleaguesQuery = queryOptions({
  queryKey: ['users', 'names'],
  queryFn: ({ signal }) => api<readonly Colleague[]>('/users/list', { signal }),
});
export const ticketsQuery = (searchParam: string) =>
  queryOptions({
    queryKey: ['chats', 'tickets', searchParam],
    queryFn: ({ signal }) =>
      api<{ tickets: TicketView[] }>('/tickets', {
        query: { searchParam, showAll: true, pageNumber: 1 },
        signal,
      }),
    placeholderData: keepPreviousData,
  });

export const saveChat = (id: string | undefined, body: { title: string; users: readonly string[] }) =>
  id === undefined
    ? api<ChatView>('/chats', { method: 'POST', body })
    : api<ChatView>(path(id), { method: 'PUT', body });
export const deleteChat = (id: string) => api<void>(path(id), { method: 'DELETE' });
export const readChat = (id: string, userId: string) =>
  api<ChatView>(`${path(id)}/read`, { method: 'POST', body: { userId } });
export const sendMessage = (chatId: string, id: string, message: string) =>
  api<ChatMessageView>(`${path(chatId)}/messages`, { method: 'POST', body: { id, message } });
export const sayTyping = (chatId: string) => api<void>(`${path(chatId)}/typing`, { method: 'POST' });
