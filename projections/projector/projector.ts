import { hostname } from 'node:os';
import { FencedError } from '../ports/read-store.ts';
import type { FoldingRole } from './folding.ts';
import { createHealth } from './health.ts';
import { createLeader } from './leader.ts';
import { acquireLease, defaultLeaseMs, type HeldLease, projectorLease } from './lease.ts';
import { createLookout } from './lookout.ts';
import type { ProjectorOptions } from './options.ts';
import { createProgress } from './progress.ts';

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

/** Returns one loop and one checkpoint for all read models; a second projector of the same name stands by. */
export function createProjector(options: ProjectorOptions): Projector {
  const { state, log, name = 'main', leaseMs = defaultLeaseMs, now = () => performance.now() } = options;
  const key = projectorLease(name, options.readStore.version);
  const owner = `${hostname()}/${process.pid}`;
  const stop = new AbortController();
  const stopSignal = stop.signal;
  const progress = createProgress(now);
  const health = createHealth();
  const leader = createLeader({ options, name, now, progress, health, stopSignal });
  const lookout = createLookout({
    options,
    name,
    key,
    leaseMs,
    now,
    progress,
    health,
    leader,
    stopSignal,
  });
  let loop: Promise<void> | undefined;

  const takeTurn = async (): Promise<void> => {
    let lease: HeldLease | undefined;
    try {
      lease = await acquireLease({
        state,
        key,
        owner,
        leaseMs,
        signal: stopSignal,
        // What kept this one from leading is over for it: as a standby it is ready.
        onTaken: health.recovered,
      });
      if (lease) await leader.lead(lease);
    } catch (error) {
      if (stopSignal.aborted) return;
      const failures = health.failed(error);
      if (error instanceof FencedError)
        log.warn({ err: error, failures }, 'another projector has written: standing by');
      else log.error({ err: error, failures }, 'the projector could not go on and tries again');
    } finally {
      leader.end();
      await lease?.release().catch((err: unknown) => log.warn({ err }, 'the lease could not be given up'));
    }
    await health.pause(stopSignal);
  };

  const runUntilStopped = async () => {
    while (!stopSignal.aborted) await takeTurn();
  };

  return {
    start() {
      if (!loop) lookout.start();
      loop ??= runUntilStopped();
    },
    async stop() {
      stop.abort();
      lookout.stop();
      await loop;
    },
    position: progress.position,
    reached(wanted, timeoutMs) {
      const reached = progress.reached(wanted, timeoutMs);
      if (progress.isWaitedFor()) lookout.hasten();
      return reached;
    },
    status: () => ({
      position: progress.position(),
      head: progress.lag.head(),
      lagEvents: progress.lag.events(),
      lagMs: progress.lag.ms(),
      parked: leader.parked(),
      leader: leader.isLeading(),
      role: leader.isLeading() ? 'leader' : lookout.seesFolding() ? 'standby' : 'waiting',
      prepared: progress.preparedness.prepared(),
      unattendedMs: progress.preparedness.unattendedMs(),
      failing: health.problem(),
    }),
    expect: progress.preparedness.expect,
    onPosition: progress.onPosition,
    atBoundary: leader.atBoundary,
  };
}
