import { TZDate } from '@date-fns/tz';

/** Whether a company's last day (yyyy-MM-dd, null: none) is over: whole, in its own time zone. */
export const isOverdue = (dueDate: string | null, timeZone: string, now: Date): boolean =>
  dueDate !== null && new TZDate(now, timeZone).toISOString().slice(0, 10) > dueDate;
