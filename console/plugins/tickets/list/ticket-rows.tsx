import useMediaQuery from '@mui/material/useMediaQuery';
import { useVirtualizer } from '@tanstack/react-virtual';
import {
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { TicketView } from '../../../../contract/ticket.ts';
import { useT } from '../../../shell/i18n.ts';
import { useSession } from '../../../shell/session.tsx';
import { useCommands } from '../commands/use-commands.ts';
import { PHONE, TIGHT } from '../ticket/widths.ts';
import { useList } from './list-context.ts';
import { actionsFor, besideRow, type RowAction } from './offered-actions.ts';
import { Row } from './row.tsx';
import { type Anchor, RowMenu, RowToolbar } from './row-actions.tsx';
import { useAnchoredScroll } from './use-anchored-scroll.ts';
import { usePrefetch } from './use-prefetch.ts';
import { useRoving } from './use-roving.ts';

const NEAR_END_PX = 100;

/** Returns where a row's context menu opens: the keyboard's key for it has no place of its own. */
function anchorOf({ clientX, clientY, target }: MouseEvent): Anchor {
  return clientX === 0 && clientY === 0 ? { at: target as HTMLElement } : { left: clientX, top: clientY };
}

/** Returns how a row looks in this list, and what its main control does. */
function useRowLook() {
  const { listLocation, base, search: place } = useList();
  const condensed = useMediaQuery(TIGHT);
  const { accept } = useCommands();
  // The same one for ever: rows are drawn anew only when their ticket changes.
  const latest = useRef(accept);
  latest.current = accept;
  const onMain = useCallback((ticket: TicketView) => void latest.current(ticket), []);
  return {
    search: listLocation.tab === 'search' ? listLocation.text.trim() : '',
    place,
    withUser: base.showAll || listLocation.tab !== 'open',
    condensed,
    onMain,
  };
}

/** Returns which rows are drawn and where, and who of them has the focus. */
function useRowWindow(box: RefObject<HTMLElement | null>, tickets: readonly TicketView[], height: number) {
  const { current } = useList();
  const rows = useVirtualizer({
    count: tickets.length,
    getScrollElement: () => box.current,
    estimateSize: () => height,
    getItemKey: (index) => tickets[index]?.id ?? index,
    overscan: 8,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another height makes every measure void
  useLayoutEffect(() => rows.measure(), [height]);
  const ids = useMemo(() => tickets.map((ticket) => ticket.id), [tickets]);
  const roving = useRoving({
    ids,
    start: current,
    box,
    reveal: (index) => rows.scrollToIndex(index, { align: 'auto' }),
  });
  const noteAnchor = useAnchoredScroll({ box, ids, height });
  const focusRow = () => roving.walkTo(Math.max(0, ids.indexOf(roving.active ?? '')));
  return { rows, roving, noteAnchor, focusRow };
}

interface Props {
  readonly onAction: (ticket: TicketView, action: RowAction) => void;
  readonly children: ReactNode;
  /** Filled with what puts the focus into the list. */
  readonly enter: RefObject<(() => void) | null>;
}

const none: readonly TicketView[] = [];

/** The rows of a list of any length: only those in sight are drawn, and those in sight stay where they are. */
export function TicketRows({ onAction, children, enter }: Props) {
  const t = useT();
  const { can } = useSession();
  const { query, idle, current, more } = useList();
  const tickets = idle ? none : query.tickets;
  const look = useRowLook();
  const narrow = useMediaQuery(PHONE);
  const box = useRef<HTMLElement>(null);
  const height = narrow ? 76 : 64;
  const { rows, roving, noteAnchor, focusRow } = useRowWindow(box, tickets, height);
  enter.current = focusRow;
  const [hoveredId, setHoveredId] = useState<string>();
  const prefetch = usePrefetch();
  const [menu, setMenu] = useState<{ readonly id: string; readonly anchor: Anchor }>();
  const onScroll = () => {
    noteAnchor();
    const element = box.current;
    if (element !== null && element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_END_PX)
      more();
  };
  const openTicket = tickets.find((ticket) => ticket.id === menu?.id);
  return (
    <section className="tk-tickets fill scroll" ref={box} onScroll={onScroll}>
      {tickets.length === 0 ? null : (
        <ul
          className="tk-rows at"
          aria-label={t('tickets.list.label')}
          style={{ height: rows.getTotalSize() }}
          onPointerLeave={() => {
            setHoveredId(undefined);
            prefetch.leave();
          }}
          {...roving.handlers}
        >
          {rows.getVirtualItems().map(({ index, start }) => {
            const ticket = tickets[index];
            if (ticket === undefined) return null;
            return (
              <li
                key={ticket.id}
                data-row={ticket.id}
                aria-setsize={tickets.length}
                aria-posinset={index + 1}
                style={{ height, transform: `translateY(${start}px)` }}
                onPointerEnter={(event) => {
                  if (event.pointerType !== 'mouse') return;
                  setHoveredId(ticket.id);
                  if (ticket.status !== 'pending') prefetch.rest(ticket.id);
                }}
                onPointerDown={() => {
                  if (ticket.status !== 'pending') prefetch.press(ticket.id);
                }}
                onContextMenu={(event) => {
                  event.preventDefault();
                  setMenu({ id: ticket.id, anchor: anchorOf(event) });
                }}
              >
                <Row
                  ticket={ticket}
                  current={ticket.id === current}
                  reachable={ticket.id === roving.active}
                  {...look}
                />
                {!narrow && [hoveredId, roving.focused, menu?.id].includes(ticket.id) ? (
                  <RowToolbar
                    name={ticket.contact.name}
                    actions={besideRow(actionsFor(ticket, can), ticket.status)}
                    onAction={(action) => onAction(ticket, action)}
                    onMenu={(at) => setMenu({ id: ticket.id, anchor: { at } })}
                  />
                ) : null}
              </li>
            );
          })}
        </ul>
      )}
      {children}
      {openTicket === undefined || menu === undefined ? null : (
        <RowMenu
          name={openTicket.contact.name}
          actions={actionsFor(openTicket, can)}
          anchor={menu.anchor}
          onClose={() => setMenu(undefined)}
          onAction={(action) => onAction(openTicket, action)}
        />
      )}
    </section>
  );
}
