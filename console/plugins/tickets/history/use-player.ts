import { useCallback } from 'react';
import { useKeys } from './use-keys.ts';
import type { Past } from './use-past.ts';
import { usePlayback } from './use-playback.ts';

/** Page Up and Page Down. */
const JUMP = 10;

/** Returns the ways through a ticket's events: steps by hand or by key, and playing. Whoever steps ends the playing. */
export function usePlayer({ history, events, index, ready, filter, goTo }: Past) {
  const { hasOlder, older } = history;
  const goToIndex = useCallback(
    (to: number) => {
      // Before the first of those known: they come, and one more step goes on.
      if (to < 0) void older();
      const target = events[Math.max(0, Math.min(to, events.length - 1))];
      if (target !== undefined) goTo(target.revision);
    },
    [events, goTo, older],
  );
  // Not before this revision is on the screen: a slow line plays slower, and leaves nothing out.
  const playOn = useCallback((): boolean => {
    if (index >= events.length - 1) return false;
    if (ready) goToIndex(index + 1);
    return true;
  }, [index, events.length, ready, goToIndex]);
  const { playing, setPlaying, speed, setSpeed } = usePlayback(playOn);
  const toIndex = (to: number) => {
    setPlaying(false);
    goToIndex(to);
  };
  const toRevision = (revision: number | undefined) => {
    setPlaying(false);
    goTo(revision);
  };
  /** Of all there are, not of those known: the rest comes. */
  const toFirst = () => toRevision(filter === 'all' || hasOlder ? 0 : events[0]?.revision);
  const play = (wanted: boolean) => {
    if (wanted && index >= events.length - 1) toFirst();
    setPlaying(wanted);
  };
  useKeys((move) => {
    if (move === 'toggle') play(!playing);
    else if (move === 'first') toFirst();
    else
      toIndex(
        {
          next: index + 1,
          previous: index - 1,
          last: events.length - 1,
          forward: index + JUMP,
          back: index - JUMP,
        }[move],
      );
  });
  return { playing, play, speed, setSpeed, toIndex, toRevision, toFirst, toNow: () => toRevision(undefined) };
}
