import { useMemo } from 'react';
import type { TicketView } from '../../../../domain/views/index.ts';
import { useT } from '../../../shell/i18n.ts';
import type { ThreadLine } from './thread.tsx';

/**
 * What became of the ticket, between its messages, as far as the ticket itself tells: opened, accepted, resolved.
 * `first`: when the first message was written, once the thread's beginning is loaded. A ticket opens with it, a moment
 * later by another clock.
 */
export const useTicketLines = (ticket: TicketView, first: string | undefined): readonly ThreadLine[] => {
  const t = useT();
  const { protocol, createdAt, acceptedAt, closedAt } = ticket;
  return useMemo(() => {
    const instants: readonly (readonly [string, string | null, string])[] = [
      [
        'opened',
        first !== undefined && first < createdAt ? first : createdAt,
        t('tickets.thread.opened', { protocol }),
      ],
      ['accepted', acceptedAt, t('tickets.event.TicketAccepted.title')],
      ['resolved', closedAt, t('tickets.event.TicketResolved.title')],
    ];
    return instants
      .flatMap(([key, at, text]) => (at === null ? [] : [{ key: `ticket-${key}`, at, text }]))
      .toSorted((one, other) => one.at.localeCompare(other.at));
  }, [first, protocol, createdAt, acceptedAt, closedAt, t]);
};
