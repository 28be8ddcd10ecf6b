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

/** Does what keys, the palette and toasts ask of the tickets page. */
export const useDeskOrders = (desk: Desk): void => {
  const cache = useQueryClient();
  const navigate = useNavigate();
  const { accept, resolve } = useCommands();
  const [accepting, setAccepting] = useState(false);
  const shown = desk.current === undefined ? undefined : heldTicket(cache, desk.current);

  const step = (by: 1 | -1): void => {
    const { tickets, place, onEnd } = desk;
    // The address is ahead of what is drawn: of keys pressed quickly one after the other each takes a step.
    const current = /^\/tickets\/([^/]+)$/.exec(location.pathname)?.[1];
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
    reply: () => {
      orderWriting('message');
      focusComposer(true);
    },
    note: () => orderWriting('note'),
    new: desk.onNew,
    search: desk.onSearch,
    list: desk.onList,
  };
  const latest = useRef(deeds);
  latest.current = deeds;
  useEffect(() => takeOrders((order) => latest.current[order]()), []);

  // Asked for from another page, the list is not there yet; asked for twice, one is enough.
  const busy = useRef(false);
  const taken = shown?.status === 'pending' ? shown : desk.next;
  useEffect(() => {
    if (!accepting || !desk.known || busy.current) return;
    setAccepting(false);
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
