import { performance } from 'node:perf_hooks';
import { setInterval as every } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

type Collect = (options: { type: 'major'; execution: 'async'; flavor: 'last-resort' }) => Promise<void>;

/** Share of its time that a process is busy at most for the pause (about 0.1 s) to be in nobody's way. */
const quiet = 0.05;

/**
 * Resolves when what a start has left behind was collected: about 20 MB, which V8 would hold until there is as much
 * again, hours on a desk at rest. It waits for `lookMs` in which next to nothing was done, and keeps no process alive.
 * @returns whether the process was quiet at last; false: it has more to do than to look again
 */
export async function collectStartGarbage({ lookMs = 5_000, looks = 60 } = {}): Promise<boolean> {
  let last = performance.eventLoopUtilization();
  let left = looks;
  for await (const _ of every(lookMs, undefined, { ref: false })) {
    const now = performance.eventLoopUtilization();
    if (performance.eventLoopUtilization(now, last).utilization < quiet) break;
    last = now;
    left -= 1;
    if (left === 0) return false;
  }
  setFlagsFromString('--expose-gc');
  await (runInNewContext('gc') as Collect)({ type: 'major', execution: 'async', flavor: 'last-resort' });
  return true;
}
