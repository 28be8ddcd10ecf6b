import { useCallback, useMemo } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { useSession } from '../../../shell/session.tsx';
import { filterOf, type ListLocation, readLocation, writeLocation } from './list-location.ts';
import { queuesInForce } from './list-preferences.ts';
import { useListPreferences } from './use-list-preferences.ts';
import { useQueues, useViewer } from './use-lists.ts';

/** Returns queues whose tickets the user may see, and 'no queue' where that is theirs too. */
const useOfferedQueues = () => {
  const queues = useQueues();
  const { queueIds, noQueue } = useViewer().scope;
  return useMemo(
    () => [
      ...queues.filter((queue) => queueIds === 'all' || queueIds.includes(queue.id)),
      ...(noQueue && queues.length > 0 ? [{ id: null, name: '', color: '' }] : []),
    ],
    [queues, queueIds, noQueue],
  );
};

/** Returns where the list stands (from the address), its remembered filters, and how to go elsewhere. */
export const useListLocation = () => {
  const [params] = useSearchParams();
  const { id } = useParams();
  const navigate = useNavigate();
  const { can } = useSession();
  const [preferences, setPreferences] = useListPreferences();
  const queues = useOfferedQueues();
  const listLocation = useMemo(() => readLocation(params, preferences.half), [params, preferences.half]);
  const showAll = preferences.showAll && can('tickets-manager:showall');
  const base = useMemo(
    // Until the queues are known the remembered ones are taken at their word: the list must not load twice.
    () => ({
      showAll,
      queueIds: queues.length === 0 ? preferences.queueIds : queuesInForce(preferences.queueIds, queues),
    }),
    [showAll, preferences.queueIds, queues],
  );
  const filter = useMemo(() => filterOf(listLocation, base), [listLocation, base]);
  const go = useCallback(
    (change: Partial<ListLocation>) => {
      const next = { ...listLocation, ...change };
      if (change.half !== undefined) setPreferences({ half: change.half });
      // Replaced: 'back' leads out of a conversation, not through every tab that was looked at.
      void navigate(
        { pathname: id === undefined ? '/tickets' : `/tickets/${id}`, search: writeLocation(next) },
        { replace: true },
      );
    },
    [listLocation, setPreferences, navigate, id],
  );
  return {
    listLocation,
    base,
    filter,
    preferences,
    setPreferences,
    queues,
    go,
    search: params.size === 0 ? '' : `?${params}`,
  };
};
