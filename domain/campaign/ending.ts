import { type Pace, secondsEach } from './pace.ts';
import { afterWakeHours } from './quiet-hours.ts';

const secondMs = 1_000;

interface Ahead {
  /** The instant it is counted from. */
  readonly at: string;
  /** Recipients to whom something is still to be said. */
  readonly waiting: number;
  /** The same of each other campaign that its connection serves in turn with it. */
  readonly others: readonly number[];
  /** Where nothing goes out at night; null: it goes out at any hour. */
  readonly quietIn: string | null;
}

/** Returns the instant at which the last of them is written to at this pace; null: nobody waits, or nobody can say. */
export function endOf(pace: Pace, { at, waiting, others, quietIn }: Ahead): string | null {
  const each = secondsEach(pace);
  if (waiting === 0 || each === 0) return null;
  // In turn: of another campaign no more go out meanwhile than of this one.
  const messages = others.reduce((sum, other) => sum + Math.min(other, waiting), waiting);
  const ms = Math.round(messages * each * secondMs);
  return quietIn === null ? new Date(Date.parse(at) + ms).toISOString() : afterWakeHours(at, ms, quietIn);
}
