import { useCallback, useMemo } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { useSession } from '../../../shell/session.tsx';
import { useKept } from '../data/use-kept.ts';
import { useQueues, useViewer } from '../data/use-lists.ts';
import { queuesInForce } from '../model/kept.ts';
import { filterOf, type Place, readPlace, writePlace } from '../model/place.ts';

/** Queues whose tickets the user may see, and 'no queue' where that is theirs too. */
const useOfferedQueues = () => {
  const queues = useQueues();
  const { queueIds, noQueue } = useViewer();
  return useMemo(
    () => [
      ...queues.filter((queue) => queueIds === 'all' || queueIds.includes(queue.id)),
      ...(noQueue && queues.length > 0 ? [{ id: null, name: '', color: '' }] : []),
    ],
    [queues, queueIds, noQueue],
  );
};

/** Where the list stands (from the address), its remembered filters, and how to go elsewhere. */
export const useListPlace = () => {
  const [params] = useSearchParams();
  const { id } = useParams();
  const navigate = useNavigate();
  const { can } = useSession();
  const [kept, keep] = useKept();
  const queues = useOfferedQueues();
  const place = useMemo(() => readPlace(params, kept.half), [params, kept.half]);
  const showAll = kept.showAll && can('tickets-manager:showall');
  const base = useMemo(
    // Until the queues are known the remembered ones are taken at their word: the list must not load twice.
    () => ({ showAll, queueIds: queues.length === 0 ? kept.queueIds : queuesInForce(kept.queueIds, queues) }),
    [showAll, kept.queueIds, queues],
  );
  const filter = useMemo(() => filterOf(place, base), [place, base]);
  const go = useCallback(
    (change: Partial<Place>) => {
      const next = { ...place, ...change };
      if (change.half !== undefined) keep({ half: change.half });
      // Replaced: 'back' leads out of a conversation, not through every tab that was looked at.
      void navigate(
        { pathname: id === undefined ? '/tickets' : `/tickets/${id}`, search: writePlace(next) },
        { replace: true },
      );
    },
    [place, keep, navigate, id],
  );
  return { place, base, filter, kept, keep, queues, go, search: params.size === 0 ? '' : `?${params}` };
};
