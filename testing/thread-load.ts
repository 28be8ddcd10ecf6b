import type { ThreadLoad } from '../stores/threads/load-thread.ts';

/** Every piece of work is a load. */
export const always: ThreadLoad = {
  windowMs: 0,
  beginShare: 0,
  beginAfter: 1,
  endShare: 0,
  idleMs: 60_000,
  restMs: 0,
};
