import { useEffect, useRef } from 'react';
import type { TicketView } from '../../../../domain/views/index.ts';
import { notify } from '../../../shell/notify.ts';
import { movedBy } from '../model/moved.ts';
import { isOwnChange } from './own-changes.ts';

/** Tells the agent when a colleague takes, returns or resolves the ticket they are working on. */
export const useMovedNotice = (ticket: TicketView, me: string): void => {
  const before = useRef(ticket);
  useEffect(() => {
    const moved = movedBy(before.current, ticket, me);
    before.current = ticket;
    if (moved === undefined || isOwnChange(ticket.id)) return;
    notify.info(moved, { code: `moved-${ticket.id}`, values: { name: ticket.user?.name ?? '' } });
  }, [ticket, me]);
};
