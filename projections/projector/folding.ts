import type { StateStore } from '../../domain/ports/state-store.ts';
import type { HeldBy } from '../../domain/ports/take-lease.ts';
import { renewEveryMs } from './lease.ts';

/** Who folds: this process, another one that was seen to live, or nobody that is known of. */
export type FoldingRole = 'leader' | 'standby' | 'waiting';

/**
 * Whether some process folds, told from its lease: a lease that stands there proves nothing, for it outlives its holder;
 * one whose version moves has somebody who renews it.
 * @param clock monotonic milliseconds
 */
export const watchLease = (
  {
    state,
    key,
    leaseMs,
  }: { readonly state: Pick<StateStore, 'get' | 'isGone'>; readonly key: string; readonly leaseMs: number },
  clock: () => number,
) => {
  let version: number | undefined;
  let movedAt = Number.NEGATIVE_INFINITY;
  return {
    async look(): Promise<void> {
      const entry = await state.get<HeldBy>(key);
      const holder = entry?.value.instance;
      if (!entry) movedAt = Number.NEGATIVE_INFINITY;
      else if (version !== undefined && entry.version !== version) movedAt = clock();
      // Just seen for the first time: where the system can tell that its holder lives, no renewal need be waited for.
      else if (version === undefined && holder !== undefined && state.isGone?.(holder) === false)
        movedAt = clock();
      version = entry?.version;
    },
    /** A renewal may come late on a busy machine; two of them in a row do not while anybody lives. */
    lives: () => clock() - movedAt < 2 * renewEveryMs(leaseMs),
  };
};

/**
 * Whether a process may be sent users: from the moment on when its read models, those of its own version, have reached
 * what the log held when it first looked, and somebody was seen folding them.
 */
export const createPreparedness = (clock: () => number) => {
  let generation: string | undefined;
  let target = Number.POSITIVE_INFINITY;
  let leastPosition = 0;
  let prepared = false;
  let lastStatus: { readonly head: number; readonly position: number } | undefined;
  let lastFolded: number | undefined;
  return {
    /** Another generation than the last one seen may be an empty one: it must come as far first. */
    observe(seenStatus: {
      readonly generation: string;
      readonly head: number;
      readonly position: number;
      readonly folding: boolean;
    }) {
      if (seenStatus.generation !== generation) {
        target = seenStatus.head;
        generation = seenStatus.generation;
        prepared = false;
      }
      // The log has fewer events than it had: an older copy was put back.
      target = Math.min(target, seenStatus.head);
      lastStatus = seenStatus;
      if (seenStatus.folding) lastFolded = clock();
      // A look from before the append says nothing of it.
      if (seenStatus.head < leastPosition) return;
      target = Math.max(target, leastPosition);
      leastPosition = 0;
      if (seenStatus.folding && seenStatus.position >= target) prepared = true;
    },
    /** What this process has appended to begin with (accounts, a demo) is to be there too. */
    expect(position: number) {
      if (lastStatus && lastStatus.head >= position && lastStatus.position >= position) return;
      leastPosition = position;
      prepared = false;
    },
    prepared: () => prepared,
    /** Milliseconds since somebody was last seen folding; 0: just now, or not waited for yet. */
    unattendedMs: () => (lastFolded === undefined ? 0 : clock() - lastFolded),
  };
};
