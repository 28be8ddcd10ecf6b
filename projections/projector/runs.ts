import type { RecordedEvent } from '../../domain/kernel/event.ts';
import { applyBatch } from './apply-batch.ts';
import { beginRun, type RebuildReason } from './begin-run.ts';
import { createDispatch } from './dispatch.ts';
import { createDocumentCache } from './document-cache.ts';
import type { Health } from './health.ts';
import type { HeldLease } from './lease.ts';
import type { ProjectorOptions } from './options.ts';
import type { Progress } from './progress.ts';
import { rebuild } from './rebuild.ts';
import type { Run } from './run.ts';
import { createTrimming } from './trimming.ts';

/** What whoever folds shares with the projector it folds for. */
export interface Folder {
  readonly options: ProjectorOptions;
  readonly name: string;
  readonly now: () => number;
  readonly progress: Progress;
  readonly health: Health;
  readonly stopSignal: AbortSignal;
}

/** A run and the generation it folds into. */
export interface GenerationRun {
  readonly run: Run;
  readonly generation: string;
}

/** Returns what begins runs and takes them on by a batch, with the documents that are kept between batches. */
export function createRuns({ options, name, now, progress, health, stopSignal }: Folder) {
  const { eventStore, readStore: store, projections, log } = options;
  const dispatch = createDispatch(projections);
  const cache = createDocumentCache(projections.length, options.cacheSize ?? 20_000);
  const trimming = createTrimming({ readStore: store, keepNotices: options.keepNotices ?? 10_000, now });
  let parkedCount = 0;

  const rebuildNow = (reason: RebuildReason): Promise<unknown> => {
    // What is served meanwhile is empty or of another log: nobody may be sent here.
    health.hindered(`the read models are being rebuilt: ${reason}`);
    return options.onRebuildNeeded
      ? options.onRebuildNeeded(reason)
      : rebuild({ eventStore, readStore: store, projections, name, log, signal: stopSignal });
  };

  const onParked = (count: number) => {
    parkedCount += count;
    log.error({ count, position: progress.position() }, 'events could not be folded and are parked');
  };

  return {
    parked: () => parkedCount,
    begin: async ({ fence }: HeldLease): Promise<GenerationRun> => {
      cache.clear();
      const begunRun = await beginRun({
        eventStore,
        store,
        log,
        dispatch,
        cache,
        projector: name,
        fence,
        onParked,
        onNotice: trimming.count,
        rebuild: rebuildNow,
      });
      parkedCount = begunRun.parked;
      progress.lag.observe(begunRun.head);
      progress.moveTo(begunRun.run.position, 0, begunRun.generation);
      return begunRun;
    },
    applyNext: async (
      { run, generation }: GenerationRun,
      events: readonly RecordedEvent[],
    ): Promise<void> => {
      // A subscription that resumed may give again what stands in the store already.
      const fresh =
        events[0]!.position > run.position ? events : events.filter((e) => e.position > run.position);
      if (fresh.length === 0) return;
      progress.lag.observe(fresh[fresh.length - 1]!.position);
      await applyBatch(run, fresh);
      progress.moveTo(run.position, fresh.length, generation);
      health.recovered();
      await trimming.trim();
    },
    /** Forgets the documents: another may write from now on. */
    end: (): void => cache.clear(),
  };
}
