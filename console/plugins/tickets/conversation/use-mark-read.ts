import { useEffect, useRef, useState } from 'react';
import type { TicketView } from '../../../../contract/ticket.ts';
import { onLineBack } from '../../../shell/live.ts';
import { markRead } from '../ticket/calls.ts';
import { useVisible } from './use-visible.ts';

/** Tells the server that the agent has seen everything: own ticket, end of the thread in sight, page visible. */
export function useMarkRead(ticket: TicketView, seen: boolean): void {
  const visible = useVisible();
  const markedId = useRef('');
  const [backs, setBacks] = useState(0);
  useEffect(() => onLineBack(() => setBacks((count) => count + 1)), []);
  const { id, unreadMessages, preview, handed } = ticket;
  /** Handed over and back again it is unread without a new message. */
  const now = `${id}:${preview?.id ?? ''}:${handed?.at ?? ''}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what could not be said is said when the line is back
  useEffect(() => {
    if (!seen || !visible || unreadMessages === 0 || markedId.current === now) return;
    markedId.current = now;
    markRead(id).catch(() => {
      if (markedId.current === now) markedId.current = '';
    });
  }, [seen, visible, id, unreadMessages, now, backs]);
}
