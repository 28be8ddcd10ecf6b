/** A ticket's past on a page of its own: every event in words, and the conversation as it stood at any of them. */

import { useSearchParams } from 'react-router';

/** Which events one steps through: all, or those that matter to whoever reads. */
export type EventFilter = 'all' | 'main';

/**
 * Returns which events are shown, and what changes it. Receipts and reads are left out unless the address says
 * `events=all`: half of the rows are theirs, and ticks show them.
 */
export function useEventFilter() {
  const [params, setParams] = useSearchParams();
  const filter: EventFilter = params.get('events') === 'all' ? 'all' : 'main';
  const setFilter = (next: EventFilter) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        if (next === 'all') after.set('events', next);
        else after.delete('events');
        return after;
      },
      { replace: true },
    );
  return { filter, setFilter };
}
