import type { QueryClient } from '@tanstack/react-query';
import { useStore } from 'zustand/react';
import { createStore } from 'zustand/vanilla';
import type { Change } from '../../../contract/changes.ts';
import type { ChatMessageView, ChatView } from '../../../contract/chat.ts';
import { patchQuery } from '../../shell/patch-query.ts';
import type { Session } from '../../shell/session.tsx';
import { messagesKey, type Pages } from './data.ts';

/** Whoever said that they type in a chat types for so long. */
const typingMs = 6_000;
interface Typist {
  readonly id: string;
  readonly name: string;
  readonly timer: ReturnType<typeof setTimeout>;
}
type Typists = Readonly<Record<string, readonly Typist[]>>;
const typists = createStore<Typists>(() => ({}));

function stopTyping(chatId: string, userId: string): void {
  const left = (typists.getState()[chatId] ?? []).filter(({ id, timer }) => {
    if (id === userId) clearTimeout(timer);
    return id !== userId;
  });
  typists.setState({ [chatId]: left });
}

/** Names of those who type in a chat now. */
const nobody: readonly Typist[] = [];
export const useTyping = (chatId: string): readonly string[] =>
  useStore(typists, (state) => state[chatId] ?? nobody).map(({ name }) => name);

/** Brings what changed about a chat to the page. */
export function applyToChats({ action, id, document }: Change, cache: QueryClient, session: Session): void {
  if (action === 'typing') {
    const { user } = document as { user: { id: string; name: string } };
    if (user.id === session.user.id) return;
    stopTyping(id, user.id);
    const timer = setTimeout(() => stopTyping(id, user.id), typingMs);
    typists.setState({ [id]: [...(typists.getState()[id] ?? []), { ...user, timer }] });
  } else if (action === 'delete') cache.removeQueries({ queryKey: messagesKey(id) });
  else patchQuery<ChatView>(cache, ['chats', 'list', 'one', id], () => document as ChatView);
}

/** Returns the pages with a message in its place: the newest page ends with what was said last. */
export function withMessage(held: Pages, message: ChatMessageView): Pages {
  if (held.pages.some(({ records }) => records.some(({ id }) => id === message.id))) return held;
  const [latest, ...older] = held.pages;
  if (!latest) return held;
  const records = [...latest.records, message].sort((a, b) => a.order - b.order);
  return { ...held, pages: [{ ...latest, records, count: latest.count + 1 }, ...older] };
}

/** Brings a message to the chat that it was said in. */
export const addToThread = (message: ChatMessageView, cache: QueryClient): void => {
  stopTyping(message.chatId, message.senderId);
  patchQuery<Pages>(cache, messagesKey(message.chatId), (held) => withMessage(held, message));
};

export const applyToThread = ({ action, document }: Change, cache: QueryClient): void => {
  if (action !== 'delete' && document !== undefined) addToThread(document as ChatMessageView, cache);
};
