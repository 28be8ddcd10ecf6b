import { useEffect, useRef } from 'react';

export type Move = 'next' | 'previous' | 'first' | 'last' | 'forward' | 'back' | 'toggle';

const moves: Readonly<Record<string, Move>> = {
  ArrowRight: 'next',
  ArrowLeft: 'previous',
  Home: 'first',
  End: 'last',
  PageDown: 'forward',
  PageUp: 'back',
  ' ': 'toggle',
};
const scrolling: ReadonlySet<Move> = new Set(['first', 'last', 'forward', 'back']);

/** Where keys have a meaning of their own: fields, menus, players. The timeline's own slider is no such place. */
const TAKEN = 'input:not([type=range]), textarea, select, audio, video, [role=menu]';

/** Returns what a key does to the timeline, wherever the focus is; undefined where it means something else. */
function moveOf(event: KeyboardEvent): Move | undefined {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const move = moves[event.key];
  const inside = (selector: string) =>
    event.target instanceof Element && event.target.closest(selector) !== null;
  if (move === undefined || inside(TAKEN)) return;
  // A focused thread scrolls by these, as every page does; Space presses a focused button.
  if (scrolling.has(move) && inside('[role=log]')) return;
  if (move === 'toggle' && inside('button, a')) return;
  return move;
}

/** Arrows step, Home and End go to the ends, Page Up and Down jump, Space plays. */
export function useKeys(onMove: (move: Move) => void): void {
  const latest = useRef(onMove);
  latest.current = onMove;
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const move = moveOf(event);
      if (move === undefined) return;
      event.preventDefault();
      latest.current(move);
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}
