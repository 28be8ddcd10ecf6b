import type { Logger } from 'pino';
import { UnreadableEventError } from '../../domain/catalogue.ts';
import type { ParkedReason } from '../../domain/connection/parked-kind.ts';
import { isDomainError } from '../../domain/errors.ts';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import { type EventStore, UnavailableError } from '../../domain/kernel/event-store.ts';
import { newId } from '../../domain/kernel/ids.ts';
import { backoff, retry, StoppedError, sleep } from '../../domain/kernel/retry.ts';
import { acquireLease, renewedBySelf } from '../../domain/ports/lease.ts';
import type { StateStore } from '../../domain/ports/state-store.ts';
import { parkEvent } from '../../messaging/parked.ts';
import { followLog, type Start } from '../log/follow-log.ts';
import { durably } from '../scheduling/durably.ts';
import { hopeless } from '../scheduling/hopeless.ts';
import { keyedQueue } from '../scheduling/keyed-queue.ts';
import { type Checkpoint, FencedError, openCheckpoint, watermark } from './checkpoint.ts';
import { handlerOf, isSkipped, type ProcessManager, reactionTo, typesOf } from './process-manager.ts';

export interface ProcessDeps {
  readonly eventStore: Pick<EventStore, 'subscribe' | 'head' | 'stands'>;
  readonly state: StateStore;
  /** Unique per process. */
  readonly holderId: string;
  readonly leaseMs: number;
  readonly log: Logger;
  readonly signal: AbortSignal;
  /** Between two writings of a checkpoint, milliseconds: what is done again after a death. */
  readonly saveEveryMs?: number;
  /** First pause between two tries of an event, milliseconds. */
  readonly retryFirstMs?: number;
  readonly onParked?: ((reason: ParkedReason) => void) | undefined;
}

/** Returns what it is handled in order by. One that has no key is parked, and held up with its stream meanwhile, not with all. */
function keyOf({ key }: ProcessManager, event: RecordedEvent): string {
  try {
    return key(event);
  } catch {
    return event.stream;
  }
}

/** Events begun and not done at once: what comes behind them is not read. */
const mostBegun = 1_000;

const isAway = (error: unknown): boolean =>
  error instanceof UnavailableError || isDomainError(error, 'ERR_UNAVAILABLE');

/** Until the signal aborts and what was begun has ended: each manager in whichever process has its lease. */
export async function runProcessManagers(
  deps: ProcessDeps,
  managers: readonly ProcessManager[],
): Promise<void> {
  await Promise.all(managers.map((manager) => runLeased(deps, manager)));
}

async function runLeased(deps: ProcessDeps, manager: ProcessManager): Promise<void> {
  const { state, leaseMs, signal, log, holderId } = deps;
  const delays = backoff(100, leaseMs);
  while (!signal.aborted) {
    const value = { holderId, turn: newId() };
    try {
      const lease = await acquireLease({ state, value, leaseMs, key: `lease/process/${manager.name}` });
      if (lease) {
        const held = renewedBySelf(lease, leaseMs / 5);
        try {
          await followUp(deps, manager, AbortSignal.any([signal, held.lost]));
          delays.reset();
        } finally {
          await held.release();
        }
      }
    } catch (error) {
      const told = error instanceof FencedError ? 'info' : 'warn';
      if (!signal.aborted) log[told]({ err: error, process: manager.name }, 'a process manager begins again');
    }
    await sleep(delays.next(), signal);
  }
}

/** Handles what comes after the checkpoint, until the signal aborts or the checkpoint is another's. */
async function followUp(deps: ProcessDeps, manager: ProcessManager, held: AbortSignal): Promise<void> {
  const { eventStore, log } = deps;
  const checkpoint = await openCheckpoint(deps, manager);
  const ending = new AbortController();
  const signal = AbortSignal.any([held, ending.signal]);
  const queue = keyedQueue(manager.parallel ?? 16);
  const react = reactor(deps, manager, signal, (ms) => queue.aside(() => sleep(ms, signal)));
  let doneMark = watermark();
  let failure: unknown;
  const fail = (error: unknown) => {
    if (!(error instanceof StoppedError)) failure ??= error;
    ending.abort();
  };
  let room: (() => void) | undefined;

  function each(event: RecordedEvent): Promise<void> | undefined {
    if (!handlerOf(manager, event.type) || isSkipped(manager, event))
      return doneMark.pass(event) as undefined;
    const end = doneMark.begin(event);
    void queue
      .run(keyOf(manager, event), () => react(event))
      .then(end, fail)
      .finally(() => room?.());
    if (queue.size < mostBegun) return;
    return new Promise((resolve) => {
      room = resolve;
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
  }
  const startAnew = async (): Promise<Start> => {
    await queue.idle();
    const insist = durably({
      signal,
      log,
      waiting: 'a process manager waits for the stores',
      giveUp: isFenced,
    });
    await insist(() => checkpoint.rewind());
    doneMark = watermark();
    return checkpoint.start();
  };

  const savingLoop = keepSaving(deps, checkpoint, () => doneMark.reached(), signal).catch(fail);
  await followLog({
    eventStore,
    start: checkpoint.start(),
    startAnew,
    each,
    types: typesOf(manager),
    log,
    signal,
    unreadable: true,
  }).catch(fail);
  ending.abort();
  await Promise.all([queue.idle(), savingLoop]);
  const last = doneMark.reached();
  if (!failure && last) await checkpoint.save(last);
  if (failure) throw failure;
}

const isFenced = (error: unknown): boolean => error instanceof FencedError;

async function keepSaving(
  { log, saveEveryMs = 250 }: ProcessDeps,
  checkpoint: Checkpoint,
  reached: () => RecordedEvent | Parameters<Checkpoint['save']>[0] | undefined,
  signal: AbortSignal,
): Promise<void> {
  const insist = durably({ signal, log, waiting: 'a checkpoint waits for its store', giveUp: isFenced });
  for (let saved = checkpoint.start().after; !signal.aborted; await sleep(saveEveryMs, signal)) {
    const mark = reached();
    if (!mark || mark.position === saved) continue;
    await insist(() => checkpoint.save(mark));
    saved = mark.position;
  }
}

/** Returns what handles one event to its end: done, or parked. It rejects when the signal aborts. */
function reactor(
  deps: ProcessDeps,
  manager: ProcessManager,
  signal: AbortSignal,
  pause: (ms: number) => Promise<void>,
): (event: RecordedEvent) => Promise<void> {
  const { state, log, onParked } = deps;
  const mostTries = manager.tries ?? 8;
  const insist = durably({ signal, log, waiting: 'an event waits to be parked' });

  async function handle(event: RecordedEvent): Promise<void> {
    if (event.unreadable !== undefined) throw new UnreadableEventError(event.unreadable);
    // One that has none is a defect of the manager's, not of this try.
    manager.key(event);
    let tries = 0;
    const handler = handlerOf(manager, event.type)!;
    await retry(() => handler(event, reactionTo(manager, event, signal)), {
      signal,
      sleep: pause,
      firstMs: deps.retryFirstMs ?? 100,
      capMs: 30_000,
      giveUp: (error) => !isAway(error) && (hopeless(error) !== undefined || ++tries >= mostTries),
      onFailure: (err) =>
        log.warn({ err, process: manager.name, event: event.id }, 'an event is handled again'),
    });
  }

  return async (event) => {
    try {
      await handle(event);
    } catch (error) {
      if (signal.aborted) throw new StoppedError('stopped');
      const reason = hopeless(error) ?? 'defect';
      log.error({ err: error, process: manager.name, event: event.id }, 'an event is parked');
      await insist(() => parkEvent(state, manager.name, event, reason, error));
      onParked?.(reason);
    }
  };
}
