import type { EventStore } from './event-store.ts';

/**
 * Returns a check that calls `forget` when an older copy has replaced the log. The check returns how often that has
 * happened, to be compared at the end of work that takes time.
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
