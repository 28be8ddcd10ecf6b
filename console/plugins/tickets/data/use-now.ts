import { useSyncExternalStore } from 'react';
import { serverNow } from '../../../shell/server-time.ts';

const EVERY_MS = 30_000;
const listeners = new Set<() => void>();
let now = serverNow();
let timer: ReturnType<typeof setInterval> | undefined;

const subscribe = (listener: () => void) => {
  if (timer === undefined) now = serverNow();
  listeners.add(listener);
  timer ??= setInterval(() => {
    now = serverNow();
    for (const each of listeners) each();
  }, EVERY_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) {
      clearInterval(timer);
      timer = undefined;
    }
  };
};

/** The time for labels, refreshed every 30 s by one timer for the whole screen. */
export const useNow = (): number => useSyncExternalStore(subscribe, () => now);
