import { TZDate } from '@date-fns/tz';
import { addDays } from 'date-fns/addDays';
import { format } from 'date-fns/format';

/** An invoice is there so many days before the company's last. */
const aheadDays = 10;

/** Returns whether an invoice of this due date is due to be issued, by the company's calendar. */
export const isToBeIssued = (dueDate: string, timeZone: string, now: Date): boolean =>
  format(addDays(new TZDate(now, timeZone), aheadDays), 'yyyy-MM-dd') >= dueDate;
