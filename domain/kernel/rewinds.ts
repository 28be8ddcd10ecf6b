import type { EventStore } from '../ports/event-store.ts';

/**
 * A look that forgets what was remembered of a log that an older copy has replaced.
 * @returns how often that has happened, to be compared at the end of work that takes time
 */
export const forgetsRewound = (store: Pick<EventStore, 'rewinds'>, forget: () => void): (() => number) => {
  let seen = store.rewinds();
  return () => {
    const now = store.rewinds();
    if (now !== seen) forget();
    seen = now;
    return now;
  };
};
