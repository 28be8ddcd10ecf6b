import type { Logger } from 'pino';
import type { EventStore } from '../../domain/kernel/event-store.ts';
import type { Projection } from '../definition.ts';
import type { ReadStore } from '../ports/read-store.ts';
import { applyBatch } from './apply-batch.ts';
import { createDispatch } from './dispatch.ts';
import { createDocumentCache } from './document-cache.ts';
import type { Run } from './run.ts';

export interface RebuildOptions {
  readonly eventStore: EventStore;
  /** What `newGeneration` gave. */
  readonly generation: ReadStore;
  readonly projections: readonly Projection[];
  /** The projector whose checkpoint the generation carries on; default 'main'. */
  readonly name?: string;
  /** Default 2000: larger ones outlive the young generation. */
  readonly batch?: number;
  readonly log?: Logger;
  readonly signal?: AbortSignal;
  /** Position to stop at; default: the head of the log when it is reached. */
  readonly upTo?: number;
  /** Nothing else is folded meanwhile: large deletions are left to whoever folds on. */
  readonly isAwaited?: boolean;
  readonly onProgress?: (position: number) => void;
}

/**
 * Resolves with the position reached when the log is folded into a generation, without notices, from the generation's
 * own checkpoint: called again, it catches up with what was appended meanwhile. It is less than `upTo` only when
 * `signal` aborted or the log ends before.
 */
export const rebuildInto = async (options: RebuildOptions): Promise<number> => {
  const { eventStore, generation, projections, name = 'main', batch = 2_000, log, signal } = options;
  const checkpoint = await generation.checkpoint(name);
  const run: Run = {
    dispatch: createDispatch(projections),
    store: generation,
    cache: createDocumentCache(projections.length, 10 * batch),
    projector: name,
    logId: await eventStore.logId(),
    // Nobody else writes to a generation that is not active.
    fence: 0,
    position: checkpoint?.position ?? 0,
    mark: checkpoint?.mark,
    // A new generation has no document that this rebuild has not written and checkpointed, unless it was cut off.
    settled: checkpoint ? await eventStore.head() : 0,
    nextSeq: undefined,
    onParked: (count) =>
      log?.error({ count, position: run.position }, 'events could not be folded and are parked'),
    isAwaited: options.isAwaited === true,
    hasDeletions: false,
  };
  const end = options.upTo ?? Number.POSITIVE_INFINITY;
  const readAfter = (after: number) => {
    const page = eventStore.readAll({ after, limit: batch });
    // Its failure is met where it is waited for.
    page.catch(() => undefined);
    return page;
  };
  // One page ahead: a log in another process is read while this one folds.
  let next = readAfter(run.position);
  while (!signal?.aborted && run.position < end) {
    const read = await next;
    const events = read.at(-1) && read.at(-1)!.position > end ? read.filter((e) => e.position <= end) : read;
    if (events.length === 0) break;
    if (events.at(-1)!.position < end) next = readAfter(events.at(-1)!.position);
    await applyBatch(run, events);
    options.onProgress?.(run.position);
  }
  return run.position;
};

/**
 * Resolves with the position reached when all read models are rebuilt and live. Whoever calls this holds the
 * projector's lease or knows that no projector runs; beside a running one use `rebuildBeside`.
 */
export const rebuild = async (
  options: Omit<RebuildOptions, 'generation' | 'upTo'> & { readonly readStore: ReadStore },
): Promise<number> => {
  const generation = await options.readStore.newGeneration();
  try {
    const position = await rebuildInto({ ...options, generation });
    options.signal?.throwIfAborted();
    await generation.index();
    await generation.activate();
    return position;
  } catch (error) {
    await generation.discard();
    throw error;
  }
};

/** What runs the bulk of a rebuild elsewhere, in a worker thread: both ends may be a message away. */
export interface RebuildWork {
  /** Folds until little is left to fold. */
  bulk(): Promise<number>;
  /** Folds the rest and activates the generation: called while nothing else is folded. */
  finish(): Promise<number>;
  discard(): Promise<void>;
}

/**
 * Returns the two halves of a rebuild in the thread that folds.
 * @param options.nearMs bulk ends when a pass over what was appended meanwhile takes less than this; default 50
 */
export const createRebuildWork = async (
  options: Omit<RebuildOptions, 'generation' | 'upTo'> & {
    readonly readStore: ReadStore;
    readonly nearMs?: number;
  },
): Promise<RebuildWork> => {
  const generation = await options.readStore.newGeneration();
  const pass = (isAwaited: boolean) => rebuildInto({ ...options, generation, isAwaited });
  return {
    async bulk() {
      const maxPasses = 20;
      let position = 0;
      for (let count = 0; count < maxPasses; count++) {
        const began = performance.now();
        position = await pass(false);
        options.signal?.throwIfAborted();
        if (count === 0) await generation.index();
        if (performance.now() - began < (options.nearMs ?? 50)) break;
      }
      return position;
    },
    async finish() {
      const position = await pass(true);
      options.signal?.throwIfAborted();
      await generation.activate();
      return position;
    },
    discard: () => generation.discard(),
  };
};

/**
 * Resolves with the position reached by a rebuild beside a running projector: reads are served by the old generation
 * until the very switch.
 */
export const rebuildBeside = async (
  projector: { atBoundary<T>(work: () => Promise<T>): Promise<T> },
  work: RebuildWork,
): Promise<number> => {
  try {
    await work.bulk();
    return await projector.atBoundary(() => work.finish());
  } catch (error) {
    await work.discard();
    throw error;
  }
};
