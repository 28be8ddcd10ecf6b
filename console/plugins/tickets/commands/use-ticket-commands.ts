import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { TicketView } from '../../../../contract/ticket.ts';
import { useCommandHandlers } from '../../../shell/command-bus.ts';
import { notify } from '../../../shell/notify.ts';
import { heldTicket } from '../live-cache/patch.ts';
import { focusComposer } from './focus-composer.ts';
import { type TicketCommand, ticketCommands } from './ticket-commands.ts';
import { useCommands } from './use-commands.ts';

interface ListOnScreen {
  /** What 'next' and 'previous' walk. */
  readonly tickets: readonly TicketView[];
  readonly current: string | undefined;
  /** Who waits longest, once `known`. */
  readonly next: TicketView | undefined;
  readonly known: boolean;
  /** The list's own query of the address. */
  readonly search: string;
  readonly onNew: () => void;
  readonly onList: () => void;
  readonly onSearch: () => void;
  readonly onEnd: () => void;
}

/** Returns the ticket the address says, which is ahead of what is drawn. */
const addressedTicket = () => /^\/tickets\/([^/]+)$/.exec(location.pathname)?.[1];

/** Returns how to go to the ticket below (1) or above (-1) in the list. */
function useStep({ tickets, search, onEnd }: ListOnScreen) {
  const navigate = useNavigate();
  return (by: 1 | -1): void => {
    // Of keys pressed quickly one after the other each takes a step.
    const current = addressedTicket();
    const at = tickets.findIndex((ticket) => ticket.id === current);
    const to = at === -1 ? (by === 1 ? 0 : tickets.length - 1) : at + by;
    if (to >= tickets.length - 1) onEnd();
    const ticket = tickets[to];
    if (ticket !== undefined) void navigate(`/tickets/${ticket.id}${search}`);
  };
}

/** Returns how to accept the ticket shown if it waits, else who waits longest, as soon as that is known. */
function useAcceptNext(shown: TicketView | undefined, { next, known }: ListOnScreen) {
  const { accept } = useCommands();
  const [wanted, setWanted] = useState(false);
  // Asked for from another page, the list is not there yet; asked for twice, one is enough.
  const busy = useRef(false);
  const ticket = shown?.status === 'pending' ? shown : next;
  useEffect(() => {
    if (!wanted || !known) return;
    setWanted(false);
    if (busy.current) return;
    if (ticket === undefined) {
      notify.info('tickets.waits.nobody');
      return;
    }
    busy.current = true;
    void accept(ticket).finally(() => {
      busy.current = false;
    });
  }, [wanted, known, ticket, accept]);
  return () => setWanted(true);
}

/**
 * Returns how to do something with the conversation the address says: what is asked while it is on its way is meant for
 * that one, not for the one still drawn.
 */
function useOnceDrawn(currentId: string | undefined) {
  const drawnId = useRef(currentId);
  const waiters = useRef<(() => void)[]>([]);
  useEffect(() => {
    drawnId.current = currentId;
    if (addressedTicket() !== currentId) return;
    const tasks = waiters.current.splice(0);
    // Once the conversation has been put on the screen too.
    if (tasks.length > 0)
      requestAnimationFrame(() => {
        for (const task of tasks) task();
      });
  }, [currentId]);
  return (task: () => void): void => {
    if (addressedTicket() === drawnId.current) task();
    else waiters.current.push(task);
  };
}

/** Does what keys, the palette and toasts ask of the tickets page. */
export function useTicketCommands(list: ListOnScreen): void {
  const cache = useQueryClient();
  const { resolve, markUnread } = useCommands();
  const shownTicket = list.current === undefined ? undefined : heldTicket(cache, list.current);
  const step = useStep(list);
  const acceptNext = useAcceptNext(shownTicket, list);
  const whenDrawn = useOnceDrawn(list.current);
  const write = (how: 'message' | 'quick') => () => {
    ticketCommands.dispatch(`write.${how}`);
    focusComposer(true);
  };
  // What waits is done with the ticket that is shown by then.
  const latest = useRef({ shown: shownTicket, resolve, markUnread });
  latest.current = { shown: shownTicket, resolve, markUnread };
  const withOpen = (how: 'resolve' | 'markUnread') => () => {
    const { shown: ticket, [how]: change } = latest.current;
    if (ticket?.status === 'open') void change(ticket);
  };
  const handlers: Readonly<Record<TicketCommand, () => void>> = {
    next: () => step(1),
    previous: () => step(-1),
    acceptNext,
    resolve: () => whenDrawn(withOpen('resolve')),
    unread: () => whenDrawn(withOpen('markUnread')),
    reply: () => whenDrawn(write('message')),
    note: () => whenDrawn(() => ticketCommands.dispatch('write.note')),
    quick: () => whenDrawn(write('quick')),
    new: list.onNew,
    search: list.onSearch,
    list: list.onList,
  };
  useCommandHandlers(ticketCommands, handlers);
}
