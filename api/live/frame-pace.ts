import type { Notice } from '../../projections/ports/read-store.ts';
import type { Item } from './item.ts';

// A browser's own pace; at 25 ms a change waited half as long again for its frame (docs/decisions/0004-frame-pace.md).
const frameMs = 16;

/** Returns what gathers what happens and gives it to `flush` every 16 ms at most, one batch after the other. `flush` never throws. */
export function createFramePace(
  flush: (notices: readonly Notice[], items: readonly Item[]) => Promise<void>,
) {
  let notices: Notice[] = [];
  let items: Item[] = [];
  let timer: NodeJS.Timeout | undefined;
  let flushing = false;
  let closed = false;
  // Durations by the clock that nobody sets: the wall clock steps back, and a frame waited as long as it had stepped.
  let lastAt = Number.NEGATIVE_INFINITY;

  function schedule(): void {
    if (timer || flushing || closed) return;
    timer = setTimeout(flushNext, Math.max(0, frameMs - (performance.now() - lastAt)));
  }

  async function flushNext(): Promise<void> {
    timer = undefined;
    flushing = true;
    lastAt = performance.now();
    const gathered = [notices, items] as const;
    notices = [];
    items = [];
    try {
      await flush(...gathered);
    } finally {
      flushing = false;
      if (notices.length > 0 || items.length > 0) schedule();
    }
  }

  return {
    notices(more: readonly Notice[]): void {
      for (const notice of more) notices.push(notice);
      if (notices.length > 0) schedule();
    },
    item(item: Item): void {
      items.push(item);
      schedule();
    },
    /** They are of read models that nobody reads any more. */
    dropNotices(): void {
      notices = [];
    },
    close(): void {
      closed = true;
      clearTimeout(timer);
    },
  };
}
