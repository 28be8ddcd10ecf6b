import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { TicketView } from '../../../../contract/ticket.ts';
import { useT } from '../../../shell/i18n.ts';
import { notify } from '../../../shell/notify.ts';
import { serverNow } from '../../../shell/server-time.ts';
import { useSession } from '../../../shell/session.tsx';
import { canRing, ring, whenItCanRing } from '../../../shell/sound.ts';
import { volume } from '../../../shell/volume.ts';
import { useVisible } from '../conversation/use-visible.ts';
import { previewLine } from '../list/preview-text.ts';
import { arrivals, handedOver, lastHanded, lastMessages } from './arrivals.ts';
import { showsOnDesktop } from './desktop.ts';
import { newsToRingFor, newsToShow, showHeard, showInSight } from './tabs.ts';

/** What is older than this when it is first seen has been missed: it is counted, not announced. */
const NEWS_MS = 60_000;

interface News {
  readonly ticket: TicketView;
  /** What all tabs know it by. */
  readonly id: string;
  readonly text: string;
  /** It is said although its ticket is read. */
  readonly always?: boolean;
}

/**
 * Rings for new messages of contacts, and shows them on the desktop while the desk is out of sight: once, in however many
 * tabs it is open.
 */
export function useArrivals(tickets: readonly TicketView[], loaded: boolean): void {
  const t = useT();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { id: userId } = useSession().user;
  const visible = useVisible();
  const reading = visible ? /^\/tickets\/([^/]+)$/.exec(pathname)?.[1] : undefined;
  useEffect(() => (visible ? showInSight(reading) : undefined), [visible, reading]);
  useEffect(() => {
    if (!visible) return;
    let end = () => {};
    const stop = whenItCanRing(() => {
      end = showHeard();
    });
    return () => {
      stop();
      end();
    };
  }, [visible]);
  const seen = useRef<{
    readonly messages: ReadonlyMap<string, string>;
    readonly handovers: ReadonlyMap<string, string>;
  }>(undefined);
  useEffect(() => {
    if (!loaded) return;
    const before = seen.current;
    seen.current = { messages: lastMessages(tickets), handovers: lastHanded(tickets) };
    if (before === undefined) return;
    const since = new Date(serverNow() - NEWS_MS).toISOString();
    const handovers = handedOver(before.handovers, tickets, userId, since);
    const fresh = arrivals(before.messages, tickets, reading, since).filter(
      (one) => !handovers.includes(one),
    );
    if (handovers.length + fresh.length === 0) return;
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
    const news: readonly News[] = [
      ...handovers.map((ticket) => ({
        ticket,
        id: `${ticket.id}:${ticket.handed?.at}`,
        always: true,
        text: t('tickets.handed.short', { by: giver(ticket) }),
      })),
      ...fresh.map((ticket) => ({
        ticket,
        id: `${ticket.id}:${ticket.preview?.id}`,
        text: previewLine(ticket.preview, t).text,
      })),
    ];
    if (volume() > 0)
      void newsToRingFor(news, visible, canRing).then((own) => {
        if (own.length > 0) ring(volume());
      });
    if (visible || !showsOnDesktop()) return;
    void newsToShow(news).then((own) => {
      for (const { ticket, text } of own) {
        // One a ticket: its next message takes the place of the one before.
        const note = new Notification(ticket.contact.name, { body: text, tag: ticket.id, silent: true });
        note.onclick = () => {
          window.focus();
          void navigate(`/tickets/${ticket.id}`);
          note.close();
        };
      }
    });
  }, [tickets, loaded, reading, visible, navigate, t, userId]);
}
