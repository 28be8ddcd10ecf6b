import { useMemo } from 'react';
import { Link } from 'react-router';
import type { TicketView } from '../../../../contract/ticket.ts';
import { useT } from '../../../shell/i18n.ts';
import { handoverKey } from '../ticket/handover.ts';
import type { ThreadLine } from './thread-entries.ts';

const none: NonNullable<TicketView['joined']> = [];

/**
 * Returns what became of the ticket, between its messages, as far as the ticket itself tells: opened, accepted,
 * resolved, and by whom, and why the bot or the assistant is done. `firstInstant`: when the first message was written,
 * once the thread's beginning is loaded. A ticket opens with it, a moment later by another clock.
 */
export function useTicketLines(ticket: TicketView, firstInstant: string | undefined): readonly ThreadLine[] {
  const t = useT();
  const { protocol, createdAt, acceptedAt, closedAt, handover, joined = none } = ticket;
  const accepter = ticket.acceptedBy?.name;
  const closer = ticket.closedBy?.name;
  return useMemo(() => {
    const sentence = (event: 'TicketAccepted' | 'TicketResolved', who: string | undefined) =>
      who === undefined ? t(`tickets.event.${event}.title`) : t(`tickets.event.${event}.text`, { who });
    const instants: readonly (readonly [string, string | null, string])[] = [
      [
        'opened',
        firstInstant !== undefined && firstInstant < createdAt ? firstInstant : createdAt,
        t('tickets.thread.opened', { protocol }),
      ],
      ['accepted', acceptedAt, sentence('TicketAccepted', accepter)],
      ['handover', handover?.at ?? null, handover === undefined ? '' : t(handoverKey(handover))],
      ['resolved', closedAt, sentence('TicketResolved', closer)],
    ];
    const ownLines = instants.flatMap(([key, at, text]) =>
      at === null ? [] : [{ key: `ticket-${key}`, at, text }],
    );
    const otherLines = joined.map(({ ticketId, at }) => ({
      key: `ticket-joined-${ticketId}`,
      at,
      text: (
        <>
          {t('tickets.thread.joined')}{' '}
          <Link className="t-accent underlined" to={`/tickets/${ticketId}`}>
            {t('tickets.thread.joinedOpen')}
          </Link>
        </>
      ),
    }));
    return [...ownLines, ...otherLines].toSorted((one, other) => one.at.localeCompare(other.at));
  }, [firstInstant, protocol, createdAt, acceptedAt, accepter, closedAt, closer, handover, joined, t]);
}
