import { useQuery } from '@tanstack/react-query';
import type { ChatPage } from '../../../contract/chat.ts';
import { api } from '../../shell/api.ts';

/** Returns the chats with the latest news, and how much of all of them is unread. */
export const chatsQuery = (searchParam = '') => ({
  queryKey: ['chats', 'list', searchParam] as const,
  queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
    api<ChatPage>('/chats', { query: { searchParam, pageNumber: 1 }, signal }),
});

/** Whether somebody said something that the user has not read. */
export const useUnreadChats = (): boolean => (useQuery(chatsQuery()).data?.unreads ?? 0) > 0;
