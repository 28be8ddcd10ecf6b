import Drawer from '@mui/material/Drawer';
import useMediaQuery from '@mui/material/useMediaQuery';
import { type ReactNode, useState } from 'react';
import { useParams } from 'react-router';
import { useT } from '../../../shell/i18n.ts';
import { ErrorState } from '../../../shell/ui/states.tsx';
import { ThreadSkeleton } from '../conversation/thread-skeleton.tsx';
import { NARROW, PHONE } from '../ticket/widths.ts';
import { EventList } from './event-list.tsx';
import { PastHeader } from './past-header.tsx';
import { OlderNotice, PastBanner, WrongRevision } from './past-notices.tsx';
import { PastThread } from './past-thread.tsx';
import { Timeline } from './timeline.tsx';
import { TravelContext, useTravel } from './travel.ts';
import { usePast } from './use-past.ts';
import { usePlayer } from './use-player.ts';
import '../ticket/base.css';
import './past.css';

interface Awaited {
  readonly isError: boolean;
  readonly error: Error | null;
  readonly refetch: () => unknown;
}

/** Stands where the conversation will: it is on its way, or did not come. */
function Waiting({ query: { isError, error, refetch } }: { readonly query: Awaited }) {
  if (!isError) return <ThreadSkeleton />;
  return (
    <div className="center">
      <ErrorState error={error} retry={() => void refetch()} />
    </div>
  );
}

/** The conversation at a revision, below what says which one, above the timeline. */
function PastConversation() {
  const { asOf, event, history } = useTravel();
  return (
    <>
      {event === undefined ? null : <PastBanner event={event} />}
      {asOf.data === undefined ? (
        <div className="tk-past col fill">
          <Waiting query={asOf} />
        </div>
      ) : (
        <PastThread past={asOf.data} />
      )}
      {event === undefined ? (
        <OlderNotice
          className="tk-tl fixed centered bg-1 line-t muted"
          failed={history.olderFailed}
          retry={history.older}
        />
      ) : (
        <Timeline event={event} />
      )}
    </>
  );
}

/** All events: beside the conversation where there is room, else in a drawer or a sheet. */
function Events({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const t = useT();
  const over = useMediaQuery(NARROW, { noSsr: true });
  const phone = useMediaQuery(PHONE, { noSsr: true });
  const label = t('tickets.history.events');
  if (!over)
    return (
      <aside className="tk-panel tk-ev col fixed bg-1 shrink-y" aria-label={label}>
        <EventList />
      </aside>
    );
  return (
    <Drawer
      anchor={phone ? 'bottom' : 'right'}
      open={open}
      onClose={onClose}
      slotProps={{
        paper: { className: phone ? 'tk-ev tk-ev-sheet' : 'tk-ev', 'aria-label': label },
      }}
    >
      <EventList onClose={onClose} />
    </Drawer>
  );
}

function Travelled() {
  const { asOf, requested } = useTravel();
  const [eventsOpen, setEventsOpen] = useState(false);
  return (
    <>
      <section className="tk-thread col grow at bg-page shrink-y">
        {asOf.data === undefined ? null : (
          <PastHeader ticket={asOf.data.ticket} onEvents={() => setEventsOpen(true)} />
        )}
        {requested.kind === 'wrong' ? <WrongRevision text={requested.text} /> : <PastConversation />}
      </section>
      <Events open={eventsOpen} onClose={() => setEventsOpen(false)} />
    </>
  );
}

/** Makes one ticket's past known to the parts inside, once its newest events are here. */
function TravelThrough({ id, children }: { readonly id: string; readonly children: ReactNode }) {
  const past = usePast(id);
  const player = usePlayer(past);
  const { history, last } = past;
  if (history.isPending || last === undefined)
    return (
      <section className="tk-thread col grow at bg-page shrink-y">
        <Waiting query={history} />
      </section>
    );
  return <TravelContext value={{ ...past, ...player, last }}>{children}</TravelContext>;
}

/** /tickets/{id}/history?rev=N: any ticket at any moment of its past, and what happened when. */
export function HistoryPage() {
  const { id } = useParams();
  return (
    <div className="tk flex grow high shrink-y">
      {id === undefined ? null : (
        <TravelThrough key={id} id={id}>
          <Travelled />
        </TravelThrough>
      )}
    </div>
  );
}
