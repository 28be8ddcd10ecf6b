import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { DashboardView, TimeChart, UsersChart } from '../../../contract/dashboard.ts';
import { api } from '../../shell/api.ts';

/** What a period is asked by: its last days, or its first and last day (yyyy-MM-dd, of the company's time zone). */
export type Period = { readonly days: number } | { readonly from: string; readonly to: string };

export type Counters = DashboardView['counters'];
export type Attendant = DashboardView['attendants'][number];
export type TimeBar = TimeChart['data'][number];
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
      api<DashboardView>('/dashboard', {
        signal,
        query:
          period === undefined || 'days' in period
            ? { days: period?.days ?? 0 }
            : { date_from: period.from, date_to: period.to },
      }),
    enabled: period !== undefined,
    ...freshness,
  });

const chartQuery = <Chart>(path: 'ticketsUsers' | 'ticketsDay', { from, to }: Range) =>
  queryOptions({
    queryKey: ['dashboard', path, from, to],
    queryFn: ({ signal }) =>
      api<Chart>(`/dashboard/${path}`, { signal, query: { initialDate: from, finalDate: to } }),
    ...freshness,
  });
export const usersChartQuery = (range: Range) => chartQuery<UsersChart>('ticketsUsers', range);
export const dayChartQuery = (range: Range) => chartQuery<TimeChart>('ticketsDay', range);

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
