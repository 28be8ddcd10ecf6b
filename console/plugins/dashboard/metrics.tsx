import {
  ArrowDown,
  ArrowUp,
  Building2,
  CircleCheck,
  Clock,
  Hourglass,
  MessagesSquare,
  Plug,
  Timer,
  UserPlus,
} from 'lucide-react';
import type { ComponentType } from 'react';
import { useT } from '../../shell/i18n.ts';
import { type Counters, duration } from './data.ts';

const delta = 'row gap-4 caption lh-16 subtle nowrap mt-2';

type Icon = ComponentType<{ size?: number; className?: string; 'aria-hidden'?: 'true' }>;

/** How a number moved: `good` tells whether more is better. */
const Delta = ({
  now,
  before,
  good,
  minutes = false,
}: {
  readonly now: number;
  readonly before: number;
  readonly good: 'more' | 'less';
  readonly minutes?: boolean;
}) => {
  const t = useT();
  const change = minutes ? Math.round(now - before) : Math.round(((now - before) / before) * 100);
  // Without anything to compare with, a percentage says nothing.
  if (before === 0 || change === 0)
    return <p className={delta}>{t(before === 0 ? 'dashboard.delta.none' : 'dashboard.delta.same')}</p>;
  const Arrow = change > 0 ? ArrowUp : ArrowDown;
  const better = change > 0 === (good === 'more');
  const { value, unit } = duration(Math.abs(change));
  return (
    <p className={delta}>
      <b className={`inline gap-2 ${better ? 't-success' : 't-danger'}`}>
        <Arrow className="i i-xs" size={14} aria-hidden="true" />
        <span className="vh">{t(change > 0 ? 'dashboard.delta.more' : 'dashboard.delta.less')}</span>
        {minutes ? `${value} ${unit}`.trim() : `${Math.abs(change)}%`}
      </b>
      {t('dashboard.delta.before')}
    </p>
  );
};

const Metric = ({
  icon: Glyph,
  name,
  value,
  unit = '',
  children,
}: {
  readonly icon: Icon;
  readonly name: string;
  readonly value: number | string;
  readonly unit?: string;
  readonly children?: React.ReactNode;
}) => {
  const t = useT();
  return (
    <li className="card metric p-12-16-16">
      <p className="lab row gap-6 small lh-18 muted nowrap">
        <Glyph className="subtle" size={16} aria-hidden="true" />
        {t(`dashboard.card.${name}`)}
      </p>
      <p className="v figure semibold num mt-4">
        {value} {unit === '' ? null : <small className="body lh-16 medium muted">{unit}</small>}
      </p>
      {children ?? <p className={delta}>{t('dashboard.delta.now')}</p>}
    </li>
  );
};

export const Metrics = ({ counters }: { readonly counters: Counters }) => {
  const { previous, totalWhatsappSessions, totalCompanies } = counters;
  return (
    <ul className="db-metrics grid gap-16 fixed">
      {totalWhatsappSessions === undefined ? null : (
        <Metric icon={Plug} name="connections" value={totalWhatsappSessions} />
      )}
      {totalCompanies === undefined ? null : (
        <Metric icon={Building2} name="companies" value={totalCompanies} />
      )}
      <Metric icon={MessagesSquare} name="open" value={counters.supportHappening} />
      <Metric icon={Hourglass} name="pending" value={counters.supportPending} />
      <Metric icon={CircleCheck} name="finished" value={counters.supportFinished}>
        <Delta now={counters.supportFinished} before={previous.supportFinished} good="more" />
      </Metric>
      <Metric icon={UserPlus} name="leads" value={counters.leads}>
        <Delta now={counters.leads} before={previous.leads} good="more" />
      </Metric>
      <Metric icon={Timer} name="talk" {...duration(counters.avgSupportTime)}>
        <Delta now={counters.avgSupportTime} before={previous.avgSupportTime} good="less" minutes />
      </Metric>
      <Metric icon={Clock} name="wait" {...duration(counters.avgWaitTime)}>
        <Delta now={counters.avgWaitTime} before={previous.avgWaitTime} good="less" minutes />
      </Metric>
    </ul>
  );
};
