import { intlLocale, useLocale, useT } from '../../shell/i18n.ts';
import { typedTime } from '../../shell/typed.ts';
import { TypedField } from '../../shell/ui/typed-field.tsx';
import type { InputProps } from './field-input.tsx';

interface Day {
  readonly weekday: string;
  readonly weekdayEn: string;
  readonly startTime: string;
  readonly endTime: string;
}

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

/** The day's name in the reader's language: the record keeps it in that of the company. */
const dayName = (day: Day, locale: string): string => {
  const index = weekdays.indexOf(day.weekdayEn);
  if (index === -1) return day.weekday;
  // The first of January 2024 was a Monday.
  const name = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' }).format(
    Date.UTC(2024, 0, 1 + index),
  );
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1);
};

/** Opening hours, a row a weekday. 00:00 to 00:00 is a closed day. */
export const HoursInput = ({ id, value, onChange }: InputProps) => {
  const t = useT();
  const locale = intlLocale[useLocale()];
  const days = (Array.isArray(value) ? value : []) as readonly Day[];
  const set = (index: number, change: Partial<Day>) =>
    onChange(days.map((day, at) => (at === index ? { ...day, ...change } : day)));
  return (
    <div className="rc-hours">
      {days.map((day, index) => (
        <div key={day.weekdayEn} className="row">
          <span className="grow">
            {dayName(day, locale)}
            {day.startTime === '00:00' && day.endTime === '00:00' ? (
              <span className="subtle"> · {t('records.hours.closed')}</span>
            ) : null}
          </span>
          <TypedField
            id={index === 0 ? id : undefined}
            kind={typedTime}
            pattern={t('shell.time.pattern')}
            required
            aria-label={`${dayName(day, locale)}: ${t('records.hours.from')}`}
            value={day.startTime}
            onChange={(startTime) => set(index, { startTime })}
          />
          <span className="subtle" aria-hidden="true">
            –
          </span>
          <TypedField
            kind={typedTime}
            pattern={t('shell.time.pattern')}
            required
            aria-label={`${dayName(day, locale)}: ${t('records.hours.to')}`}
            value={day.endTime}
            onChange={(endTime) => set(index, { endTime })}
          />
        </div>
      ))}
    </div>
  );
};
