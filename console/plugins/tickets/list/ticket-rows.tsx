import useMediaQuery from '@mui/material/useMediaQuery';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { TicketView } from '../../../../contract/ticket.ts';
import { useT } from '../../../shell/i18n.ts';
import { useSession } from '../../../shell/session.tsx';
import { PHONE, TIGHT } from '../ticket/widths.ts';
import { actionsFor, besideRow, type RowAction } from './offered-actions.ts';
import { Row } from './row.tsx';
import { type Anchor, RowMenu, RowToolbar } from './row-actions.tsx';
import { usePrefetch } from './use-prefetch.ts';
import { useRoving } from './use-roving.ts';

const NEAR_END_PX = 100;

interface Props {
  readonly tickets: readonly TicketView[];
  readonly current: string | undefined;
  readonly search: string;
  readonly place: string;
  readonly withUser: boolean;
  readonly onMain: (ticket: TicketView) => void;
  readonly onAction: (ticket: TicketView, action: RowAction) => void;
  /** The end of what is loaded comes near. */
  readonly onEnd: () => void;
  readonly children: ReactNode;
  /** Filled with what puts the focus into the list. */
  readonly enter: RefObject<(() => void) | null>;
}

/** The rows of a list of any length: only those in sight are drawn, and those in sight stay where they are. */
export function TicketRows(props: Props) {
  const { tickets, current, search, place, withUser, onMain, onAction, onEnd, children, enter } = props;
  const t = useT();
  const { can } = useSession();
  const narrow = useMediaQuery(PHONE);
  const condensed = useMediaQuery(TIGHT);
  const height = narrow ? 76 : 64;
  const box = useRef<HTMLElement>(null);
  const [hoveredId, setHoveredId] = useState<string>();
  const prefetch = usePrefetch();
  const [menu, setMenu] = useState<{ readonly id: string; readonly anchor: Anchor }>();
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
  enter.current = () => roving.walkTo(Math.max(0, ids.indexOf(roving.active ?? '')));

  // What comes in above must not push the row under the pointer away: the list scrolls along with it.
  const anchored = useRef<{ readonly id: string; readonly index: number }>(undefined);
  useLayoutEffect(() => {
    const element = box.current;
    const held = anchored.current;
    if (element === null) return;
    if (held !== undefined && element.scrollTop > 0) {
      const index = ids.indexOf(held.id);
      if (index !== -1 && index !== held.index) element.scrollTop += (index - held.index) * height;
    }
    const first = Math.floor(element.scrollTop / height);
    anchored.current = ids[first] === undefined ? undefined : { id: ids[first], index: first };
  }, [ids, height]);

  const onScroll = () => {
    const element = box.current;
    if (element === null) return;
    const first = Math.floor(element.scrollTop / height);
    anchored.current = ids[first] === undefined ? undefined : { id: ids[first], index: first };
    if (element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_END_PX) onEnd();
  };
  const open = tickets.find((ticket) => ticket.id === menu?.id);
  return (
    <section className="tk-tickets tk-scroll" ref={box} onScroll={onScroll}>
      {tickets.length === 0 ? null : (
        <ul
          className="tk-rows"
          aria-label={t('tickets.list.label')}
          style={{ height: rows.getTotalSize() }}
          onPointerLeave={() => {
            setHoveredId(undefined);
            prefetch.leave();
          }}
          {...roving.handlers}
        >
          {rows.getVirtualItems().map((item) => {
            const ticket = tickets[item.index];
            if (ticket === undefined) return null;
            const actions = actionsFor(ticket, can);
            const touched = hoveredId === ticket.id || roving.focused === ticket.id || menu?.id === ticket.id;
            return (
              <li
                key={ticket.id}
                data-row={ticket.id}
                aria-setsize={tickets.length}
                aria-posinset={item.index + 1}
                style={{ height, transform: `translateY(${item.start}px)` }}
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
                  const { clientX, clientY } = event;
                  // The keyboard's context-menu key has no place of its own.
                  const anchor: Anchor =
                    clientX === 0 && clientY === 0
                      ? { at: event.target as HTMLElement }
                      : { left: clientX, top: clientY };
                  setMenu({ id: ticket.id, anchor });
                }}
              >
                <Row
                  ticket={ticket}
                  current={ticket.id === current}
                  reachable={ticket.id === roving.active}
                  search={search}
                  place={place}
                  withUser={withUser}
                  condensed={condensed}
                  onMain={onMain}
                />
                {touched && !narrow ? (
                  <RowToolbar
                    name={ticket.contact.name}
                    actions={besideRow(actions, ticket.status)}
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
      {open === undefined || menu === undefined ? null : (
        <RowMenu
          name={open.contact.name}
          actions={actionsFor(open, can)}
          anchor={menu.anchor}
          onClose={() => setMenu(undefined)}
          onAction={(action) => onAction(open, action)}
        />
      )}
    </section>
  );
}
