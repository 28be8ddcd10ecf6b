import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { ChatView } from '../../../contract/chat.ts';
import { useNextPage } from '../../shell/next-page.ts';
import { useSession } from '../../shell/session.tsx';
import { messagesQuery, readChat, sendMessage } from './data.ts';
import { addToThread } from './live.ts';

/** The spec's distance from the top at which older messages are asked for. */
const nearTopPx = 600;
const atEndPx = 80;

export interface Unsent {
  readonly id: string;
  readonly message: string;
  readonly isFailed: boolean;
}

/** Returns what a chat's messages are, those on their way among them, and how one is sent: under its id once. */
export function useThread(chat: ChatView) {
  const cache = useQueryClient();
  const thread = useInfiniteQuery(messagesQuery(chat.id));
  const [all, setUnsent] = useState<readonly Unsent[]>([]);
  const messages = useMemo(
    () => [...(thread.data?.pages ?? [])].reverse().flatMap(({ records }) => records),
    [thread.data],
  );
  // The feed may be quicker than the answer.
  const unsentMessages = all.filter(({ id }) => !messages.some((message) => message.id === id));

  async function send(id: string, message: string): Promise<void> {
    setUnsent((before) => [...before.filter((one) => one.id !== id), { id, message, isFailed: false }]);
    try {
      addToThread(await sendMessage(chat.id, id, message), cache);
      setUnsent((before) => before.filter((one) => one.id !== id));
    } catch {
      setUnsent((before) => before.map((one) => (one.id === id ? { ...one, isFailed: true } : one)));
    }
  }
  const drop = (id: string) => setUnsent((before) => before.filter((one) => one.id !== id));
  const fetchOlder = useNextPage(thread);
  return { thread, fetchOlder, messages, unsent: unsentMessages, send, drop };
}

/** Takes a chat as read while it is on the screen and the window is looked at. */
export function useRead({ id, users, lastOrder }: ChatView): void {
  const { user } = useSession();
  const unreads = users.find(({ userId }) => userId === user.id)?.unreads ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was said last is unread again
  useEffect(() => {
    if (unreads === 0) return;
    // Failures of this page are silent: what stays unread is read with the next word.
    const read = () => {
      if (document.visibilityState === 'visible') void readChat(id, user.id).catch(() => {});
    };
    read();
    document.addEventListener('visibilitychange', read);
    return () => document.removeEventListener('visibilitychange', read);
  }, [id, unreads, lastOrder, user.id]);
}

/**
 * Returns the box of a thread and what moves it: the end stays in sight while it is, and what is looked at in its
 * place when older messages come above it.
 */
export function useThreadScroll(
  firstId: string | undefined,
  lastId: string | undefined,
  loadOlder: () => void,
) {
  const box = useRef<HTMLDivElement>(null);
  const before = useRef({ first: firstId, height: 0, atEnd: true });
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the ends change
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const { first: formerFirst, height, atEnd } = before.current;
    if (formerFirst !== firstId && formerFirst !== undefined && !atEnd)
      element.scrollTop += element.scrollHeight - height;
    else if (atEnd) element.scrollTop = element.scrollHeight;
    before.current = { first: firstId, height: element.scrollHeight, atEnd };
  }, [firstId, lastId]);
  const onScroll = () => {
    const element = box.current;
    if (!element) return;
    const { scrollTop, scrollHeight, clientHeight } = element;
    before.current = {
      ...before.current,
      height: scrollHeight,
      atEnd: scrollHeight - scrollTop - clientHeight < atEndPx,
    };
    if (scrollTop < nearTopPx) loadOlder();
  };
  const toEnd = () => {
    before.current = { ...before.current, atEnd: true };
  };
  return { box, onScroll, toEnd };
}
