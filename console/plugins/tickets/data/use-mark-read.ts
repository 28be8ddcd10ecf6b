import { useEffect, useRef } from 'react';
import type { TicketView } from '../../../../domain/views/index.ts';
import { markRead } from './calls.ts';
import { useVisible } from './use-visible.ts';

/** Tells the server that the agent has seen everything: own ticket, end of the thread in sight, page visible. */
export const useMarkRead = (ticket: TicketView, seen: boolean): void => {
  const visible = useVisible();
  const marked = useRef('');
  const { id, unreadMessages, preview } = ticket;
  useEffect(() => {
    const now = `${id}:${preview?.id ?? ''}`;
    if (!seen || !visible || unreadMessages === 0 || marked.current === now) return;
    marked.current = now;
    // Not read yet is the truth while the server is away: the next message or opening tries again.
    markRead(id).catch(() => undefined);
  }, [seen, visible, id, unreadMessages, preview?.id]);
};
