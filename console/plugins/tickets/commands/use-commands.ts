import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import type { TicketView } from '../../../../contract/ticket.ts';
import { ApiError } from '../../../shell/api.ts';
import { notify, notifyError } from '../../../shell/notify.ts';
import { useSession } from '../../../shell/session.tsx';
import { readLocation, writeLocation } from '../list/list-location.ts';
import { useListPreferences } from '../list/use-list-preferences.ts';
import { useViewer } from '../list/use-lists.ts';
import { patchAnswer } from '../live-cache/patch.ts';
import { markUnread, type TicketChange, updateTicket } from '../ticket/calls.ts';
import { focusComposer } from './focus-composer.ts';
import { ticketCommands } from './ticket-commands.ts';

/**
 * Returns what accepts, returns, marks as unread, resolves and reopens a ticket. All wait for the server: two agents
 * cannot both win.
 */
export function useCommands() {
  const cache = useQueryClient();
  const viewer = useViewer();
  const { user } = useSession();
  const navigate = useNavigate();
  const { id: current } = useParams();
  const [params] = useSearchParams();
  const [, keep] = useListPreferences();
  const search = params.size === 0 ? '' : `?${params}`;

  const change = async (ticket: TicketView, to: TicketChange | 'unread'): Promise<boolean> => {
    try {
      const answer = to === 'unread' ? markUnread(ticket.id) : updateTicket(ticket.id, to);
      patchAnswer(cache, viewer, await answer);
      return true;
    } catch (error) {
      if (error instanceof ApiError && error.code === 'ERR_TICKET_TAKEN') {
        const name = (error.details?.user as { name?: string } | undefined)?.name ?? '';
        notify.error(name === '' ? 'tickets.taken.someone' : 'tickets.taken', { values: { name } });
      } else notifyError(error);
      return false;
    }
  };
  /** Opens what is now the agent's own, beside the half of the list that it moved to; a search stays as it is. */
  const openTicket = async (ticket: TicketView) => {
    const place = readLocation(params);
    if (place.tab !== 'search') keep({ half: 'assigned' });
    await navigate({
      pathname: `/tickets/${ticket.id}`,
      search: place.tab === 'search' ? search : writeLocation({ ...place, tab: 'open', half: 'assigned' }),
    });
    focusComposer();
  };
  /** Leaves the conversation, if it is the one on the screen: what a list's row does to another leaves it alone. */
  const leave = async (ticket: TicketView) => {
    if (current === ticket.id) await navigate({ pathname: '/tickets', search });
  };
  const take = async (ticket: TicketView) => {
    if (await change(ticket, { status: 'open', userId: user.id })) await openTicket(ticket);
  };
  return {
    accept: take,
    reopen: take,
    giveBack: async (ticket: TicketView) => {
      if (!(await change(ticket, { status: 'pending', userId: null }))) return;
      notify.success('tickets.returned', {
        code: 'tickets.returned',
        actions: [{ label: 'tickets.action.acceptAgain', run: () => void take(ticket) }],
      });
      await leave(ticket);
    },
    /** To come back to: the conversation is left, or what is in sight would count as read at once. */
    markUnread: async (ticket: TicketView) => {
      if (await change(ticket, 'unread')) await leave(ticket);
    },
    resolve: async (ticket: TicketView) => {
      if (!(await change(ticket, { status: 'closed' }))) return;
      notify.success('tickets.resolved', {
        code: 'tickets.resolved',
        values: { protocol: ticket.protocol },
        actions: [
          { label: 'tickets.action.reopen', run: () => void take(ticket) },
          { label: 'tickets.goNext', primary: true, run: () => ticketCommands.dispatch('acceptNext') },
        ],
      });
      await leave(ticket);
    },
  };
}
