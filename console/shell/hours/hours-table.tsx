/** The opening hours of a week, of a company or a queue: the table in which they are seen and changed. */

import type { Schedules } from '../../../domain/company/hours.ts';
import { intlLocale, useLocale, useT } from '../i18n.ts';
import { timeMask } from '../input-mask.ts';
import { TypedField } from '../ui/typed-field.tsx';
import { useNow } from '../use-now.ts';
import { weekdayName } from '../weekday.ts';
import { clockIn, minutesOf, openMinutes } from './week.ts';
import './hours-table.css';

const percent = (minutes: number) => `${(minutes / 1440) * 100}%`;

interface LineProps {
  readonly from: number;
  readonly length: number;
  /** The minute that it is now, on the line of today. */
  readonly now: number | undefined;
}

/** The hours of a day as a stretch of a line; one that goes on after midnight leaves it at its end. */
function DayLine({ from, length, now }: LineProps) {
  return (
    <span className="ho-line at block r-xs">
      {length > 0 ? (
        <i
          className="r-xs"
          style={{ left: percent(from), right: percent(Math.max(0, 1440 - from - length)) }}
        />
      ) : null}
      {now === undefined ? null : <b style={{ left: percent(now) }} />}
    </span>
  );
}

interface Props {
  readonly week: Schedules;
  readonly timeZone: string;
  readonly onChange: (week: Schedules) => void;
}

/** A row a weekday: its two times, the line of the day, and how long it is open. */
export function HoursTable({ week, timeZone, onChange }: Props) {
  const t = useT();
  const locale = intlLocale[useLocale()];
  const today = clockIn(timeZone, useNow());
  const setTimes = (index: number, times: Partial<Schedules[number]>) =>
    onChange(week.map((day, at) => (at === index ? { ...day, ...times } : day)));
  return (
    <table className="table dense ho-table">
      <thead>
        <tr>
          {['day', 'from', 'to'].map((column) => (
            <th key={column} scope="col">
              {t(`settings.hours.${column}`)}
            </th>
          ))}
          <th scope="col" className="ho-wide wide-only">
            <span className="ho-scale num at block" aria-hidden="true">
              {[0, 6, 12, 18, 24].map((hour) => (
                <i className="lh-16" key={hour} style={{ left: percent(hour * 60) }}>
                  {hour}h
                </i>
              ))}
            </span>
            <span className="vh">{t('settings.hours.line')}</span>
          </th>
          <th scope="col" className="r">
            {t('settings.hours.length')}
          </th>
        </tr>
      </thead>
      <tbody>
        {week.map((day, index) => {
          const name = weekdayName(day, locale);
          const length = openMinutes(day);
          const isToday = index === today.day;
          const field = (time: 'startTime' | 'endTime', label: string) => (
            <td>
              <TypedField
                kind={timeMask}
                size="small"
                pattern={t('shell.time.pattern')}
                required
                aria-label={`${name}: ${t(label)}`}
                value={day[time]}
                onChange={(value) => setTimes(index, { [time]: value })}
              />
            </td>
          );
          return (
            <tr key={day.weekdayEn} data-today={isToday}>
              <th scope="row">
                {name}{' '}
                {isToday ? <small className="semibold t-accent">{t('settings.hours.today')}</small> : null}
              </th>
              {field('startTime', 'settings.hours.from')}
              {field('endTime', 'settings.hours.to')}
              <td className="ho-wide wide-only">
                <DayLine
                  from={minutesOf(day.startTime)}
                  length={length}
                  now={isToday ? today.minute : undefined}
                />
              </td>
              <td className="r num">
                {length === 0
                  ? t('settings.hours.closed')
                  : t(length % 60 === 0 ? 'settings.hours.whole' : 'settings.hours.part', {
                      hours: Math.floor(length / 60),
                      minutes: length % 60,
                    })}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
