import type { QueryClient } from '@tanstack/react-query';

/** Every message of a campaign is a notice: so often at most is asked for what they mean. */
const pauseMs = 1_000;

/** Caches whose pause is not over; true: something changed meanwhile. */
const pausing = new WeakMap<QueryClient, boolean>();

/** Asks for what is shown of campaigns again: at once, and after that once a second as long as something changes. */
export function refreshCampaigns(cache: QueryClient): void {
  if (pausing.has(cache)) {
    pausing.set(cache, true);
    return;
  }
  pausing.set(cache, false);
  void cache.invalidateQueries({ queryKey: ['campaigns'] });
  setTimeout(() => {
    const isChanged = pausing.get(cache);
    pausing.delete(cache);
    if (isChanged) refreshCampaigns(cache);
  }, pauseMs);
}
