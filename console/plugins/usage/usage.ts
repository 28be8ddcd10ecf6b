/** How much of its limits the company has used, at the foot of the dashboard, for whoever may change its settings. */

import type { UsageView } from '../../../contract/usage.ts';

export interface Line {
  readonly id: string;
  readonly label: 'storage' | 'requests' | 'writes' | 'questions' | 'sends';
  /** Of a connection. */
  readonly name?: string;
  readonly used: number;
  /** 0: none. */
  readonly limit: number;
  /** Bytes, or how often this minute. */
  readonly of: 'bytes' | 'minute';
}

/** Returns what stands in the card, one line a limit. */
export const linesOf = ({ storage, requests, writes, questions, sends }: UsageView): readonly Line[] => [
  { id: 'storage', label: 'storage', of: 'bytes', ...storage },
  ...sends.map(({ id, ...send }): Line => ({ id, label: 'sends', of: 'minute', ...send })),
  { id: 'questions', label: 'questions', of: 'minute', ...questions },
  { id: 'requests', label: 'requests', of: 'minute', ...requests },
  { id: 'writes', label: 'writes', of: 'minute', ...writes },
];

/** Returns how much of its limit is used, 0 to 1; undefined where there is none. */
export const shareOf = ({ used, limit }: Pick<Line, 'used' | 'limit'>): number | undefined =>
  limit === 0 ? undefined : Math.min(1, used / limit);

/** Whether somebody should do something about it from here on. */
export const isNear = (line: Pick<Line, 'used' | 'limit'>): boolean => (shareOf(line) ?? 0) >= 0.8;

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** Returns bytes as people say them: '1,2 GB', of 1,024 each. */
export const bytesIn = (bytes: number, locale: string): string => {
  const step = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10));
  return (bytes / 1024 ** step).toLocaleString(locale, {
    style: 'unit',
    unit: units[step],
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: step < 2 ? 0 : 1,
  });
};
