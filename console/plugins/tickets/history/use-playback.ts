import { useEffect, useState } from 'react';

export const speeds = [1, 2, 4] as const;
export type Speed = (typeof speeds)[number];

/** How long an event stays at normal speed: long enough to read a message. */
const STEP_MS = 1_200;

/**
 * Returns how fast it plays and what changes that; while it plays it steps on by itself until the end. `step` says
 * whether there was one more.
 */
export function usePlayback(step: () => boolean) {
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState<Speed>(1);
  // No interval: the next step waits for this one to be shown.
  useEffect(() => {
    if (!playing) return;
    const timer = setTimeout(() => {
      if (!step()) setPlaying(false);
    }, STEP_MS / speed);
    return () => clearTimeout(timer);
  }, [playing, speed, step]);
  return { playing, setPlaying, speed, setSpeed };
}
