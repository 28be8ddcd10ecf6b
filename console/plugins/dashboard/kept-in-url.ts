import { useMemo } from 'react';
import { mostChartDays, mostDashboardDays } from '../../../domain/company/dashboard-days.ts';
import { isDay, useAddress } from '../../shell/use-address.ts';
import { type Period, type Range, wrongRange } from './data.ts';

/** The lengths that can be asked for; 0 asks for none. */
export const lengths = [0, 3, 7, 15, 30, 60, 90] as const;

/** Returns a range as an address says it; undefined where it says none, or one that would be refused. */
const rangeIn = (params: URLSearchParams, first: string, last: string, most: number): Range | undefined => {
  const [from, to] = [params.get(first), params.get(last)];
  return isDay(from) && isDay(to) && wrongRange({ from, to }, most) === undefined ? { from, to } : undefined;
};

/** Returns the period an address asks for; anybody may have typed it, so what would be refused is nothing. */
export const periodIn = (params: URLSearchParams): Period | undefined => {
  const days = Number(params.get('days'));
  return lengths.some((length) => length > 0 && length === days)
    ? { days }
    : rangeIn(params, 'from', 'to', mostDashboardDays);
};

export const useKeptPeriod = (atFirst: Period): readonly [Period, (period: Period) => void] => {
  const [params, keep] = useAddress();
  const apply = (period: Period) =>
    keep(
      'days' in period
        ? { days: String(period.days), from: undefined, to: undefined }
        : { days: undefined, ...period },
    );
  return [useMemo(() => periodIn(params), [params]) ?? atFirst, apply];
};

/**
 * Returns a chart's days, which the address keeps, and what changes them. @param name of the chart: its days stand
 * beside those of the others
 */
export const useKeptRange = (
  name: 'users' | 'times',
  atFirst: Range,
): readonly [Range, (range: Range) => void] => {
  const [params, keep] = useAddress();
  const names = [`${name}From`, `${name}To`] as const;
  return [
    rangeIn(params, ...names, mostChartDays) ?? atFirst,
    ({ from, to }) => keep({ [names[0]]: from, [names[1]]: to }),
  ];
};
