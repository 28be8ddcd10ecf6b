import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { channels } from '../../../../contract/channels.ts';
import type { HistoryEventView } from '../../../../contract/history.ts';
import type { MessageView } from '../../../../contract/message.ts';
import { useLive } from '../../../shell/live.ts';
import { useSession } from '../../../shell/session.tsx';
import { keys } from '../live-cache/keys.ts';
import { getHistory } from '../ticket/calls.ts';

/** What comes together (a message and its ticket) is asked for once. */
const GATHER_MS = 120;

/** The newest events of a ticket, without a gap, and whether there are older ones. */
export interface Known {
  readonly events: readonly HistoryEventView[];
  readonly hasOlder: boolean;
}
const nothing: Known = { events: [], hasOlder: false };

/**
 * Returns the events of a ticket from its newest page back, each asked for once: the first page is there at once,
 * older ones come with `older()`, what happens meanwhile is added at the end. From the end and without a gap: what
 * became of a message stands behind it, so that whatever is known of one is all that happened to it since.
 */
export function useHistory(ticketId: string) {
  const cache = useQueryClient();
  const { companyId } = useSession().user;
  const key = keys.history(ticketId);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const extend = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(
      () => void cache.invalidateQueries({ queryKey: keys.history(ticketId) }),
      GATHER_MS,
    );
  }, [cache, ticketId]);
  useEffect(() => () => clearTimeout(timer.current), []);
  useLive(
    [channels.ticket(companyId), channels.room(companyId, ticketId)],
    (items) => {
      if (
        items.some(({ id, document }) => id === ticketId || (document as MessageView)?.ticketId === ticketId)
      )
        extend();
    },
    extend,
  );
  const query = useQuery<Known>({
    queryKey: key,
    queryFn: async ({ signal }) => {
      const heldHistory = () => cache.getQueryData<Known>(key) ?? nothing;
      const addedEvents: HistoryEventView[] = [];
      for (let last = heldHistory().events.at(-1)?.revision; ; last = addedEvents.at(-1)?.revision) {
        if (last === undefined) {
          const { events, hasMore } = await getHistory(ticketId, { before: 'end' }, signal);
          return { events, hasOlder: hasMore };
        }
        const page = await getHistory(ticketId, { after: last }, signal);
        addedEvents.push(...page.events);
        // Read again: older ones may have come meanwhile.
        if (!page.hasMore)
          return addedEvents.length === 0
            ? heldHistory()
            : { ...heldHistory(), events: [...heldHistory().events, ...addedEvents] };
      }
    },
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always',
    retry: false,
  });

  const [olderState, setOlderState] = useState<'idle' | 'asked' | 'failed'>('idle');
  const firstRevision = query.data?.events[0]?.revision;
  const hasOlder = query.data?.hasOlder === true && firstRevision !== undefined;
  const loadOlder = useCallback(async () => {
    if (!hasOlder || olderState === 'asked') return;
    setOlderState('asked');
    try {
      const page = await getHistory(ticketId, { before: firstRevision });
      cache.setQueryData<Known>(keys.history(ticketId), (held = nothing) =>
        held.events[0]?.revision === firstRevision
          ? { events: [...page.events, ...held.events], hasOlder: page.hasMore }
          : held,
      );
      setOlderState('idle');
    } catch {
      // Said where the older ones would stand, with a way to ask again.
      setOlderState('failed');
    }
  }, [cache, ticketId, firstRevision, hasOlder, olderState]);
  return { ...query, hasOlder, older: loadOlder, olderFailed: olderState === 'failed' };
}
