import { performance } from 'node:perf_hooks';
import { setInterval as every } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

type Collect = (options: { type: 'major'; execution: 'async'; flavor: 'last-resort' }) => Promise<void>;

/** Share of a processor that a process takes at most for the pause (about 0.1 s) to be in nobody's way. */
const quiet = 0.05;
/** Share of the time in which its loop has something to do, at most: beside other processes it is often their turn. */
const mostlyIdle = 0.5;

interface Rest {
  /** How long it is looked whether next to nothing is done, milliseconds. */
  readonly lookMs?: number;
  /** Processor time of the event loop from which on there is something to give back, milliseconds. */
  readonly workMs?: number;
}

const lookNow = () => ({
  at: performance.now(),
  usage: process.threadCpuUsage(),
  loop: performance.eventLoopUtilization(),
});

/** Returns what this thread has done since a look: its time of a processor, and how much of the time it did not wait. */
function since(look: ReturnType<typeof lookNow>) {
  const { user, system } = process.threadCpuUsage(look.usage);
  const spentMs = (user + system) / 1_000;
  const { utilization } = performance.eventLoopUtilization(look.loop);
  return { spentMs, utilization, share: spentMs / (performance.now() - look.at) };
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
  let look = lookNow();
  let work = workMs;
  try {
    for await (const _ of every(lookMs, undefined, { ref: false, signal })) {
      const { spentMs, share, utilization } = since(look);
      look = lookNow();
      work += spentMs;
      if (work < workMs || share >= quiet || utilization >= mostlyIdle) continue;
      for (const giveBack of engines) giveBack();
      setFlagsFromString('--expose-gc');
      await (runInNewContext('gc') as Collect)({ type: 'major', execution: 'async', flavor: 'last-resort' });
      work = 0;
      look = lookNow();
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
