import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** One line of the bench's table. `target` is what the figure is held against; `atMost`: smaller is better. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly target?: number;
  readonly atMost?: boolean;
  readonly note?: string;
}

export interface Size {
  readonly quick: boolean;
  /** 1, or 10 for the growth table. */
  readonly scale: number;
}

export type Bench = (size: Size) => Promise<readonly Figure[]>;

export const meets = ({ value, target, atMost }: Figure): boolean | undefined =>
  target === undefined ? undefined : atMost ? value <= target : value >= target;

/** Returns the value below which `share` of the samples lie. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

/** Returns the index below which `share` of what was counted lies: `counts[i]` samples had the value i. */
export function percentileOf(counts: readonly number[], share: number): number {
  const wanted = Math.ceil(counts.reduce((sum, count) => sum + count, 0) * share);
  let seen = 0;
  for (const [value, count] of counts.entries()) {
    seen += count;
    if (seen >= wanted && seen > 0) return value;
  }
  return Number.NaN;
}

export const round = (value: number, digits = 1): number => Number(value.toFixed(digits));

/** Resolves with what a measurement gives in a folder of its own, on the disk the product would use, removed afterwards. */
export async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(process.env.BENCH_DIR ?? tmpdir(), 'balcao-bench-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
