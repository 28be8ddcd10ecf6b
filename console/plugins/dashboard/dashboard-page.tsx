import { useQuery } from '@tanstack/react-query';
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
import { FirstSteps, useConversations, useFirstSteps } from './first-steps-card.tsx';
import { useKeptPeriod } from './kept-in-url.ts';
import { Metrics } from './metrics.tsx';

const atFirst = { days: 30 };

export const DashboardPage = () => {
  const t = useT();
  const today = todayIn(useSession().user.company.timeZone);
  const [period, setPeriod] = useKeptPeriod(atFirst);
  const { data, error, isPending, refetch } = useQuery(dashboardQuery(period));
  const range = rangeOf(period, today);
  const conversations = useConversations();
  const first = useFirstSteps(conversations);
  // Before the first conversation a row of zeros says nothing, and no other dates hold more.
  const untouched = conversations === 0;
  return (
    <section className="page scroll">
      <PageHeader title={t('dashboard.title')}>
        <Filters today={today} period={period} apply={setPeriod} />
      </PageHeader>
      <Slot name="dashboard.notice" props={{}} />
      {first === undefined ? null : <FirstSteps {...first} />}
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
      {data === undefined || (untouched && first !== undefined) ? null : <Metrics counters={data.counters} />}
      <Slot name="dashboard.card" props={range} />
      <div className="db-charts">
        <UsersChart today={today} untouched={untouched} />
        <DayChart today={today} untouched={untouched} />
      </div>
      {data === undefined ? null : <Attendants attendants={data.attendants} />}
      <Slot name="dashboard.foot" props={{}} />
    </section>
  );
};
