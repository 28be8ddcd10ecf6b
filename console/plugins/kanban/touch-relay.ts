import type { TouchEvent as ReactTouchEvent } from 'react';

/**
 * Gives the window what a finger does after the element that it touched is gone: browsers tell that element alone, and
 * a card of a long lane leaves it once it is carried (hello-pangea/dnd#801).
 */
export function relayTouches({ target }: ReactTouchEvent): void {
  const over = new AbortController();
  const relay = (event: Event): void => {
    if (!(event instanceof TouchEvent)) return;
    if (event.type !== 'touchmove' && event.touches.length === 0) over.abort();
    if (target instanceof Node && target.isConnected) return;
    const { type, cancelable, touches, targetTouches, changedTouches } = event;
    const again = new TouchEvent(type, {
      bubbles: true,
      cancelable,
      touches: [...touches],
      targetTouches: [...targetTouches],
      changedTouches: [...changedTouches],
    });
    if (!window.dispatchEvent(again)) event.preventDefault();
  };
  for (const type of ['touchmove', 'touchend', 'touchcancel'])
    target.addEventListener(type, relay, { passive: false, signal: over.signal });
}
