import type { QueryClient } from '@tanstack/react-query';
import { reloadSoon } from '../../../shell/reload-soon.ts';
import { keys } from './keys.ts';

/** A burst that never pauses is still counted now and then. */
const pace = { quietMs: 400, longestMs: 2_000 } as const;

/** Asks the server for the counts once a burst of changes is over, not once for each of them. */
export const recountSoon = (cache: QueryClient): void => reloadSoon(cache, keys.allCounts, pace);
