import { hourOf, idle, sum } from '../../projections/activity/activity.ts';
import type { ActivityDocument, AgentActivity } from '../../projections/activity/document.ts';
import type { CompanyReader } from '../../projections/ports/read-store.ts';
import type { Period } from './period.ts';

const page = 2_000;

/**
 * Returns the hours of a period, in order. Where a company's days begin at half past an hour of UTC, their first and
 * last hour count with the day they mostly lie in.
 */
export async function hoursOf(
  read: CompanyReader,
  { from, until }: Pick<Period, 'from' | 'until'>,
): Promise<readonly ActivityDocument[]> {
  const hours: ActivityDocument[] = [];
  for (;;) {
    const last = hours.at(-1);
    const some = await read.find<ActivityDocument>('activity', {
      where: { hour: { ...(last ? { gt: last.hour } : { gte: hourOf(from) }), lt: until } },
      sort: ['hour'],
      limit: page,
    });
    hours.push(...some);
    if (some.length < page) return hours;
  }
}

export interface Totals {
  readonly resolved: number;
  readonly newContacts: number;
  /** Minutes, to one decimal; 0 when there was nothing to average. */
  readonly avgSupportTime: number;
  readonly avgWaitTime: number;
}

/** Returns the mean in minutes, to one decimal. */
export const minutes = (ms: number, of: number): number => (of === 0 ? 0 : Math.round(ms / of / 6_000) / 10);

const total = (hours: readonly ActivityDocument[], of: (hour: ActivityDocument) => number): number =>
  hours.reduce((sum, hour) => sum + of(hour), 0);

export const totalsOf = (hours: readonly ActivityDocument[]): Totals => ({
  resolved: total(hours, ({ resolved }) => resolved),
  newContacts: total(hours, ({ newContacts }) => newContacts),
  avgSupportTime: minutes(
    total(hours, ({ handledMs }) => handledMs),
    total(hours, ({ handled }) => handled),
  ),
  avgWaitTime: minutes(
    total(hours, ({ waitedMs }) => waitedMs),
    total(hours, ({ accepted }) => accepted),
  ),
});

/** Returns what each did, by user id; those who did nothing are absent. */
export function agentsOf(hours: readonly ActivityDocument[]): ReadonlyMap<string, AgentActivity> {
  const sums = new Map<string, AgentActivity>();
  for (const { agents } of hours)
    for (const [userId, one] of Object.entries(agents)) {
      sums.set(userId, sum(sums.get(userId) ?? idle, one));
    }
  return sums;
}
