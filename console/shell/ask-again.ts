import type { Query, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api.ts';

/** Whether there was no answer, or none from us (a proxy before a server that starts): the question was never refused. */
const isUnanswered = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status === 408 || error.status >= 500);
const hasFailed = ({ state }: Query): boolean =>
  isUnanswered(state.error) || isUnanswered(state.fetchFailureReason);
/** What stays broken on the server's side is not asked for without end. */
const PAUSES_MS = [2_000, 5_000, 15_000, 30_000];

/**
 * Returns the way out. Until then whatever a screen asked for and got no answer to is asked again as soon as the line
 * is back, and a few times by itself where the line is not what failed; one place for all screens. What nobody shows
 * any more is marked as old, so that it is asked for when it is shown next. @param onBack tells of each time the line
 * came back; gives the way to stop listening
 */
export const askAgain = (cache: QueryClient, onBack: (back: () => void) => () => void): (() => void) => {
  const turns = new Map<string, number>();
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const forget = (hash: string) => {
    clearTimeout(timers.get(hash));
    timers.delete(hash);
  };
  const ask = async (which: (query: Query) => boolean) => {
    const wanted = new Set(
      cache.getQueryCache().findAll({ predicate: (query) => which(query) && hasFailed(query) }),
    );
    if (wanted.size === 0) return;
    const predicate = (query: Query) => wanted.has(query);
    // One between two tries would wait out its pause, of up to four seconds, on a line that works.
    await cache.cancelQueries({ predicate });
    await cache.invalidateQueries({ predicate });
  };
  const stopWatching = cache.getQueryCache().subscribe((event) => {
    const { queryHash } = event.query;
    if (event.type === 'removed' || (event.type === 'updated' && event.action.type === 'success')) {
      forget(queryHash);
      turns.delete(queryHash);
    }
    if (event.type !== 'updated' || event.action.type !== 'error' || !isUnanswered(event.action.error))
      return;
    const turn = turns.get(queryHash) ?? 0;
    const pause = PAUSES_MS[turn];
    if (pause === undefined) return;
    turns.set(queryHash, turn + 1);
    forget(queryHash);
    const again = () => {
      timers.delete(queryHash);
      void ask((query) => query.queryHash === queryHash);
    };
    timers.set(queryHash, setTimeout(again, pause));
  });
  const stopListening = onBack(() => {
    for (const hash of timers.keys()) forget(hash);
    turns.clear();
    void ask(() => true);
  });
  return () => {
    stopWatching();
    stopListening();
    for (const hash of timers.keys()) forget(hash);
  };
};
