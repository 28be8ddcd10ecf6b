import { idle, sum } from '../../projections/activity/activity.ts';
import type { ActivityDocument, AgentActivity } from '../../projections/activity/document.ts';
import type { CompanyReader } from '../../projections/ports/read-store.ts';
import type { Period } from './period.ts';

const page = 2_000;

const halfHourMs = 1_800_000;

/** Returns the middle of an hour. Zones that are half or three quarters of one apart have it where most of it is. */
export const middleOf = (hour: string): Date => new Date(Date.parse(hour) + halfHourMs);

/** Returns from which hour and until before which what happened counts with these instants: each hour whose middle lies between. */
export function hoursBetween({
  from,
  until,
}: Pick<Period, 'from' | 'until'>): Pick<Period, 'from' | 'until'> {
  const before = (at: string) => new Date(Date.parse(at) - halfHourMs).toISOString();
  return { from: before(from), until: before(until) };
}

/** Returns the hours of a period, in order. */
export async function hoursOf(
  read: CompanyReader,
  period: Pick<Period, 'from' | 'until'>,
): Promise<readonly ActivityDocument[]> {
  const { from, until } = hoursBetween(period);
  const hours: ActivityDocument[] = [];
  for (;;) {
    const last = hours.at(-1);
    const some = await read.find<ActivityDocument>('activity', {
      where: { hour: { ...(last ? { gt: last.hour } : { gte: from }), lt: until } },
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
