import type { QueryClient } from '@tanstack/react-query';
import type { Change } from '../../../domain/views/index.ts';

/** Changes of one moment are one reload: a burst of them must not be a burst of calls. */
const waitMs = 300;
const timers = new Map<string, ReturnType<typeof setTimeout>>();

/** Record screens are reloaded a moment after their records changed (react-admin's keys begin with the resource). */
export const applyRecordChange =
  (resource: string) =>
  (_change: Change, cache: QueryClient): void => {
    if (timers.has(resource)) return;
    timers.set(
      resource,
      setTimeout(() => {
        timers.delete(resource);
        void cache.invalidateQueries({ queryKey: [resource] });
      }, waitMs),
    );
  };
