import { sleep } from '../../domain/kernel/retry.ts';
import { createSerial } from '../../domain/kernel/serial.ts';
import { createClearing } from './deletions.ts';
import type { HeldLease } from './lease.ts';
import { createRuns, type Folder } from './runs.ts';

/** A batch of so many events or more is worth a commit of its own: behind it there are mostly others. */
const manyEvents = 64;

/** `generation`: the one it has begun to fold into. */
interface Leading {
  readonly lease: HeldLease;
  readonly again: AbortController;
  generation?: string;
}

/** Returns what folds the log while it holds the lease, batch by batch. */
export function createLeader(folder: Folder) {
  const { options, name, progress, health, stopSignal } = folder;
  const { eventStore, batch = 2_000, paceMs = 5 } = options;
  const runs = createRuns(folder);
  // Batches and boundaries take turns.
  const serial = createSerial();
  let leading: Leading | undefined;

  return {
    isLeading: () => leading !== undefined,
    parked: runs.parked,
    /** Folds until the lease is lost or the projector stops. */
    lead: async (lease: HeldLease): Promise<void> => {
      while (!lease.lost.aborted && !stopSignal.aborted) {
        const again = new AbortController();
        leading = { lease, again };
        const begunRun = await serial(name, () => runs.begin(lease));
        leading.generation = begunRun.generation;
        health.begun();
        const signal = AbortSignal.any([stopSignal, lease.lost, again.signal]);
        const { position: after, mark } = begunRun.run;
        const clearing = createClearing(begunRun.run, { serial, name, log: options.log, signal });
        try {
          clearing.look();
          for await (const events of eventStore.subscribe({
            after,
            mark,
            batch,
            signal,
            onLive: health.hears,
          })) {
            const beganAt = performance.now();
            await serial(name, async () => {
              if (!signal.aborted) await runs.applyNext(begunRun, events);
            });
            clearing.look();
            // After a silence a change is folded at once; what comes right behind it shares the next commit.
            const early = paceMs - (performance.now() - beganAt);
            if (early >= 1 && events.length < Math.min(manyEvents, batch)) await sleep(early, signal);
            if (signal.aborted) break;
          }
        } finally {
          again.abort();
          await clearing.ended();
        }
      }
    },
    end: (): void => {
      leading = undefined;
      health.hears(true);
      runs.end();
    },
    /** The live generation: begins anew where it is not the one that it folds into. */
    follow: (generation: string): void => {
      if (leading?.generation === undefined) return;
      if (leading.generation === generation) progress.attend(generation, true);
      else leading.again.abort();
    },
    atBoundary: <T>(work: () => Promise<T>): Promise<T> =>
      serial(name, async () => {
        if (!leading || leading.lease.lost.aborted)
          throw new Error('this projector is not the active one: the read models are folded elsewhere');
        try {
          return await work();
        } finally {
          leading.again.abort();
        }
      }),
  };
}
export type Leader = ReturnType<typeof createLeader>;
