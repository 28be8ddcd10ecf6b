import OutlinedInput from '@mui/material/OutlinedInput';
import useMediaQuery from '@mui/material/useMediaQuery';
import { Search, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import type { HistoryEventView } from '../../../../contract/history.ts';
import { useT } from '../../../shell/i18n.ts';
import { IconButton } from '../../../shell/ui/icon-button.tsx';
import { useNow } from '../../../shell/use-now.ts';
import { useTimes } from '../ticket/use-times.ts';
import { PHONE } from '../ticket/widths.ts';
import { EventPicture } from './event-icon.tsx';
import { mentions } from './past.ts';
import { OlderNotice } from './past-notices.tsx';
import { useTravel } from './travel.ts';
import { useEventRows } from './use-event-rows.ts';
import '../panel/panel.css';
import './event-list.css';

/** So near to the top older ones are asked for. */
const NEAR_TOP_PX = 400;

interface SearchProps {
  readonly query: string;
  readonly setQuery: (query: string | undefined) => void;
}

function EventSearch({ query, setQuery }: SearchProps) {
  const t = useT();
  return (
    <div className="p-8-16 soft-b">
      <OutlinedInput
        autoFocus
        fullWidth
        className="own-x"
        size="small"
        type="search"
        value={query}
        placeholder={t('tickets.history.search')}
        slotProps={{ input: { 'aria-label': t('tickets.history.search') } }}
        onChange={(event) => setQuery(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') setQuery(undefined);
        }}
      />
    </div>
  );
}

interface EventButtonProps {
  readonly event: HistoryEventView;
  readonly isNow: boolean;
  readonly reachable: boolean;
  readonly onPick: () => void;
}

/** An event as a sentence with its time: leads to its revision. */
function EventButton({ event, isNow, reachable, onPick }: EventButtonProps) {
  const t = useT();
  const times = useTimes();
  const { icon, text, detail } = useTravel().describe(event);
  return (
    <button
      className="pick grid full high px-16 at left"
      type="button"
      aria-current={isNow ? 'step' : undefined}
      aria-label={t('tickets.history.at', { text, time: times.time(event.at) })}
      tabIndex={reachable ? 0 : -1}
      data-revision={event.revision}
      onClick={onPick}
    >
      <EventPicture event={event} icon={icon} />
      <span className="col narrow">
        <b className="trunc medium">{text}</b>
        <small className="trunc lh-16 subtle">{detail}</small>
      </span>
      <time className="num caption subtle self-start mt-8" dateTime={event.at}>
        {times.seconds(event.at)}
      </time>
    </button>
  );
}

/** Returns the events whose words hold a query; all of them without one. */
function useMatches(query: string): readonly HistoryEventView[] {
  const { events, describe } = useTravel();
  return useMemo(() => {
    if (query === '') return events;
    return events.filter((event) => {
      const { text, title, who, detail } = describe(event);
      return mentions(`${text} ${title} ${who} ${detail}`, query);
    });
  }, [events, query, describe]);
}

interface RowsProps {
  readonly matches: readonly HistoryEventView[];
  readonly searching: boolean;
  /** The search is open: what is current comes back into sight when it opens and closes. */
  readonly searchOpen: boolean;
  readonly onPick: () => void;
}

/** One of the rows is in the tab order; the arrows walk. Older events come when the top is near, a search asks for all. */
function EventRows({ matches, searching, searchOpen, onPick }: RowsProps) {
  const t = useT();
  const times = useTimes();
  const now = useNow();
  const { events, index, history, revision = Number.MAX_SAFE_INTEGER, toIndex, toRevision } = useTravel();
  const { hasOlder, olderFailed, older } = history;
  const box = useRef<HTMLDivElement>(null);
  const { rows, list, height, tabIndex } = useEventRows({
    box,
    events: matches,
    revision,
    reveal: searchOpen,
  });
  const nearTop = () =>
    box.current !== null && (box.current.scrollTop < NEAR_TOP_PX || height <= box.current.clientHeight);
  const ask = () => {
    if (hasOlder && !olderFailed && (searching || nearTop())) void older();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again whenever there is more, or more is wanted
  useEffect(ask, [events, searching, hasOlder, olderFailed]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    toIndex(index + (event.key === 'ArrowDown' ? 1 : -1));
    // The row of the new revision takes the focus once it is drawn.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => box.current?.querySelector<HTMLElement>('[aria-current]')?.focus()),
    );
  };
  return (
    <div className="fill scroll" ref={box} onScroll={ask}>
      <ol className="at small lh-18" style={{ height: list.getTotalSize() }} onKeyDown={onKeyDown}>
        {list.getVirtualItems().map((item) => {
          const row = rows[item.index];
          if (row === undefined) return null;
          const style = { height: item.size, transform: `translateY(${item.start}px)` };
          if (row.kind !== 'event')
            return (
              <li
                key={item.key}
                className={`${row.kind === 'cut' ? 'subtle bg-2' : 'tk-day semibold muted'} row px-16 caption lh-16`}
                style={style}
              >
                {row.kind === 'cut' ? t('tickets.history.after') : times.longDay(row.at, now)}
              </li>
            );
          const { event } = row;
          const isNow = event.revision === revision;
          return (
            <li
              key={item.key}
              style={style}
              className={isNow ? 'tk-now' : event.revision > revision ? 'tk-f' : undefined}
              aria-posinset={matches.indexOf(event) + 1}
              aria-setsize={matches.length}
            >
              <EventButton
                event={event}
                isNow={isNow}
                reachable={item.index === tabIndex}
                onPick={() => {
                  toRevision(event.revision);
                  onPick();
                }}
              />
            </li>
          );
        })}
      </ol>
    </div>
  );
}

/** Every event as a sentence with its time, and a search among them. */
export function EventList({ onClose }: { readonly onClose?: () => void }) {
  const t = useT();
  const { history, last } = useTravel();
  const phone = useMediaQuery(PHONE, { noSsr: true });
  const [query, setQuery] = useState<string>();
  const searching = query !== undefined && query.trim() !== '';
  const matches = useMatches(searching ? query : '');
  const { hasOlder, olderFailed, older } = history;
  return (
    <>
      <header className="tk-head row gap-2 fixed line-b">
        <h2 className="title lh-24 grow">
          {t('tickets.history.events')} <span className="body subtle num regular">{last + 1}</span>
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
      {query === undefined ? null : <EventSearch query={query} setQuery={setQuery} />}
      {matches.length === 0 && !hasOlder ? (
        <p className="p-16 centered muted">{t('tickets.history.nothing')}</p>
      ) : null}
      {hasOlder && (searching || olderFailed) ? (
        <OlderNotice className="p-16 centered muted" failed={olderFailed} retry={older} />
      ) : null}
      <EventRows
        matches={matches}
        searching={searching}
        searchOpen={query !== undefined}
        onPick={() => {
          if (phone) onClose?.();
        }}
      />
    </>
  );
}
