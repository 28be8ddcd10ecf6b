import type { ChainReport } from '../domain/kernel/log-chain.ts';
import type { StateStore } from '../domain/ports/state-store.ts';

/** What the last verification of the whole log came to, and when. */
export interface LogCheck {
  readonly at: string;
  readonly report: ChainReport;
  /** How long it took, milliseconds. */
  readonly tookMs: number;
}

const key = 'log-chain/checked';

export const keepLogCheck = (state: StateStore, check: LogCheck): Promise<unknown> => state.set(key, check);
export const lastLogCheck = async (state: StateStore): Promise<LogCheck | undefined> =>
  (await state.get<LogCheck>(key))?.value;

/** Returns whether it found anything that should not be. */
export const isWhole = ({ problemCount, faults }: Pick<ChainReport, 'problemCount' | 'faults'>): boolean =>
  problemCount === 0 && faults.length === 0;
