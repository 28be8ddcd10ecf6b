import type { PlanUse } from '../../../contract/plan.ts';
import { type Flag, flags, type Limit, limits, type PlanValues } from './plans-data.ts';

/** What saving a plan would mean for those who have it. */
export interface Shrinking {
  /** Who has more than the new limit, the farthest above it first. */
  readonly over: readonly { readonly name: string; readonly what: Limit; readonly used: number }[];
  /** Features that they lose. */
  readonly lost: readonly Flag[];
  readonly priced: boolean;
}

/** Returns what would become of companies that have a plan; nobody is asked about what does not change. */
export function shrinkingOf(before: PlanValues, after: PlanValues, companies: readonly PlanUse[]): Shrinking {
  const less = limits.filter((what) => after[what] < before[what]);
  const over = companies.flatMap((company) =>
    less
      .filter((what) => company[what] > after[what])
      .map((what) => ({ name: company.name, what, used: company[what], by: company[what] - after[what] })),
  );
  return {
    over: over.toSorted((a, b) => b.by - a.by).map(({ by: _, ...one }) => one),
    lost:
      companies.length === 0
        ? []
        : flags.filter((flag) => flag !== 'useInternal' && before[flag] && !after[flag]),
    priced: companies.length > 0 && before.value !== after.value,
  };
}
