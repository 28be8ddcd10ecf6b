import { persisted, usePersisted } from './persisted.ts';

/** Loudness of notifications, 0 to 1; what is no loudness is all of it. */
const loudness = persisted<number>('volume', {
  read: (text) => {
    const kept = Number(text ?? '1');
    return kept >= 0 && kept <= 1 ? kept : 1;
  },
  write: String,
});
/** What it was before it was switched off. */
let before = 1;

export const volume = (): number => loudness.get();

export function setVolume(value: number): void {
  if (value > 0) before = value;
  loudness.set(value);
}

export const switchSound = (on: boolean): void => setVolume(on ? before : 0);

export const useVolume = (): number => usePersisted(loudness);
