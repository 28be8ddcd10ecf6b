import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { format } from 'date-fns/format';
import { Clock, Send } from 'lucide-react';
import { useFormContext, useWatch } from 'react-hook-form';
import { connectionsQuery } from '../../shell/connections.ts';
import { useLocale, useT } from '../../shell/i18n.ts';
import { useNow } from '../../shell/use-now.ts';
import { hoursQuery, instantOf, wallOf } from './data.ts';

interface Values {
  readonly day: string;
  readonly time: string;
  readonly connectionId: string;
}

/** Returns in how long an instant comes, in words; undefined: it is here, or past. */
function useDistance(instant: string | undefined): string | undefined {
  const locale = useLocale();
  const now = useNow();
  const minutes = instant === undefined ? 0 : Math.round((Date.parse(instant) - now) / 60_000);
  if (minutes < 1) return undefined;
  const [size, unit] =
    minutes < 60 ? [1, 'minute' as const] : minutes < 2_880 ? [60, 'hour' as const] : [1_440, 'day' as const];
  return new Intl.RelativeTimeFormat(locale).format(Math.round(minutes / size), unit);
}

/** Returns a day and an hour of the company's wall, as one reads them. */
function useWhen(timeZone: string): (instant: string) => string {
  const locale = useLocale();
  return (instant) =>
    new Intl.DateTimeFormat(locale, {
      weekday: 'short',
      day: '2-digit',
      month: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      timeZone,
    }).format(new Date(instant));
}

/**
 * When it goes out, by which connection, and whether the queue's hours are open then: of the time that the form says, while that lies
 * ahead. Where they are closed the time at which they open is offered. `hasFailed`: it does not go out before it is saved.
 */
export function Leaves({
  timeZone,
  queueId,
  hasFailed,
}: {
  readonly timeZone: string;
  readonly queueId: string | null;
  readonly hasFailed: boolean;
}) {
  const t = useT();
  const when = useWhen(timeZone);
  const { setValue } = useFormContext();
  const { day, time, connectionId } = useWatch() as Values;
  const at = instantOf(day, time, timeZone);
  const distance = useDistance(at);
  const { data: connections = [] } = useQuery(connectionsQuery);
  const { data: hours } = useQuery({ ...hoursQuery(at ?? '', queueId), enabled: distance !== undefined });
  if (distance === undefined) return null;
  const connection = connections.find(({ id }) => id === connectionId)?.name;
  const isClosed = hours?.of != null && !hours.isOpen;
  const opensAt = isClosed ? hours.opensAt : null;
  const Icon = isClosed ? Clock : Send;
  const use = (instant: string) => {
    const wall = wallOf(instant, timeZone);
    setValue('day', format(wall, 'yyyy-MM-dd'), { shouldDirty: true });
    setValue('time', format(wall, 'HH:mm'), { shouldDirty: true });
  };
  return (
    <div
      className={
        isClosed ? 'row p-8-12 r-md small bg-warning t-warning' : 'row p-8-12 r-md bg-soft t-accent small'
      }
      role="status"
    >
      <Icon size={16} aria-hidden="true" />
      <span>
        {hasFailed ? null : (
          <b>
            {connection
              ? t('schedules.leaves', { when: distance, connection })
              : t('schedules.leavesAny', { when: distance })}
          </b>
        )}{' '}
        {hours?.of == null ? null : hours.isOpen ? t(`schedules.open.${hours.of}`) : null}
        {isClosed && opensAt === null ? t(`schedules.never.${hours.of}`) : null}
        {isClosed && opensAt !== null ? t(`schedules.closed.${hours.of}`, { when: when(opensAt) }) : null}
        {opensAt === null ? null : (
          <>
            {' '}
            <Button variant="link" className="underlined" onClick={() => use(opensAt)}>
              {t('schedules.useOpening')}
            </Button>
          </>
        )}
      </span>
    </div>
  );
}
