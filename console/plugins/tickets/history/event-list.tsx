import { useVirtualizer } from '@tanstack/react-virtual';
import { Search, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { HistoryEventView } from '../../../../contract/history.ts';
import { useT } from '../../../shell/i18n.ts';
import { IconButton } from '../../../shell/ui/icon-button.tsx';
import { useNow } from '../ticket/use-now.ts';
import { useTimes } from '../ticket/use-times.ts';
import { EventPicture } from './event-icon.tsx';
import { mentions } from './past.ts';
import type { EventSentence } from './use-event-sentence.ts';

type Row =
  | { readonly kind: 'event'; readonly event: HistoryEventView }
  | { readonly kind: 'day'; readonly at: string }
  | { readonly kind: 'cut' };

const EVENT_PX = 52;
const LINE_PX = 28;
/** So near to the top older ones are asked for. */
const NEAR_TOP_PX = 400;
const heightOf = (row: Row | undefined) => (row?.kind === 'event' ? EVENT_PX : LINE_PX);

/** Events under their days; a line where the future of the revision begins. */
function rowsOf(
  events: readonly HistoryEventView[],
  revision: number,
  dayOf: (iso: string) => string,
): readonly Row[] {
  const rows: Row[] = [];
  let day = '';
  let isCut = false;
  for (const event of events) {
    if (!isCut && event.revision > revision) {
      isCut = true;
      rows.push({ kind: 'cut' });
    }
    const its = dayOf(event.at);
    if (its !== day) rows.push({ kind: 'day', at: event.at });
    day = its;
    rows.push({ kind: 'event', event });
  }
  return rows;
}

interface Props {
  readonly events: readonly HistoryEventView[];
  readonly total: number;
  /** There are older ones than these: they come when the list's top is near, and a search asks for all of them. */
  readonly hasOlder: boolean;
  readonly olderFailed: boolean;
  readonly onOlder: () => void;
  readonly revision: number;
  readonly tell: (event: HistoryEventView) => EventSentence;
  readonly onPick: (event: HistoryEventView) => void;
  /** The next or previous of the timeline. */
  readonly onStep: (steps: number) => void;
  readonly onClose?: () => void;
}

/** Every event as a sentence with its time. One of them is in the tab order; the arrows walk. */
export function EventList(props: Props) {
  const { events, total, hasOlder, olderFailed, onOlder, revision, tell, onPick, onStep, onClose } = props;
  const t = useT();
  const times = useTimes();
  const now = useNow();
  const [query, setQuery] = useState<string>();
  const box = useRef<HTMLDivElement>(null);
  const found = useMemo(() => {
    if (query === undefined || query.trim() === '') return events;
    return events.filter((event) => {
      const { text, title, who, detail } = tell(event);
      return mentions(`${text} ${title} ${who} ${detail}`, query);
    });
  }, [events, query, tell]);
  const rows = useMemo(() => rowsOf(found, revision, times.day), [found, revision, times]);
  const current = rows.findIndex((row) => row.kind === 'event' && row.event.revision === revision);
  const tabbed = current < 0 ? rows.findIndex((row) => row.kind === 'event') : current;
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
    if (current >= 0) list.scrollToIndex(current, { align: 'auto' });
  }, [revision, query === undefined]);

  // Older ones came in front: what is looked at stays where it is.
  const first = useRef<number>(undefined);
  useLayoutEffect(() => {
    const was = first.current;
    first.current = rows.find((row) => row.kind === 'event')?.event.revision;
    if (was === undefined || first.current === undefined || first.current >= was || box.current === null)
      return;
    const at = rows.findIndex((row) => row.kind === 'event' && row.event.revision === was);
    box.current.scrollTop += rows.slice(0, Math.max(0, at)).reduce((sum, row) => sum + heightOf(row), 0);
  }, [rows]);
  const height = rows.reduce((sum, row) => sum + heightOf(row), 0);
  const searching = query !== undefined && query.trim() !== '';
  const nearTop = () =>
    box.current !== null && (box.current.scrollTop < NEAR_TOP_PX || height <= box.current.clientHeight);
  const ask = () => {
    if (hasOlder && !olderFailed && (searching || nearTop())) onOlder();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again whenever there is more, or more is wanted
  useEffect(ask, [events, searching, hasOlder, olderFailed]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    onStep(event.key === 'ArrowDown' ? 1 : -1);
    // The row of the new revision takes the focus once it is drawn.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => box.current?.querySelector<HTMLElement>('[aria-current]')?.focus()),
    );
  };
  const dayText = (at: string) => times.longDay(at, now);
  return (
    <>
      <header className="tk-panel-head">
        <h2>
          {t('tickets.history.events')} <span className="tk-ev-count num">{total}</span>
        </h2>
        <IconButton
          label={t('tickets.history.search')}
          icon={Search}
          aria-pressed={query !== undefined}
          onClick={() => setQuery(query === undefined ? '' : undefined)}
        />
        {onClose === undefined ? null : (
          <IconButton label={t('tickets.history.close')} icon={X} onClick={onClose} />
        )}
      </header>
      {query === undefined ? null : (
        <div className="tk-ev-search">
          <input
            // biome-ignore lint/a11y/noAutofocus: it appears because its user asked for it
            autoFocus
            type="search"
            className="in-t"
            value={query}
            placeholder={t('tickets.history.search')}
            aria-label={t('tickets.history.search')}
            onChange={(event) => setQuery(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Escape') setQuery(undefined);
            }}
          />
        </div>
      )}
      {found.length === 0 && !hasOlder ? <p className="tk-ev-none">{t('tickets.history.nothing')}</p> : null}
      {hasOlder && (searching || olderFailed) ? (
        <p className="tk-ev-none" role={olderFailed ? 'alert' : 'status'}>
          {t(olderFailed ? 'tickets.error.older' : 'tickets.history.seeking')}{' '}
          {olderFailed ? (
            <button type="button" className="btn btn-link" onClick={onOlder}>
              {t('tickets.failed.retry')}
            </button>
          ) : null}
        </p>
      ) : null}
      <div className="tk-ev-box tk-scroll" ref={box} onScroll={ask}>
        <ol style={{ height: list.getTotalSize() }} onKeyDown={onKeyDown}>
          {list.getVirtualItems().map((item) => {
            const row = rows[item.index];
            if (row === undefined) return null;
            const style = { height: item.size, transform: `translateY(${item.start}px)` };
            if (row.kind !== 'event')
              return (
                <li key={item.key} className={`tk-${row.kind}`} style={style}>
                  {row.kind === 'cut' ? t('tickets.history.after') : dayText(row.at)}
                </li>
              );
            const { event } = row;
            const told = tell(event);
            const isNow = event.revision === revision;
            return (
              <li
                key={item.key}
                style={style}
                className={isNow ? 'tk-now' : event.revision > revision ? 'tk-f' : undefined}
                aria-posinset={found.indexOf(event) + 1}
                aria-setsize={found.length}
              >
                <button
                  type="button"
                  aria-current={isNow ? 'step' : undefined}
                  aria-label={t('tickets.history.at', { text: told.text, time: times.time(event.at) })}
                  tabIndex={item.index === tabbed ? 0 : -1}
                  data-revision={event.revision}
                  onClick={() => onPick(event)}
                >
                  <EventPicture event={event} icon={told.icon} />
                  <span className="tk-ev-text">
                    <b className="tk-trunc">{told.text}</b>
                    <small className="tk-trunc">{told.detail}</small>
                  </span>
                  <time className="num" dateTime={event.at}>
                    {times.seconds(event.at)}
                  </time>
                </button>
              </li>
            );
          })}
        </ol>
      </div>
    </>
  );
}
