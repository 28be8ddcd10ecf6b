import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { useT } from '../../shell/i18n.ts';
import { useSession } from '../../shell/session.tsx';
import { Slot } from '../../shell/slot.tsx';
import { PageHeader } from '../../shell/ui/page-header.tsx';
import { ErrorState, SkeletonRows } from '../../shell/ui/states.tsx';
import { Attendants } from './attendants.tsx';
import { DayChart, UsersChart } from './charts.tsx';
import { dashboardQuery, rangeOf, todayIn } from './data.ts';
import { Filters } from './filters.tsx';
import './dashboard.css';
import { beginsAtDesk, conversationsOf } from './first-steps.ts';
import { FirstSteps } from './first-steps-card.tsx';
import { useKeptPeriod } from './kept-in-url.ts';
import { Metrics } from './metrics.tsx';
import { useCounters, useFirstSteps } from './use-first-steps.ts';

const atFirst = { days: 30 };

export const DashboardPage = () => {
  const t = useT();
  const today = todayIn(useSession().user.company.timeZone);
  const [period, setPeriod] = useKeptPeriod(atFirst);
  const { data, error, isPending, refetch } = useQuery(dashboardQuery(period));
  const range = rangeOf(period, today);
  const counters = useCounters();
  const firstSteps = useFirstSteps();
  // Before the first conversation a row of zeros says nothing, and no other dates hold more.
  const untouched = counters !== undefined && conversationsOf(counters) === 0;
  const { id } = useSession().user;
  const navigate = useNavigate();
  const begins = untouched && firstSteps !== undefined;
  useEffect(() => {
    if (begins && beginsAtDesk(id)) void navigate('/tickets', { replace: true });
  }, [begins, id, navigate]);
  return (
    <section className="page scroll">
      <PageHeader title={t('dashboard.title')}>
        <Filters today={today} period={period} apply={setPeriod} />
      </PageHeader>
      <Slot name="dashboard.notice" props={{}} />
      {firstSteps === undefined ? null : <FirstSteps {...firstSteps} />}
      {isPending ? (
        <div className="card">
          <SkeletonRows rows={2} height={56} />
        </div>
      ) : null}
      {data === undefined && error !== null ? (
        <div className="card">
          <ErrorState error={error} retry={() => void refetch()} />
        </div>
      ) : null}
      {data === undefined || (untouched && firstSteps !== undefined) ? null : (
        <Metrics counters={data.counters} />
      )}
      <Slot name="dashboard.card" props={range} />
      <div className="db-charts grid gap-16 fixed two mt-16 mb-16">
        <UsersChart today={today} untouched={untouched} />
        <DayChart today={today} untouched={untouched} />
      </div>
      {data === undefined ? null : <Attendants attendants={data.attendants} />}
      <Slot name="dashboard.foot" props={{}} />
    </section>
  );
};
