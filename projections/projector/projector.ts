import { hostname } from 'node:os';
import type { Logger } from 'pino';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import type { EventStore } from '../../domain/kernel/event-store.ts';
import { backoff, sleep } from '../../domain/kernel/retry.ts';
import type { StateStore } from '../../domain/ports/state-store.ts';
import type { Projection } from '../definition.ts';
import { FencedError, type ReadStore } from '../ports/read-store.ts';
import { applyBatch, type Run } from './apply-batch.ts';
import { createDispatch } from './dispatch.ts';
import { createDocumentCache } from './document-cache.ts';
import { createPreparedness, type FoldingRole, watchLease } from './folding.ts';
import { createLag } from './lag.ts';
import { acquireLease, defaultLeaseMs, type HeldLease, projectorLease } from './lease.ts';
import { rebuild } from './rebuild.ts';
import { createWaiters } from './waiters.ts';

/** 'no checkpoint': the store is empty (new, or the read models are of a new version) and the log is long. */
export type RebuildReason =
  | 'another log'
  | 'beyond the head of the log'
  | 'no longer in the log'
  | 'no checkpoint';

export interface ProjectorOptions {
  /** Gives parsed events (`withSchemas`). */
  readonly eventStore: EventStore;
  readonly readStore: ReadStore;
  readonly state: StateStore;
  readonly projections: readonly Projection[];
  readonly log: Logger;
  /** Checkpoint and lease; default 'main'. */
  readonly name?: string;
  /** How long a dead projector keeps its standby waiting; default 3000. */
  readonly leaseMs?: number;
  /** Events folded and committed together at most; default 2000. */
  readonly batch?: number;
  /** Documents of each collection kept in memory between batches; default 20 000. */
  readonly cacheSize?: number;
  /** How long read models of another version stay that no process has open; default one hour. */
  readonly keepUnseenMs?: number;
  /** Notices kept of each company; default 10 000. */
  readonly keepNotices?: number;
  readonly now?: () => number;
  /**
   * The read models are not of this log. Resolves when a rebuilt generation is active; the projector holds its lease
   * meanwhile. Default: rebuilds here, in this thread.
   */
  readonly onRebuildNeeded?: (reason: RebuildReason) => Promise<void>;
}

export interface ProjectorStatus {
  readonly position: number;
  readonly head: number;
  readonly lagEvents: number;
  readonly lagMs: number;
  /** Events that could not be folded. More than 0: amber. */
  readonly parked: number;
  readonly leader: boolean;
  readonly role: FoldingRole;
  /** The read models of this version have come as far as the log had when this process first looked, and somebody folds. */
  readonly prepared: boolean;
  /** How long nobody has been seen folding. */
  readonly unattendedMs: number;
  /** Why it does not get on, null when it does: red. */
  readonly failing: string | null;
}

export interface Projector {
  /** Resolves at once; the loop waits for its lease. */
  start(): void;
  /** Ends after the batch in hand and gives up the lease. */
  stop(): Promise<void>;
  position(): number;
  /** Whether the read models reach the position in time, whoever folds them. */
  reached(position: number, timeoutMs: number): Promise<boolean>;
  status(): ProjectorStatus;
  /** Not `prepared` before the read models have reached this position. */
  expect(position: number): void;
  onPosition(listener: (position: number) => void): () => void;
  /**
   * Runs `work` between two batches, with the lease held and nothing folded meanwhile, then takes checkpoint and
   * generation from the store anew: so a rebuilt generation is caught up and activated without a gap.
   * @throws when this projector is not the active one
   */
  atBoundary<T>(work: () => Promise<T>): Promise<T>;
}

/** From here on an empty store is rebuilt instead of telling everything that ever happened as news. */
const longLog = 5_000;
const longestWaitMs = 5_000;
const trimEveryMs = 60_000;
const sweepEveryMs = 60_000;
const message = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** One loop and one checkpoint for all read models; a second projector of the same name stands by. */
export const createProjector = (options: ProjectorOptions): Projector => {
  const { eventStore, readStore, state, log, now = () => performance.now() } = options;
  const { name = 'main', leaseMs = defaultLeaseMs, batch = 2_000, keepNotices = 10_000 } = options;
  const dispatch = createDispatch(options.projections);
  const cache = createDocumentCache(options.projections.length, options.cacheSize ?? 20_000);
  const lag = createLag(now);
  const key = projectorLease(name, readStore.version);
  const others = watchLease({ state, key, leaseMs }, now);
  const preparedness = createPreparedness(now);
  const waiters = createWaiters();
  const listeners = new Set<(position: number) => void>();
  const stopping = new AbortController();
  const owner = `${hostname()}/${process.pid}`;

  let position = 0;
  let parked = 0;
  let failing: string | null = null;
  let unreachable: string | null = null;
  /** While it leads: whether it hears of what is appended. */
  let deaf = false;
  let failures = 0;
  const delays = backoff(100, longestWaitMs);
  let rewinds = eventStore.rewinds();
  /** `generation`: the one it has begun to fold into. */
  let leading: { lease: HeldLease; again: AbortController; generation?: string } | undefined;
  let loop: Promise<void> | undefined;
  let watcher: NodeJS.Timeout | undefined;
  let trimmedAt = now();
  let sweptAt = now();

  // Batches and boundaries take turns.
  let turn: Promise<unknown> = Promise.resolve();
  const exclusive = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = turn.then(work, work);
    turn = mine.catch(() => {});
    return mine;
  };

  const recovered = () => {
    failing = null;
    failures = 0;
    delays.reset();
  };

  const attend = (generation: string, folding: boolean) =>
    preparedness.observe({ generation, head: lag.head(), position, folding });

  const moveTo = (reached: number, events: number) => {
    position = reached;
    lag.reached(reached, events);
    if (leading?.generation) attend(leading.generation, true);
    waiters.advance(reached);
    for (const listener of listeners) listener(reached);
  };

  const needsRebuild = async (logId: string): Promise<RebuildReason | undefined> => {
    const checkpoint = await readStore.checkpoint(name);
    if (!checkpoint) {
      const some = await eventStore.readAll({ after: 0, limit: longLog });
      return some.length === longLog ? 'no checkpoint' : undefined;
    }
    if (checkpoint.logId !== logId) return 'another log';
    if (checkpoint.position > (await eventStore.head())) return 'beyond the head of the log';
    if (checkpoint.position === 0) return undefined;
    // A log put back from a backup may have grown past it since.
    return checkpoint.mark && (await eventStore.stands(checkpoint.mark)) ? undefined : 'no longer in the log';
  };

  const rebuildHere = () =>
    rebuild({ eventStore, readStore, projections: options.projections, name, log, signal: stopping.signal });

  /** Takes everything from the store: after a start, a lost lease, a switch of generation, an unknown outcome. */
  const begin = async (lease: HeldLease): Promise<Run> => {
    cache.clear();
    const { fence } = lease;
    const logId = await eventStore.logId();
    const reason = await needsRebuild(logId);
    if (reason) {
      log.warn({ reason }, 'the read models must be rebuilt');
      // What is served meanwhile is empty or of another log: nobody may be sent here.
      failing = `the read models are being rebuilt: ${reason}`;
      await (options.onRebuildNeeded ?? rebuildHere)(reason);
      const still = await needsRebuild(logId);
      if (still) throw new Error(`the read models were rebuilt and still need it: ${still}`);
    }
    const checkpoint = await readStore.checkpoint(name);
    const start = checkpoint?.position ?? 0;
    const mark = checkpoint?.mark;
    // Raises the fence before anything is read: from now on a predecessor that still lives cannot change it.
    await readStore.commit({
      ...{ projector: name, fence, position: start, after: start, logId, mark, documents: [], notices: [] },
    });
    const [generation, heads, head] = await Promise.all([
      readStore.generation(),
      readStore.heads(),
      eventStore.head(),
    ]);
    parked = await readStore.allCompanies().count('parked', {});
    const seqs = new Map(heads);
    const nextSeq = (companyId: string) => {
      const seq = (seqs.get(companyId) ?? 0) + 1;
      seqs.set(companyId, seq);
      return seq;
    };
    lag.observe(head);
    if (leading) leading.generation = generation;
    moveTo(start, 0);
    return {
      dispatch,
      store: readStore,
      cache,
      projector: name,
      logId,
      fence,
      position: start,
      mark,
      // Up to here a predecessor may have written documents without coming to its checkpoint.
      settled: head,
      nextSeq,
      onParked(count) {
        parked += count;
        log.error({ count, position }, 'events could not be folded and are parked');
      },
    };
  };

  const trim = async () => {
    if (now() - trimmedAt < trimEveryMs) return;
    trimmedAt = now();
    await readStore.trimNotices(keepNotices);
  };

  const applyNext = async (run: Run, events: readonly RecordedEvent[]) => {
    // A subscription that resumed may give again what stands in the store already.
    const fresh =
      events[0]!.position > run.position ? events : events.filter((e) => e.position > run.position);
    if (fresh.length === 0) return;
    lag.observe(fresh[fresh.length - 1]!.position);
    await applyBatch(run, fresh);
    moveTo(run.position, fresh.length);
    recovered();
    await trim();
  };

  const lead = async (lease: HeldLease) => {
    while (!lease.lost.aborted && !stopping.signal.aborted) {
      const again = new AbortController();
      leading = { lease, again };
      const run = await exclusive(() => begin(lease));
      failing = null;
      const signal = AbortSignal.any([stopping.signal, lease.lost, again.signal]);
      const { position: after, mark } = run;
      const onLive = (live: boolean) => {
        deaf = !live;
      };
      for await (const events of eventStore.subscribe({ after, mark, batch, signal, onLive })) {
        await exclusive(async () => {
          if (!signal.aborted) await applyNext(run, events);
        });
        if (signal.aborted) break;
      }
    }
  };

  const runUntilStopped = async () => {
    while (!stopping.signal.aborted) {
      let lease: HeldLease | undefined;
      try {
        lease = await acquireLease({
          state,
          key,
          owner,
          leaseMs,
          signal: stopping.signal,
          // What kept this one from leading is over for it: as a standby it is ready.
          onTaken: recovered,
        });
        if (lease) await lead(lease);
      } catch (error) {
        if (stopping.signal.aborted) break;
        failures += 1;
        failing = message(error);
        const fenced = error instanceof FencedError;
        log[fenced ? 'warn' : 'error'](
          { err: error, failures },
          fenced
            ? 'another projector has written: standing by'
            : 'the projector could not go on and tries again',
        );
      } finally {
        leading = undefined;
        deaf = false;
        cache.clear();
        await lease?.release().catch((err: unknown) => log.warn({ err }, 'the lease could not be given up'));
      }
      if (failures > 0 && !stopping.signal.aborted) await sleep(delays.next(), stopping.signal);
    }
  };

  const sweep = () => {
    if (now() - sweptAt < sweepEveryMs) return;
    sweptAt = now();
    readStore
      .sweepVersions(options.keepUnseenMs ?? 3_600_000)
      .catch((err: unknown) => log.warn({ err }, 'read models of other versions could not be removed'));
  };

  /**
   * The head for the lag. On a leader whether its read models are still those it folds into: with nothing to commit it
   * would not notice that another process found them damaged. On a standby how far another process has come.
   */
  const watch = async () => {
    watcher = undefined;
    try {
      const head = await eventStore.head();
      if (eventStore.rewinds() !== rewinds) lag.restart();
      rewinds = eventStore.rewinds();
      lag.observe(head);
      const generation = await readStore.generation();
      if (leading) {
        await readStore.ping();
        if (leading?.generation !== undefined && leading.generation !== generation) leading.again.abort();
        else if (leading?.generation !== undefined) attend(generation, true);
        sweep();
      } else {
        const checkpoint = await readStore.checkpoint(name);
        await others.look();
        if (!leading) {
          if ((checkpoint?.position ?? 0) !== position) moveTo(checkpoint?.position ?? 0, 0);
          attend(generation, others.lives());
        }
      }
      unreachable = null;
    } catch (error) {
      unreachable = message(error);
    }
    watcher = stopping.signal.aborted
      ? undefined
      : setTimeout(watch, waiters.size > 0 && !leading ? 10 : Math.min(500, leaseMs / 3));
  };

  /** Somebody waits: a standby that looks twice a second would hold each of their commands up as long. */
  const hasten = () => {
    if (!watcher || leading || stopping.signal.aborted) return;
    clearTimeout(watcher);
    void watch();
  };

  return {
    start() {
      if (!loop) void watch();
      loop ??= runUntilStopped();
    },
    async stop() {
      stopping.abort();
      clearTimeout(watcher);
      await loop;
    },
    position: () => position,
    reached(wanted, timeoutMs) {
      const reached = waiters.reached(position, wanted, timeoutMs);
      if (waiters.size > 0) hasten();
      return reached;
    },
    status: () => ({
      position,
      head: lag.head(),
      lagEvents: lag.events(),
      lagMs: lag.ms(),
      parked,
      leader: leading !== undefined,
      role: leading ? 'leader' : others.lives() ? 'standby' : 'waiting',
      prepared: preparedness.prepared(),
      unattendedMs: preparedness.unattendedMs(),
      failing: failing ?? unreachable ?? (deaf ? 'the event store does not tell what is appended' : null),
    }),
    expect: preparedness.expect,
    onPosition(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    atBoundary: (work) =>
      exclusive(async () => {
        if (!leading || leading.lease.lost.aborted)
          throw new Error('this projector is not the active one: the read models are folded elsewhere');
        try {
          return await work();
        } finally {
          leading.again.abort();
        }
      }),
  };
};
