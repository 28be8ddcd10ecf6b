import { useState } from 'react';
import { mostDashboardDays } from '../../../domain/company/dashboard-days.ts';
import { useT } from '../../shell/i18n.ts';
import { notify } from '../../shell/notify.ts';
import { DayField } from '../../shell/ui/day-field.tsx';
import { type Period, wrongRange } from './data.ts';

const lengths = [0, 3, 7, 15, 30, 60, 90] as const;
type Kind = 'period' | 'date';

/** By the last days, or by date; nothing is asked before 'Filtrar'. */
export const Filters = ({
  today,
  days: initialDays,
  apply,
}: {
  readonly today: string;
  readonly days: number;
  readonly apply: (period: Period) => void;
}) => {
  const t = useT();
  const [kind, setKind] = useState<Kind>('period');
  const [days, setDays] = useState(initialDays);
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const submit = () => {
    if (kind === 'period' && days > 0) return apply({ days });
    const wrong =
      kind === 'period' ? { key: 'dashboard.filter.none' } : wrongRange({ from, to }, mostDashboardDays);
    if (wrong === undefined) apply({ from, to });
    else notify.error(wrong.key, wrong);
  };
  return (
    <form
      className="db-filters"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div className="seg" role="tablist" aria-label={t('dashboard.filter.kind')}>
        {(['period', 'date'] as const).map((one) => (
          <button
            key={one}
            type="button"
            role="tab"
            aria-selected={kind === one}
            onClick={() => setKind(one)}
          >
            {t(`dashboard.filter.${one}`)}
          </button>
        ))}
      </div>
      {kind === 'period' ? (
        <select
          className="in-t"
          aria-label={t('dashboard.filter.period')}
          value={days}
          onChange={(event) => setDays(Number(event.target.value))}
        >
          {lengths.map((length) => (
            <option key={length} value={length}>
              {length === 0
                ? t('dashboard.filter.noPeriod')
                : t('dashboard.filter.last', { smart_count: length })}
            </option>
          ))}
        </select>
      ) : (
        <DateRange from={from} to={to} max={today} setFrom={setFrom} setTo={setTo} />
      )}
      <button type="submit" className="btn btn-primary">
        {t('dashboard.filter.apply')}
      </button>
    </form>
  );
};

export const DateRange = ({
  from,
  to,
  max,
  setFrom,
  setTo,
}: {
  readonly from: string;
  readonly to: string;
  readonly max: string;
  readonly setFrom: (day: string) => void;
  readonly setTo: (day: string) => void;
}) => {
  const t = useT();
  return (
    <span className="db-range">
      <DayField aria-label={t('dashboard.filter.from')} value={from} max={max} onChange={setFrom} />
      <span aria-hidden="true">–</span>
      <DayField aria-label={t('dashboard.filter.to')} value={to} max={max} onChange={setTo} />
    </span>
  );
};
