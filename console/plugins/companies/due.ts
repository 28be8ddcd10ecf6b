import type { CompanyView } from '../../../contract/company.ts';
import { daysBetween } from '../../shell/calendar.ts';

/** How pressing a due date is: the spec's row colours. */
export type Urgency = 'late' | 'near' | 'soon' | 'fine' | 'endless';

export interface Due {
  readonly urgency: Urgency;
  /** To the due date; negative: it has passed. */
  readonly days: number;
}

/** Returns red from four days late, orange from three days late to four ahead, yellow five to seven ahead. */
export function dueOf({ dueDate }: Pick<CompanyView, 'dueDate'>, today: string): Due {
  if (dueDate === null) return { urgency: 'endless', days: 0 };
  const days = daysBetween(today, dueDate);
  return { days, urgency: days <= -4 ? 'late' : days <= 4 ? 'near' : days <= 7 ? 'soon' : 'fine' };
}
