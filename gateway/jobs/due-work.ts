import type { Logger } from 'pino';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import { newId } from '../../domain/kernel/ids.ts';
import { backoff, sleep } from '../../domain/kernel/retry.ts';
import { acquireLease, renewedBySelf } from '../../domain/ports/lease.ts';
import type { StateStore } from '../../domain/ports/state-store.ts';
import { byInstant } from './instants.ts';

/** Work that no command causes: it is due by the clock, or by what the log tells. Whatever is done may be done twice. */
export interface DueJob {
  /** Unique: its lease and its next instant go by it, in all builds. */
  readonly name: string;
  /** Milliseconds between two rounds, over all gateways. */
  readonly everyMs: number;
  /** A round is also due when a process starts, and right after events of these types. Absent: only its turn counts. */
  readonly after?: readonly RecordedEvent['type'][];
  /** What is logged when a round fails; it is tried again. */
  readonly waiting: string;
  /** Does what is due. Returns in how many milliseconds there is more, where that is not its usual time. */
  readonly round: (signal: AbortSignal) => Promise<void> | Promise<number>;
}

export interface DueWorkDeps {
  readonly state: StateStore;
  /** Unique per process. */
  readonly holderId: string;
  readonly leaseMs: number;
  /** See the gateway's: resolves false when the read models have not got there in time. */
  readonly reached: (position: number, timeoutMs: number) => Promise<boolean>;
  readonly log: Logger;
  readonly signal: AbortSignal;
}

const leastMs = 10;
const failedMs = 5_000;

/** A job as this process sees it. */
interface Place {
  readonly job: DueJob;
  readonly delays: ReturnType<typeof backoff>;
  /** Whether its turn is not waited for. */
  hurried: boolean;
  /** Position of the last event that made it due: the read models must know of it. */
  awaited: number;
}

/**
 * Returns what runs jobs when they are due, each by one process at a time: whoever has its lease. Who dies in a round
 * leaves lease and turn to the next. When its turn comes is known to all by `round/{name}`, which stands until then.
 */
export function createDueWork(deps: DueWorkDeps, jobs: readonly DueJob[]) {
  const { state, signal, log } = deps;
  const now = () => performance.now();
  const index = byInstant<Place>();
  const runningPlaces = new Map<Place, Promise<void>>();
  let waker = new AbortController();
  const places = jobs.map((job): Place => {
    const delays = backoff(Math.min(failedMs, job.everyMs), job.everyMs);
    const place = { job, delays, hurried: job.after !== undefined, awaited: 0 };
    // The others soon after the start, so that a process that never lives long does something of them too.
    index.set(place, now() + (place.hurried ? 0 : job.everyMs / 4));
    return place;
  });

  /** Returns in how many milliseconds its turn comes; 0: now. */
  async function turnOf({ name, everyMs }: DueJob): Promise<number> {
    const turn = await state.get(`round/${name}`);
    if (turn === undefined) return 0;
    return Math.min(everyMs, Math.max(leastMs, (turn.expiresAt ?? 0) - (await state.now())));
  }

  /** `isDone`: its round was made, or is not due. */
  async function attend(place: Place, hurried: boolean): Promise<{ isDone: boolean; nextMs: number }> {
    const { job, awaited: awaitedPosition } = place;
    const turn = hurried ? 0 : await turnOf(job);
    if (turn > 0) return { isDone: true, nextMs: turn };
    const value = { holderId: deps.holderId, turn: newId() };
    const taken = await acquireLease({
      state,
      value,
      key: `lease/due/${job.name}`,
      leaseMs: deps.leaseMs,
      // A desk at rest would wait for its disk seven times a second.
      passing: true,
    });
    if (!taken) return { isDone: false, nextMs: Math.min(job.everyMs, deps.leaseMs / 2) };
    const lease = renewedBySelf(taken, deps.leaseMs / 5);
    try {
      // Looked too early: another round follows at once.
      if (!(await deps.reached(awaitedPosition, 5_000))) place.hurried = true;
      const nextMs = (await job.round(AbortSignal.any([signal, lease.lost]))) ?? job.everyMs;
      if (!signal.aborted && !lease.lost.aborted)
        await state.set(`round/${job.name}`, deps.holderId, {
          ttlMs: Math.max(leastMs, Math.ceil(nextMs)),
          passing: true,
        });
      place.delays.reset();
      return { isDone: true, nextMs };
    } finally {
      await lease
        .release()
        .catch((error: unknown) => log.warn({ err: error, job: job.name }, 'the lease of a job has to end'));
    }
  }

  async function carryOut(place: Place): Promise<void> {
    const { hurried } = place;
    place.hurried = false;
    const { isDone, nextMs } = await attend(place, hurried).catch((error: unknown) => {
      log.warn({ err: error, job: place.job.name }, place.job.waiting);
      return { isDone: false, nextMs: place.delays.next() };
    });
    runningPlaces.delete(place);
    // An event that came meanwhile, or was not in the read models yet.
    const isDueAgain = place.hurried && isDone;
    if (!isDone) place.hurried ||= hurried;
    index.set(place, now() + (isDueAgain ? leastMs : Math.max(leastMs, nextMs)));
    waker.abort();
  }

  return {
    /** Every event of the log from some moment on. */
    heard(event: RecordedEvent): void {
      for (const place of places) {
        if (!place.job.after?.includes(event.type)) continue;
        place.awaited = Math.max(place.awaited, event.position);
        place.hurried = true;
        if (!runningPlaces.has(place)) index.set(place, now());
        waker.abort();
      }
    },
    /** Until the signal aborts and the rounds that run have ended. */
    async run(): Promise<void> {
      while (!signal.aborted) {
        waker = new AbortController();
        for (const place of index.take(now())) runningPlaces.set(place, carryOut(place));
        const either = AbortSignal.any([signal, waker.signal]);
        await sleep(Math.max(0, Math.min(index.next() - now(), 2 ** 31 - 1)), either);
      }
      await Promise.all(runningPlaces.values());
    },
  };
}
export type DueWork = ReturnType<typeof createDueWork>;
