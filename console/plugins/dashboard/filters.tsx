import Button from '@mui/material/Button';
import { useState } from 'react';
import { mostDashboardDays } from '../../../domain/company/dashboard-days.ts';
import { LabelledField } from '../../shell/form/fields.tsx';
import { useT } from '../../shell/i18n.ts';
import { DayField } from '../../shell/ui/day-field.tsx';
import { type Period, type Range, wrongRange } from './data.ts';
import { lengths } from './kept-in-url.ts';
import { useRefusal } from './use-refusal.ts';

type Kind = 'period' | 'date';

/** By the last days, or by date; nothing is asked before 'Filtrar'. */
export const Filters = ({
  today,
  period,
  apply,
}: {
  readonly today: string;
  readonly period: Period;
  readonly apply: (period: Period) => void;
}) => {
  const t = useT();
  const [kind, setKind] = useState<Kind>('days' in period ? 'period' : 'date');
  const [days, setDays] = useState('days' in period ? period.days : 0);
  const [{ from, to }, setRange] = useState('days' in period ? { from: '', to: '' } : period);
  const { refusal, changed, submit } = useRefusal();
  const check = () => {
    if (kind === 'date') return wrongRange({ from, to }, mostDashboardDays);
    return days > 0 ? undefined : { key: 'dashboard.filter.none' };
  };
  const set = (range: Partial<Range>) => {
    changed();
    setRange((held) => ({ ...held, ...range }));
  };
  return (
    <form
      className="db-filters row phone-wrap phone-full at"
      noValidate
      onInput={changed}
      onSubmit={(event) => {
        if (submit(event, check)) apply(kind === 'period' ? { days } : { from, to });
      }}
    >
      <div className="seg grid phone-full" role="tablist" aria-label={t('dashboard.filter.kind')}>
        {(['period', 'date'] as const).map((one) => (
          <button
            key={one}
            type="button"
            role="tab"
            aria-selected={kind === one}
            onClick={() => {
              changed();
              setKind(one);
            }}
          >
            {t(`dashboard.filter.${one}`)}
          </button>
        ))}
      </div>
      {kind === 'period' ? (
        <LabelledField
          size="small"
          htmlInput={{ 'aria-label': t('dashboard.filter.period') }}
          value={days}
          onChange={(event) => setDays(Number(event.target.value))}
          choices={lengths.map((length) => ({
            value: String(length),
            label:
              length === 0
                ? t('dashboard.filter.noPeriod')
                : t('dashboard.filter.last', { smart_count: length }),
          }))}
        />
      ) : (
        <DateRange
          from={from}
          to={to}
          max={today}
          setFrom={(day) => set({ from: day })}
          setTo={(day) => set({ to: day })}
        />
      )}
      <Button type="submit" variant="contained">
        {t('dashboard.filter.apply')}
      </Button>
      <Refusal text={refusal} />
    </form>
  );
};

export const Refusal = ({ text }: { readonly text: string | undefined }) =>
  text === undefined ? null : (
    <p className="hint err line db-refusal" role="alert">
      {text}
    </p>
  );

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
    <span className="db-range row phone-line">
      <DayField
        size="small"
        aria-label={t('dashboard.filter.from')}
        value={from}
        max={max}
        onChange={setFrom}
      />
      <span aria-hidden="true">–</span>
      <DayField size="small" aria-label={t('dashboard.filter.to')} value={to} max={max} onChange={setTo} />
    </span>
  );
};
