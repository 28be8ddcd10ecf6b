import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import type { HistoryEventView } from '../../../../contract/history.ts';
import { useTimes } from '../ticket/use-times.ts';

export type EventRow =
  | { readonly kind: 'event'; readonly event: HistoryEventView }
  | { readonly kind: 'day'; readonly at: string }
  | { readonly kind: 'cut' };

const EVENT_PX = 52;
const LINE_PX = 28;
const heightOf = (row: EventRow | undefined) => (row?.kind === 'event' ? EVENT_PX : LINE_PX);

/** Returns events under their days; a line where the future of the revision begins. */
function rowsOf(
  events: readonly HistoryEventView[],
  revision: number,
  dayOf: (iso: string) => string,
): readonly EventRow[] {
  const rows: EventRow[] = [];
  let day = '';
  let isCut = false;
  for (const event of events) {
    if (!isCut && event.revision > revision) {
      isCut = true;
      rows.push({ kind: 'cut' });
    }
    const eventDay = dayOf(event.at);
    if (eventDay !== day) rows.push({ kind: 'day', at: event.at });
    day = eventDay;
    rows.push({ kind: 'event', event });
  }
  return rows;
}

/** Older ones came in front: what is looked at stays where it is. */
function useKeptPlace(box: RefObject<HTMLElement | null>, rows: readonly EventRow[]) {
  const first = useRef<number>(undefined);
  useLayoutEffect(() => {
    const before = first.current;
    first.current = rows.find((row) => row.kind === 'event')?.event.revision;
    if (before === undefined || first.current === undefined || first.current >= before || !box.current)
      return;
    const at = rows.findIndex((row) => row.kind === 'event' && row.event.revision === before);
    box.current.scrollTop += rows.slice(0, Math.max(0, at)).reduce((sum, row) => sum + heightOf(row), 0);
  }, [box, rows]);
}

interface Options {
  readonly box: RefObject<HTMLElement | null>;
  readonly events: readonly HistoryEventView[];
  readonly revision: number;
  /** Another value scrolls to the revision, as another revision does. */
  readonly reveal: unknown;
}

/** Returns the rows of a list of events, which of them are drawn, and which one is in the tab order. */
export function useEventRows({ box, events, revision, reveal }: Options) {
  const times = useTimes();
  const rows = useMemo(() => rowsOf(events, revision, times.day), [events, revision, times]);
  const currentIndex = rows.findIndex((row) => row.kind === 'event' && row.event.revision === revision);
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: (index) => heightOf(rows[index]),
    getItemKey: (index) => {
      const row = rows[index];
      return row?.kind === 'event' ? row.event.revision : `${row?.kind}-${row?.kind === 'day' ? row.at : ''}`;
    },
    overscan: 10,
    // What comes next and came before stays in sight.
    scrollPaddingStart: EVENT_PX,
    scrollPaddingEnd: EVENT_PX * 2,
  });
  // Rows of two heights: what was measured for an index is another row's after the cut moved.
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured anew whenever the rows change
  useEffect(() => list.measure(), [rows]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a move of the revision scrolls the list
  useEffect(() => {
    if (currentIndex >= 0) list.scrollToIndex(currentIndex, { align: 'auto' });
  }, [revision, reveal]);
  useKeptPlace(box, rows);
  return {
    rows,
    list,
    height: rows.reduce((sum, row) => sum + heightOf(row), 0),
    tabIndex: currentIndex < 0 ? rows.findIndex((row) => row.kind === 'event') : currentIndex,
  };
}
