import Drawer from '@mui/material/Drawer';
import useMediaQuery from '@mui/material/useMediaQuery';

import { useCallback, useEffect, useMemo, useState } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import type { HistoryEventView } from '../../../../contract/history.ts';
import { ApiError } from '../../../shell/api.ts';
import { useT } from '../../../shell/i18n.ts';
import { notify } from '../../../shell/notify.ts';
import { ErrorState } from '../../../shell/ui/states.tsx';
import { ThreadSkeleton } from '../conversation/thread-skeleton.tsx';
import { EventList } from './event-list.tsx';
import { indexAt, isQuiet, lacksOlder } from './past.ts';
import { PastHeader } from './past-header.tsx';
import { PastBanner, WrongRevision } from './past-notices.tsx';
import { PastThread } from './past-thread.tsx';
import { type Shown, Timeline } from './timeline.tsx';
import { useAsOf } from './use-as-of.ts';
import { useEventSentence } from './use-event-sentence.ts';
import { useHistory } from './use-history.ts';
import { useKeys } from './use-keys.ts';
import { usePlayback } from './use-playback.ts';
import { useRevision } from './use-revision.ts';
import '../ticket/base.css';
import '../conversation/thread.css';
import '../message/kinds.css';
import '../panel/panel.css';
import './history.css';

const WIDE = '(min-width: 1200px)';
const PHONE = '(max-width: 599px)';
/** Page Up and Page Down. */
const JUMP = 10;
/** Messages asked for at first; twice as many with each look upwards. */
const MESSAGES = 80;

/** What may not be seen, or is gone, leads back to the list with the reason. */
function useRefusal(error: Error | null) {
  const navigate = useNavigate();
  useEffect(() => {
    if (!(error instanceof ApiError) || (error.status !== 403 && error.status !== 404)) return;
    notify.error(error.status === 403 ? 'tickets.error.forbidden' : 'tickets.error.notFound');
    void navigate('/tickets', { replace: true });
  }, [error, navigate]);
}

const none: readonly HistoryEventView[] = [];

/** Receipts and reads are left out unless the address says `events=all`: half of the rows are theirs, and ticks show them. */
function useShown() {
  const [params, setParams] = useSearchParams();
  const shown: Shown = params.get('events') === 'all' ? 'all' : 'main';
  const setShown = (wanted: Shown) =>
    setParams(
      (held) => {
        const next = new URLSearchParams(held);
        if (wanted === 'all') next.set('events', wanted);
        else next.delete('events');
        return next;
      },
      { replace: true },
    );
  return [shown, setShown] as const;
}

function Travel({ id }: { readonly id: string }) {
  const t = useT();
  const wide = useMediaQuery(WIDE, { noSsr: true });
  const phone = useMediaQuery(PHONE, { noSsr: true });
  const [listOpen, setListOpen] = useState(false);
  const [shown, setShown] = useShown();
  const [count, setCount] = useState(MESSAGES);
  const history = useHistory(id);
  const { hasOlder, older } = history;
  const all = history.data?.events ?? none;
  const tell = useEventSentence(all);
  const last = all.at(-1)?.revision;
  const { asked, goTo } = useRevision(last);
  const revision = asked.kind === 'revision' ? asked.revision : asked.kind === 'now' ? last : undefined;

  // The current one stays, whatever the filter leaves out.
  const events = useMemo(
    () => (shown === 'all' ? all : all.filter((event) => !isQuiet(event) || event.revision === revision)),
    [all, shown, revision],
  );
  const index = indexAt(events, revision ?? 0);
  // Of a revision before those known nothing can be said until they are here: the conversation itself is there already.
  const reached = revision !== undefined && revision >= (all[0]?.revision ?? Number.MAX_SAFE_INTEGER);
  const event = reached ? events[index] : undefined;
  const near = [index + 1, index - 1, index + 2].flatMap((at) => events[at]?.revision ?? []);
  const asOf = useAsOf(id, revision, count, near);
  const lacks = lacksOlder(all, hasOlder, revision, asOf.data?.messages[0]?.createdAt);
  useEffect(() => {
    if (lacks && !history.olderFailed) void older();
  }, [lacks, history.olderFailed, older]);
  useRefusal(history.error ?? asOf.error);

  const earlier = useCallback(() => setCount((held) => held * 2), []);
  const goToIndex = useCallback(
    (to: number) => {
      // Before the first of those known: they come, and one more step goes on.
      if (to < 0) void older();
      const target = events[Math.max(0, Math.min(to, events.length - 1))];
      if (target !== undefined) goTo(target.revision);
    },
    [events, goTo, older],
  );
  const ready = asOf.isSuccess && !asOf.isPlaceholderData;
  // Not before this revision is on the screen: a slow line plays slower, and leaves nothing out.
  const playOn = useCallback((): boolean => {
    if (index >= events.length - 1) return false;
    if (ready) goToIndex(index + 1);
    return true;
  }, [index, events.length, ready, goToIndex]);
  const { playing, setPlaying, speed, setSpeed } = usePlayback(playOn);
  const byHand = (to: number) => {
    setPlaying(false);
    goToIndex(to);
  };
  /** Of all there are, not of those known: the rest comes. */
  const toFirst = () => {
    setPlaying(false);
    goTo(shown === 'all' || hasOlder ? 0 : events[0]?.revision);
  };
  const play = (wanted: boolean) => {
    if (wanted && index >= events.length - 1) toFirst();
    setPlaying(wanted);
  };
  useKeys((move) => {
    if (move === 'toggle') play(!playing);
    else if (move === 'first') toFirst();
    else
      byHand(
        {
          next: index + 1,
          previous: index - 1,
          last: events.length - 1,
          forward: index + JUMP,
          back: index - JUMP,
        }[move],
      );
  });
  const toNow = () => {
    setPlaying(false);
    goTo(undefined);
  };

  if (history.isPending || last === undefined)
    return (
      <section className="tk-thread">
        {history.isError ? (
          <div className="center">
            <ErrorState error={history.error} retry={() => void history.refetch()} />
          </div>
        ) : (
          <ThreadSkeleton />
        )}
      </section>
    );
  const list = (onClose?: () => void) => (
    <EventList
      events={events}
      total={last + 1}
      hasOlder={hasOlder}
      olderFailed={history.olderFailed}
      onOlder={() => void older()}
      revision={revision ?? Number.MAX_SAFE_INTEGER}
      tell={tell}
      onPick={(picked) => {
        setPlaying(false);
        goTo(picked.revision);
        if (phone) onClose?.();
      }}
      onStep={(steps) => byHand(index + steps)}
      onClose={onClose}
    />
  );
  return (
    <>
      <section className="tk-thread">
        {asOf.data === undefined ? null : (
          <PastHeader
            ticket={asOf.data.ticket}
            number={(revision ?? last) + 1}
            total={last + 1}
            revision={revision ?? last}
            phone={phone}
            onEvents={wide ? undefined : () => setListOpen(true)}
          />
        )}
        {asked.kind === 'wrong' ? (
          <WrongRevision id={id} text={asked.text} last={last} toNow={toNow} />
        ) : (
          <>
            {event === undefined ? null : (
              <PastBanner event={event} isNow={event.revision === last} short={phone} toNow={toNow} />
            )}
            {asOf.data === undefined ? (
              <div className="tk-past">
                {asOf.isError ? (
                  <div className="center">
                    <ErrorState error={asOf.error} retry={() => void asOf.refetch()} />
                  </div>
                ) : (
                  <ThreadSkeleton />
                )}
              </div>
            ) : (
              <PastThread
                past={asOf.data}
                events={all}
                tell={tell}
                pointed={asked.kind === 'revision'}
                onOlder={ready ? earlier : undefined}
              />
            )}
            {event === undefined ? (
              <p className="tk-tl tk-tl-wait" role={history.olderFailed ? 'alert' : 'status'}>
                {t(history.olderFailed ? 'tickets.error.older' : 'tickets.history.seeking')}{' '}
                {history.olderFailed ? (
                  <button type="button" className="btn btn-link" onClick={() => void older()}>
                    {t('tickets.failed.retry')}
                  </button>
                ) : null}
              </p>
            ) : (
              <Timeline
                events={events}
                index={index}
                hasOlder={hasOlder}
                number={event.revision + 1}
                total={last + 1}
                told={tell(event)}
                playing={playing}
                speed={speed}
                shown={shown}
                onIndex={byHand}
                onFirst={toFirst}
                onPlay={play}
                onSpeed={setSpeed}
                onShown={setShown}
              />
            )}
          </>
        )}
      </section>
      {wide ? (
        <aside className="tk-panel tk-ev" aria-label={t('tickets.history.events')}>
          {list()}
        </aside>
      ) : (
        <Drawer
          anchor={phone ? 'bottom' : 'right'}
          open={listOpen}
          onClose={() => setListOpen(false)}
          slotProps={{
            paper: {
              className: phone ? 'tk-ev tk-ev-sheet' : 'tk-ev tk-ev-drawer',
              'aria-label': t('tickets.history.events'),
            },
          }}
        >
          {list(() => setListOpen(false))}
        </Drawer>
      )}
    </>
  );
}

/** /tickets/{id}/history?rev=N: any ticket at any moment of its past, and what happened when. */
export function HistoryPage() {
  const { id } = useParams();
  return <div className="tk">{id === undefined ? null : <Travel key={id} id={id} />}</div>;
}
