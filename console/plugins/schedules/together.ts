import { max } from 'date-fns/max';
import type { ScheduleView } from './data.ts';
import { isSent } from './schedule-status.tsx';

/** One of the calendar's entries. */
export interface Event {
  readonly schedule: ScheduleView;
  readonly title: string;
  readonly start: Date;
  readonly end: Date;
  /** How many stand here beside this one; absent: none. */
  readonly others?: number;
}

/** Returns of several the one that somebody has to do something about, or still can. */
const foremost = (events: readonly Event[]): ScheduleView | undefined =>
  (
    events.find(({ schedule }) => schedule.status === 'ERRO') ??
    events.find(({ schedule }) => !isSent(schedule)) ??
    events[0]
  )?.schedule;

/**
 * Returns the events with those that overlap as one, where they are more than a day has room for side by side.
 * @param most how many that is
 */
export function together(events: readonly Event[], most: number): readonly Event[] {
  const groups: Event[][] = [];
  let end = new Date(0);
  for (const event of [...events].sort((a, b) => +a.start - +b.start)) {
    const last = groups.at(-1);
    if (last && event.start < end) last.push(event);
    else groups.push([event]);
    end = last && event.start < end ? max([end, event.end]) : event.end;
  }
  return groups.flatMap((group) => {
    const [first] = group;
    const schedule = foremost(group);
    if (!first || !schedule || group.length <= most) return group;
    return { ...first, schedule, end: max(group.map((one) => one.end)), others: group.length - 1 };
  });
}
