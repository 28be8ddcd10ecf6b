import { useT } from '../../shell/i18n.ts';
import type { InputProps } from './field-input.tsx';

interface Day {
  readonly weekday: string;
  readonly weekdayEn: string;
  readonly startTime: string;
  readonly endTime: string;
}

/** Opening hours, a row a weekday. 00:00 to 00:00 is a closed day. */
export const HoursInput = ({ id, value, onChange }: InputProps) => {
  const t = useT();
  const days = (Array.isArray(value) ? value : []) as readonly Day[];
  const set = (index: number, change: Partial<Day>) =>
    onChange(days.map((day, at) => (at === index ? { ...day, ...change } : day)));
  return (
    <div className="rc-hours">
      {days.map((day, index) => (
        <div key={day.weekdayEn} className="row">
          <span className="grow">
            {day.weekday}
            {day.startTime === '00:00' && day.endTime === '00:00' ? (
              <span className="subtle"> · {t('records.hours.closed')}</span>
            ) : null}
          </span>
          <input
            id={index === 0 ? id : undefined}
            type="time"
            className="in-t"
            aria-label={`${day.weekday}: ${t('records.hours.from')}`}
            value={day.startTime}
            onChange={(event) => set(index, { startTime: event.currentTarget.value })}
          />
          <span className="subtle" aria-hidden="true">
            –
          </span>
          <input
            type="time"
            className="in-t"
            aria-label={`${day.weekday}: ${t('records.hours.to')}`}
            value={day.endTime}
            onChange={(event) => set(index, { endTime: event.currentTarget.value })}
          />
        </div>
      ))}
    </div>
  );
};
