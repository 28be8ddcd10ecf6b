import { useId } from 'react';
import type { RecurrenceRule } from '../../../domain/schedule/events.ts';
import { instantsOf } from '../../../domain/schedule/recurrence.ts';
import { useLocale, useT } from '../../shell/i18n.ts';
import { useSession } from '../../shell/session.tsx';

const shownCount = 4;

/** The next times of a series, as the server will find them, on the company's wall. */
export function Upcoming({
  instants: { rule, first: firstInstant },
}: {
  instants: { rule: RecurrenceRule; first: string };
}) {
  const t = useT();
  const id = useId();
  const { timeZone } = useSession().user.company;
  const format = new Intl.DateTimeFormat(useLocale(), {
    weekday: 'short',
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
  });
  const times = instantsOf(rule, firstInstant, timeZone, shownCount + 1);
  return (
    <div role="status">
      <b className="medium small" id={id}>
        {t('schedules.upcoming')}
      </b>
      {times.length === 1 ? <p>{t('schedules.upcomingNone')}</p> : null}
      <ol className="small muted" aria-labelledby={id}>
        {times.slice(0, shownCount).map((instant) => (
          <li key={instant}>
            <time dateTime={instant}>{format.format(new Date(instant))}</time>
          </li>
        ))}
        {times.length > shownCount ? <li aria-hidden="true">…</li> : null}
      </ol>
    </div>
  );
}
