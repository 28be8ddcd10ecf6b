import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { mostChartDays } from '../../../domain/company/dashboard-days.ts';
import { useT } from '../../shell/i18n.ts';
import { notify } from '../../shell/notify.ts';
import { EmptyState, ErrorState, SkeletonRows } from '../../shell/ui/states.tsx';
import type { NamedBar } from './bars.tsx';
import { dayChartQuery, type Range, shortDay, type TimeBar, usersChartQuery, wrongRange } from './data.ts';
import { DateRange, Refusal } from './filters.tsx';
import { useKeptRange } from './kept-in-url.ts';
import { useRefusal } from './use-refusal.ts';

const Rows = lazy(() => import('./bars.tsx').then((m) => ({ default: m.Rows })));
const Columns = lazy(() => import('./bars.tsx').then((m) => ({ default: m.Columns })));
type BarsProps = ComponentProps<typeof Rows>;

/** A chart's card with its own dates, asked for by its own button. */
const ChartCard = ({
  title,
  range,
  today,
  apply,
  children,
}: {
  readonly title: string;
  readonly range: Range;
  readonly today: string;
  readonly apply: (range: Range) => void;
  readonly children: ReactNode;
}) => {
  const t = useT();
  const [from, setFrom] = useState(range.from);
  const [to, setTo] = useState(range.to);
  const { refusal, changed, submit } = useRefusal();
  return (
    <section className="card db-chart col narrow" aria-label={title}>
      <form
        className="card-h row wrap"
        noValidate
        onInput={changed}
        onSubmit={(event) => {
          if (submit(event, () => wrongRange({ from, to }, mostChartDays))) apply({ from, to });
        }}
      >
        <h2 className="trunc phone-line">{title}</h2>
        <DateRange from={from} to={to} max={today} setFrom={setFrom} setTo={setTo} />
        <Button className="phone-full" type="submit" size="small">
          {t('dashboard.filter.apply')}
        </Button>
        <Refusal text={refusal} />
      </form>
      {children}
    </section>
  );
};

/** What a chart's query shows while it has no bars; the toast says what could not be had. */
const Pending = ({
  error,
  loading,
  failure,
  first,
  retry,
}: {
  readonly error: unknown;
  readonly loading: boolean;
  readonly failure: string;
  /** What will stand here, said before there was ever anything. */
  readonly first: string | undefined;
  readonly retry: () => void;
}) => {
  const t = useT();
  // Asked again every half minute it fails with another error each time: that is said once.
  const failed = error !== null;
  useEffect(() => {
    if (failed) notify.error(failure);
  }, [failed, failure]);
  if (failed) return <ErrorState error={error} title={t(failure)} retry={retry} />;
  if (loading) return <SkeletonRows rows={4} height={36} />;
  if (first !== undefined) return <EmptyState title={t('dashboard.chart.first')} text={t(first)} />;
  return <EmptyState title={t('dashboard.chart.empty')} text={t('dashboard.chart.emptyText')} />;
};

const Bars = ({ kind, ...props }: { readonly kind: 'Rows' | 'Columns' } & BarsProps) => (
  <Suspense fallback={<SkeletonRows rows={4} height={36} />}>
    {kind === 'Rows' ? <Rows {...props} /> : <Columns {...props} />}
  </Suspense>
);

const namedTime = ({ hour, date, total }: TimeBar): NamedBar => ({
  id: `${date}${hour}`,
  name: hour === undefined ? shortDay(date) : `${Number(hour)}h`,
  count: total,
});

interface ChartProps {
  readonly today: string;
  /** No conversation yet: other dates hold no more. */
  readonly untouched: boolean;
}

export const UsersChart = ({ today, untouched }: ChartProps) => {
  const t = useT();
  const [range, setRange] = useKeptRange('users', {
    from: `${today.slice(0, 8)}01`,
    to: today,
  });
  const { data, error, isPending, refetch } = useQuery(usersChartQuery(range));
  return (
    <ChartCard title={t('dashboard.chart.users')} range={range} today={today} apply={setRange}>
      {data !== undefined && data.count > 0 ? (
        <Bars
          kind="Rows"
          label={t('dashboard.chart.users')}
          bars={data.data.map(({ id, name, quantity }) => ({ id, name, count: quantity }))}
        />
      ) : (
        <Pending
          error={data === undefined ? error : null}
          loading={isPending}
          failure="dashboard.chart.usersFailed"
          first={untouched ? 'dashboard.chart.first.users' : undefined}
          retry={() => void refetch()}
        />
      )}
    </ChartCard>
  );
};

export const DayChart = ({ today, untouched }: ChartProps) => {
  const t = useT();
  const [range, setRange] = useKeptRange('times', { from: today, to: today });
  const { data, error, isPending, refetch } = useQuery(dayChartQuery(range));
  const title = t(range.from === range.to ? 'dashboard.chart.hours' : 'dashboard.chart.days');
  return (
    <ChartCard title={title} range={range} today={today} apply={setRange}>
      {data !== undefined && data.count > 0 ? (
        <Bars kind="Columns" label={title} bars={data.data.map(namedTime)} />
      ) : (
        <Pending
          error={data === undefined ? error : null}
          loading={isPending}
          failure="dashboard.chart.dayFailed"
          first={untouched ? 'dashboard.chart.first.times' : undefined}
          retry={() => void refetch()}
        />
      )}
    </ChartCard>
  );
};
