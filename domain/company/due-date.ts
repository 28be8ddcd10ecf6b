import { addMonths } from 'date-fns/addMonths';
import type { Recurrence } from './events.ts';

const months: Readonly<Record<Recurrence, number>> = {
  MENSAL: 1,
  BIMESTRAL: 2,
  TRIMESTRAL: 3,
  SEMESTRAL: 6,
  ANUAL: 12,
};

/** Returns how many months a recurrence has. */
export const monthsOf = (recurrence: Recurrence): number => months[recurrence];

const twoDigits = (number: number) => String(number).padStart(2, '0');

/** Returns the same day one recurrence later (yyyy-MM-dd), the last day of a month that has none. */
export function nextDueDate(day: string, recurrence: Recurrence): string {
  const [year = 1970, month = 1, date = 1] = day.split('-').map(Number);
  const next = addMonths(new Date(year, month - 1, date), months[recurrence]);
  return [next.getFullYear(), twoDigits(next.getMonth() + 1), twoDigits(next.getDate())].join('-');
}
