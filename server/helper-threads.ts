import { readdirSync, readFileSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { setFlagsFromString } from 'node:v8';

/** V8's threads beside the one that answers: they mark memory and sweep it, up to four at once. */
const helper = 'V8Worker';
/** Steps of niceness below it: a third of its share of a processor that both want. */
const steps = 5;

interface Place {
  /** Where the process's threads are listed; elsewhere than on Linux there is no such folder. */
  readonly tasks?: string;
}

/**
 * Returns how many of V8's threads stand back from now on where processors are few: a collection kept the thread that
 * answers from them for up to 150 ms. What the system does not allow is left as it is.
 */
export function letHelpersStandBack({ tasks = '/proc/self/task' }: Place = {}): number {
  let count = 0;
  try {
    const priority = Math.min(getPriority() + steps, 19);
    for (const thread of readdirSync(tasks)) {
      if (readFileSync(`${tasks}/${thread}/comm`, 'utf8').trim() !== helper) continue;
      setPriority(Number(thread), priority);
      count += 1;
    }
  } catch {
    // Another system, or a thread that has just ended.
  }
  return count;
}

/**
 * Lets each thread begun from here on have the young generation that its limits say: one named at the process's start
 * is every thread's, whatever its own limits are, and a thread that holds 15 MB took 50. The thread that answers keeps its.
 */
export function letThreadsHaveOwnLimits(): void {
  for (const flag of ['--max-semi-space-size=0', '--min-semi-space-size=0']) setFlagsFromString(flag);
}
