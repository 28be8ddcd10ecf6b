import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { TicketView } from '../../../../domain/views/index.ts';
import { useT } from '../../../shell/i18n.ts';
import { volume } from '../../../shell/volume.ts';
import { arrivals, lastMessages } from '../model/arrivals.ts';
import { previewLine } from '../model/preview.ts';
import { ring } from './sound.ts';

/** A message that is older than this when it is first seen has been missed: it is counted, not announced. */
const NEWS_MS = 60_000;

/** Rings for new messages of contacts, and shows them on the desktop while the window is out of sight. */
export const useArrivals = (tickets: readonly TicketView[], loaded: boolean): void => {
  const t = useT();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const seen = useRef<ReadonlyMap<string, string>>(undefined);
  useEffect(() => {
    if (!loaded) return;
    const before = seen.current;
    seen.current = lastMessages(tickets);
    if (before === undefined) return;
    const visible = document.visibilityState === 'visible';
    const reading = visible ? /^\/tickets\/([^/]+)$/.exec(pathname)?.[1] : undefined;
    const fresh = arrivals(before, tickets, reading, new Date(Date.now() - NEWS_MS).toISOString());
    if (fresh.length === 0) return;
    ring(volume());
    if (visible || typeof Notification === 'undefined' || Notification.permission !== 'granted') return;
    for (const ticket of fresh) {
      // One a ticket: its next message takes the place of the one before.
      const note = new Notification(ticket.contact.name, {
        body: previewLine(ticket.preview, t).text,
        tag: ticket.id,
        silent: true,
      });
      note.onclick = () => {
        window.focus();
        void navigate(`/tickets/${ticket.id}`);
        note.close();
      };
    }
  }, [tickets, loaded, pathname, navigate, t]);
};
