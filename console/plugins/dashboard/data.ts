import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../shell/api.ts';

/** What a period is asked by: its last days, or its first and last day (yyyy-MM-dd, of the company's time zone). */
export type Period = { readonly days: number } | { readonly from: string; readonly to: string };

interface Compared {
  readonly supportFinished: number;
  readonly leads: number;
  /** Minutes. */
  readonly avgSupportTime: number;
  readonly avgWaitTime: number;
}
export interface Counters extends Compared {
  readonly supportHappening: number;
  readonly supportPending: number;
  readonly totalWhatsappSessions?: number;
  readonly totalCompanies?: number;
  readonly previous: Compared;
}
export interface Attendant {
  readonly id: string;
  readonly name: string;
  readonly rating: number | null;
  readonly conversations: number;
  readonly avgSupportTime: number;
  readonly online: boolean;
  readonly status: 'online' | 'away' | 'offline';
}
export interface Dashboard {
  readonly counters: Counters;
  readonly attendants: readonly Attendant[];
}
export interface Chart<T> {
  readonly data: readonly T[];
  readonly count: number;
}
export interface UserBar {
  readonly id: string;
  readonly name: string;
  readonly quantity: number;
}
export interface TimeBar {
  readonly hour?: string;
  readonly date: string;
  readonly total: number;
}
export interface Range {
  readonly from: string;
  readonly to: string;
}

/** Returns the first and last day of a period: of its last days `today` is one. */
export const rangeOf = (period: Period, today: string): Range => {
  if (!('days' in period)) return period;
  const first = new Date(`${today}T00:00:00Z`);
  first.setUTCDate(first.getUTCDate() + 1 - period.days);
  return { from: first.toISOString().slice(0, 10), to: today };
};

/** Who is at their desk, and what is open, change while one looks. */
const freshness = { refetchInterval: 30_000, staleTime: 5_000, placeholderData: keepPreviousData } as const;

export const dashboardQuery = (period: Period | undefined) =>
  queryOptions({
    queryKey: ['dashboard', period],
    queryFn: ({ signal }) =>
      api<Dashboard>('/dashboard', {
        signal,
        query:
          period === undefined || 'days' in period
            ? { days: period?.days ?? 0 }
            : { date_from: period.from, date_to: period.to },
      }),
    enabled: period !== undefined,
    ...freshness,
  });

const chartQuery = <T>(path: 'ticketsUsers' | 'ticketsDay', { from, to }: Range) =>
  queryOptions({
    queryKey: ['dashboard', path, from, to],
    queryFn: ({ signal }) =>
      api<Chart<T>>(`/dashboard/${path}`, { signal, query: { initialDate: from, finalDate: to } }),
    ...freshness,
  });
export const usersChartQuery = (range: Range) => chartQuery<UserBar>('ticketsUsers', range);
export const dayChartQuery = (range: Range) => chartQuery<TimeBar>('ticketsDay', range);

/** Returns today in a time zone, yyyy-MM-dd. */
export const todayIn = (timeZone: string, now = new Date()): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(
    now,
  );

/** Returns `dd/MM` of a day. */
export const shortDay = (day: string): string => `${day.slice(8, 10)}/${day.slice(5, 7)}`;

/** Returns what is wrong with dates as they were chosen, said before the server has to refuse them; undefined when nothing is. */
export const wrongRange = (
  { from, to }: Range,
  most: number,
): { readonly key: string; readonly values?: Record<string, unknown> } | undefined => {
  if (from === '' || to === '') return { key: 'dashboard.filter.none' };
  if (from > to) return { key: 'dashboard.filter.order' };
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
  return days > most ? { key: 'dashboard.filter.tooLong', values: { days: most } } : undefined;
};

/** Returns minutes as people say them: `14 min`, `1 h 05`. */
export const duration = (minutes: number): { readonly value: string; readonly unit: string } => {
  const whole = Math.round(minutes);
  if (whole < 60) return { value: String(whole), unit: 'min' };
  const hours = Math.floor(whole / 60);
  const rest = String(whole % 60).padStart(2, '0');
  return hours < 100 ? { value: `${hours}h${rest}`, unit: '' } : { value: String(hours), unit: 'h' };
};
