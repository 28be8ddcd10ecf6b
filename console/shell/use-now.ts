import { useEffect } from 'react';
import { useStore } from 'zustand/react';
import { createStore } from 'zustand/vanilla';
import { serverNow } from './server-time.ts';

const EVERY_MS = 30_000;
const clock = createStore<number>(() => serverNow());
const tick = () => clock.setState(serverNow(), true);
let watchers = 0;
let timer: ReturnType<typeof setInterval> | undefined;

function watch() {
  watchers += 1;
  if (watchers === 1) {
    tick();
    timer = setInterval(tick, EVERY_MS);
  }
  return () => {
    watchers -= 1;
    if (watchers === 0) clearInterval(timer);
  };
}

/** Returns the time for labels, refreshed every 30 s by one timer for the whole screen. */
export function useNow(): number {
  useEffect(watch, []);
  return useStore(clock);
}
