import type { Log, Outcome, Proposed } from './log.ts';

/** What befalls an append: its answer is lost after the commit, it times out, or the server is too busy for it. */
export type Fault = 'lose the answer' | 'timeout' | 'busy';
type Answer = (outcome: Outcome | 'timeout' | 'busy') => void;

export type Writer = ReturnType<typeof createWriter>;

/**
 * The one writer of a server: appends are committed in groups, and answered after the commit. `crash` leaves what is on
 * its way in the states a killed process leaves it in: some never written, some written and never answered.
 */
export const createWriter = (log: Log) => {
  let waiting: (() => void)[] = [];
  let crashes = 0;
  const faults: Fault[] = [];

  const flush = () => {
    const group = waiting;
    waiting = [];
    for (const commit of group) commit();
  };

  return {
    /** Set on a follower: who the leader is. */
    leader: undefined as { host: string; port: number } | undefined,
    /** Befalls the next append that comes. */
    fault: (fault: Fault): void => void faults.push(fault),
    write(stream: string, expected: number, events: readonly Proposed[], answer: Answer): void {
      const fault = faults.shift();
      if (fault === 'busy' || fault === 'timeout') {
        setImmediate(answer, fault);
        return;
      }
      if (waiting.length === 0) setImmediate(flush);
      const crash = crashes;
      waiting.push(() => {
        const outcome = log.append(stream, expected, events);
        if (fault === 'lose the answer') return;
        // As from another thread: a crash can come between the commit and the answer.
        setImmediate(() => {
          if (crash === crashes) answer(outcome);
        });
      });
    },
    crash(): void {
      crashes += 1;
      // Every other one had reached the disk.
      waiting = waiting.filter((_, n) => n % 2 === 0);
    },
  };
};
