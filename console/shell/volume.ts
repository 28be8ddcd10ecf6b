import { useSyncExternalStore } from 'react';
import { onStored, store, stored } from './storage.ts';

const listeners = new Set<() => void>();
/** What it was before it was switched off. */
let before = 1;

/** Loudness of notifications, 0 to 1. */
export const volume = (): number => {
  const kept = Number(stored('volume') ?? '1');
  return kept >= 0 && kept <= 1 ? kept : 1;
};

export const setVolume = (value: number): void => {
  if (value > 0) before = value;
  store('volume', String(value));
  for (const listener of listeners) listener();
};

export const switchSound = (on: boolean): void => setVolume(on ? before : 0);

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  const stop = onStored((key) => {
    if (key === 'volume') listener();
  });
  return () => {
    listeners.delete(listener);
    stop();
  };
};
export const useVolume = (): number => useSyncExternalStore(subscribe, volume);
