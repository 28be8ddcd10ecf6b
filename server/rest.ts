import { performance } from 'node:perf_hooks';
import { setInterval as every } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

type Collect = (options: { type: 'major'; execution: 'async'; flavor: 'last-resort' }) => Promise<void>;

/** Share of its time that a process is busy at most for the pause (about 0.1 s) to be in nobody's way. */
const quiet = 0.05;

interface Rest {
  /** How long it is looked whether next to nothing is done, milliseconds. */
  readonly lookMs?: number;
  /** Work of the event loop from which on there is something to give back, milliseconds. */
  readonly workMs?: number;
}

/**
 * Gives memory back at the first rest after the start and after every busy time: V8 holds what it once took until there
 * is as much garbage again, which on a desk at rest takes hours, and the engine keeps its pages. It keeps no process alive.
 * @param engines give back what they hold for speed alone
 */
export async function giveBackAtRest(
  engines: readonly (() => void)[],
  { lookMs = 5_000, workMs = 3_000 }: Rest,
  signal: AbortSignal,
): Promise<void> {
  let lastUtilization = performance.eventLoopUtilization();
  let work = workMs;
  try {
    for await (const _ of every(lookMs, undefined, { ref: false, signal })) {
      const now = performance.eventLoopUtilization();
      const { utilization, active } = performance.eventLoopUtilization(now, lastUtilization);
      lastUtilization = now;
      work += active;
      if (work < workMs || utilization >= quiet) continue;
      for (const giveBack of engines) giveBack();
      setFlagsFromString('--expose-gc');
      await (runInNewContext('gc') as Collect)({ type: 'major', execution: 'async', flavor: 'last-resort' });
      work = 0;
      lastUtilization = performance.eventLoopUtilization();
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
