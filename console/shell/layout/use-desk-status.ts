import { useEffect } from 'react';
import { api } from '../api.ts';

const everyMs = 300_000;
const awayAfterMs = 300_000;
const signs = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const;

/** Tells the server every five minutes, and when it changes, whether somebody sits before this screen. */
export const useDeskStatus = (): void => {
  useEffect(() => {
    let touchedAt = performance.now();
    let saidStatus = '';
    const say = (again: boolean) => {
      const status = performance.now() - touchedAt < awayAfterMs ? 'online' : 'away';
      if (status === saidStatus && !again) return;
      saidStatus = status;
      // Nobody waits for it: the next time says it again.
      api('/users/status', { method: 'POST', body: { status } }).catch(() => {});
    };
    const touch = () => {
      touchedAt = performance.now();
      if (saidStatus === 'away') say(false);
    };
    say(true);
    const regularly = setInterval(() => say(true), everyMs);
    const look = setInterval(() => say(false), 30_000);
    for (const sign of signs) addEventListener(sign, touch, { passive: true });
    return () => {
      clearInterval(regularly);
      clearInterval(look);
      for (const sign of signs) removeEventListener(sign, touch);
    };
  }, []);
};
