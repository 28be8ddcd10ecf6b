import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import type { TicketView } from '../../../../domain/views/index.ts';
import { ApiError } from '../../../shell/api.ts';
import { notify, notifyError } from '../../../shell/notify.ts';
import { useSession } from '../../../shell/session.tsx';
import { type TicketChange, updateTicket } from './calls.ts';
import { patchAnswer } from './patch.ts';
import { useViewer } from './use-lists.ts';

/** Accept, return, resolve and reopen. They wait for the server: two agents cannot both win. */
export const useCommands = () => {
  const cache = useQueryClient();
  const viewer = useViewer();
  const { user } = useSession();
  const navigate = useNavigate();
  const change = async (ticket: TicketView, to: TicketChange): Promise<boolean> => {
    try {
      patchAnswer(cache, viewer, await updateTicket(ticket.id, to));
      return true;
    } catch (error) {
      if (error instanceof ApiError && error.code === 'ERR_TICKET_TAKEN') {
        const name = (error.details?.user as { name?: string } | undefined)?.name ?? '';
        notify.error(name === '' ? 'tickets.taken.someone' : 'tickets.taken', { values: { name } });
      } else notifyError(error);
      return false;
    }
  };
  return {
    accept: async (ticket: TicketView) => {
      if (await change(ticket, { status: 'open', userId: user.id })) await navigate(`/tickets/${ticket.id}`);
    },
    reopen: async (ticket: TicketView) => {
      if (await change(ticket, { status: 'open', userId: user.id })) await navigate(`/tickets/${ticket.id}`);
    },
    giveBack: async (ticket: TicketView) => {
      if (await change(ticket, { status: 'pending', userId: null })) await navigate('/tickets');
    },
    resolve: async (ticket: TicketView) => {
      if (!(await change(ticket, { status: 'closed' }))) return;
      notify.success('tickets.resolved', { values: { protocol: ticket.protocol } });
      await navigate('/tickets');
    },
  };
};
