import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { TicketView } from '../../../../contract/ticket.ts';
import { useT } from '../../../shell/i18n.ts';
import { notify } from '../../../shell/notify.ts';
import { serverNow } from '../../../shell/server-time.ts';
import { useSession } from '../../../shell/session.tsx';
import { ring } from '../../../shell/sound.ts';
import { volume } from '../../../shell/volume.ts';
import { previewLine } from '../list/preview-text.ts';
import { arrivals, handedOver, lastHanded, lastMessages } from './arrivals.ts';
import { showsOnDesktop } from './desktop.ts';

/** What is older than this when it is first seen has been missed: it is counted, not announced. */
const NEWS_MS = 60_000;

/** Rings for new messages of contacts, and shows them on the desktop while the window is out of sight. */
export function useArrivals(tickets: readonly TicketView[], loaded: boolean): void {
  const t = useT();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { id: userId } = useSession().user;
  const seen = useRef<{
    readonly messages: ReadonlyMap<string, string>;
    readonly handovers: ReadonlyMap<string, string>;
  }>(undefined);
  useEffect(() => {
    if (!loaded) return;
    const before = seen.current;
    seen.current = { messages: lastMessages(tickets), handovers: lastHanded(tickets) };
    if (before === undefined) return;
    const visible = document.visibilityState === 'visible';
    const reading = visible ? /^\/tickets\/([^/]+)$/.exec(pathname)?.[1] : undefined;
    const since = new Date(serverNow() - NEWS_MS).toISOString();
    const handovers = handedOver(before.handovers, tickets, userId, since);
    const fresh = arrivals(before.messages, tickets, reading, since).filter(
      (one) => !handovers.includes(one),
    );
    if (handovers.length + fresh.length === 0) return;
    ring(volume());
    const giver = ({ handed }: TicketView) => handed?.user?.name ?? t('tickets.handed.someone');
    for (const ticket of handovers) {
      if (ticket.id === reading) continue;
      notify.info('tickets.handed', {
        code: `handed-${ticket.id}`,
        values: { by: giver(ticket), name: ticket.contact.name },
        actions: [
          { label: 'tickets.handed.open', primary: true, run: () => void navigate(`/tickets/${ticket.id}`) },
        ],
      });
    }
    if (visible || !showsOnDesktop()) return;
    const told: readonly (readonly [TicketView, string])[] = [
      ...handovers.map((ticket) => [ticket, t('tickets.handed.short', { by: giver(ticket) })] as const),
      ...fresh.map((ticket) => [ticket, previewLine(ticket.preview, t).text] as const),
    ];
    for (const [ticket, body] of told) {
      // One a ticket: its next message takes the place of the one before.
      const note = new Notification(ticket.contact.name, { body, tag: ticket.id, silent: true });
      note.onclick = () => {
        window.focus();
        void navigate(`/tickets/${ticket.id}`);
        note.close();
      };
    }
  }, [tickets, loaded, pathname, navigate, t, userId]);
}
