import { useCallback, useEffect, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import type { HistoryEventView } from '../../../../contract/history.ts';
import { ApiError } from '../../../shell/api.ts';
import { notify } from '../../../shell/notify.ts';
import { useEventFilter } from './event-filter.ts';
import { indexAt, isQuiet, lacksOlder } from './past.ts';
import { useAsOf } from './use-as-of.ts';
import { useEventSentence } from './use-event-sentence.ts';
import { useHistory } from './use-history.ts';
import { useRevision } from './use-revision.ts';

/** Messages asked for at first; twice as many with each look upwards. */
const MESSAGES = 80;

const none: readonly HistoryEventView[] = [];

/** What may not be seen, or is gone, leads back to the list with the reason. */
function useRefusal(error: Error | null) {
  const navigate = useNavigate();
  useEffect(() => {
    if (!(error instanceof ApiError) || (error.status !== 403 && error.status !== 404)) return;
    notify.error(error.status === 403 ? 'tickets.error.forbidden' : 'tickets.error.notFound');
    void navigate('/tickets', { replace: true });
  }, [error, navigate]);
}

/** Returns the events of a ticket, which of them the address asks for, and the ticket as it was then. */
export function usePast(id: string) {
  const { filter, setFilter } = useEventFilter();
  const [count, setCount] = useState(MESSAGES);
  const history = useHistory(id);
  const { hasOlder, older, olderFailed } = history;
  const all = history.data?.events ?? none;
  const lastRevision = all.at(-1)?.revision;
  const { requested, goTo } = useRevision(lastRevision);
  const revision =
    requested.kind === 'revision' ? requested.revision : requested.kind === 'now' ? lastRevision : undefined;

  // The current one stays, whatever the filter leaves out.
  const events = useMemo(
    () => (filter === 'all' ? all : all.filter((event) => !isQuiet(event) || event.revision === revision)),
    [all, filter, revision],
  );
  const index = indexAt(events, revision ?? 0);
  // Of a revision before those known nothing can be said until they are here: the conversation itself is there already.
  const reached = revision !== undefined && revision >= (all[0]?.revision ?? Number.MAX_SAFE_INTEGER);
  const near = [index + 1, index - 1, index + 2].flatMap((at) => events[at]?.revision ?? []);
  const asOf = useAsOf(id, revision, count, near);
  const lacks = lacksOlder(all, hasOlder, revision, asOf.data?.messages[0]?.createdAt);
  useEffect(() => {
    if (lacks && !olderFailed) void older();
  }, [lacks, olderFailed, older]);
  useRefusal(history.error ?? asOf.error);

  return {
    id,
    history,
    asOf,
    /** This revision is here, not the one shown before it. */
    ready: asOf.isSuccess && !asOf.isPlaceholderData,
    all,
    filter,
    setFilter,
    events,
    index,
    event: reached ? events[index] : undefined,
    describe: useEventSentence(all),
    last: lastRevision,
    requested,
    revision,
    goTo,
    moreMessages: useCallback(() => setCount((before) => before * 2), []),
  };
}

export type Past = ReturnType<typeof usePast>;
