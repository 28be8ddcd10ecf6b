import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { TicketView } from '../../../../domain/views/index.ts';
import { notify } from '../../../shell/notify.ts';
import { focusComposer } from '../data/focus-composer.ts';
import { heldTicket } from '../data/patch.ts';
import { useCommands } from '../data/use-commands.ts';
import { type DeskOrder, takeOrders } from '../model/desk-orders.ts';
import { orderWriting } from '../model/writing-orders.ts';

interface Desk {
  /** The list on the screen: what 'next' and 'previous' walk. */
  readonly tickets: readonly TicketView[];
  readonly current: string | undefined;
  /** Who waits longest, once `known`. */
  readonly next: TicketView | undefined;
  readonly known: boolean;
  readonly place: string;
  readonly onNew: () => void;
  readonly onList: () => void;
  readonly onSearch: () => void;
  readonly onEnd: () => void;
}

/** What is asked of the conversation on the screen. */
const OF_THE_CONVERSATION: ReadonlySet<DeskOrder> = new Set(['resolve', 'unread', 'reply', 'note', 'quick']);

/** The ticket the address says, which is ahead of what is drawn. */
const addressed = () => /^\/tickets\/([^/]+)$/.exec(location.pathname)?.[1];

/** Does what keys, the palette and toasts ask of the tickets page. */
export const useDeskOrders = (desk: Desk): void => {
  const cache = useQueryClient();
  const navigate = useNavigate();
  const { accept, resolve, markUnread } = useCommands();
  const [accepting, setAccepting] = useState(false);
  const shown = desk.current === undefined ? undefined : heldTicket(cache, desk.current);

  const step = (by: 1 | -1): void => {
    const { tickets, place, onEnd } = desk;
    // Of keys pressed quickly one after the other each takes a step.
    const current = addressed();
    const at = tickets.findIndex((ticket) => ticket.id === current);
    const to = at === -1 ? (by === 1 ? 0 : tickets.length - 1) : at + by;
    if (to >= tickets.length - 1) onEnd();
    const ticket = tickets[to];
    if (ticket !== undefined) void navigate(`/tickets/${ticket.id}${place}`);
  };
  const deeds: Readonly<Record<DeskOrder, () => void>> = {
    next: () => step(1),
    previous: () => step(-1),
    acceptNext: () => setAccepting(true),
    resolve: () => {
      if (shown?.status === 'open') void resolve(shown);
    },
    unread: () => {
      if (shown?.status === 'open') void markUnread(shown);
    },
    reply: () => {
      orderWriting('message');
      focusComposer(true);
    },
    note: () => orderWriting('note'),
    quick: () => {
      orderWriting('quick');
      focusComposer(true);
    },
    new: desk.onNew,
    search: desk.onSearch,
    list: desk.onList,
  };
  const latest = useRef(deeds);
  latest.current = deeds;
  // What is asked while the next conversation is on its way is meant for that one, not for the one still drawn.
  const drawn = useRef(desk.current);
  const waiting = useRef<DeskOrder[]>([]);
  useEffect(
    () =>
      takeOrders((order) => {
        if (OF_THE_CONVERSATION.has(order) && addressed() !== drawn.current) waiting.current.push(order);
        else latest.current[order]();
      }),
    [],
  );
  useEffect(() => {
    drawn.current = desk.current;
    if (addressed() !== desk.current) return;
    const orders = waiting.current.splice(0);
    // Once the conversation has been put on the screen too.
    if (orders.length === 0) return;
    requestAnimationFrame(() => {
      for (const order of orders) latest.current[order]();
    });
  }, [desk.current]);

  // Asked for from another page, the list is not there yet; asked for twice, one is enough.
  const busy = useRef(false);
  const taken = shown?.status === 'pending' ? shown : desk.next;
  useEffect(() => {
    if (!accepting || !desk.known) return;
    setAccepting(false);
    if (busy.current) return;
    if (taken === undefined) {
      notify.info('tickets.waits.nobody');
      return;
    }
    busy.current = true;
    void accept(taken).finally(() => {
      busy.current = false;
    });
  }, [accepting, desk.known, taken, accept]);
};
