import Button from '@mui/material/Button';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Copy, DoorClosed, DoorOpen, TriangleAlert } from 'lucide-react';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import type { Schedules } from '../../../domain/company/hours.ts';
import { api } from '../../shell/api.ts';
import { companyHoursQuery } from '../../shell/company-hours.ts';
import { connectionsQuery } from '../../shell/connections.ts';
import { FormTheme } from '../../shell/form/form-theme.tsx';
import { LeaveGuard } from '../../shell/form/leaving.tsx';
import { HoursTable } from '../../shell/hours/hours-table.tsx';
import { clockIn, standingAt, weekOf } from '../../shell/hours/week.ts';
import { intlLocale, useLocale, useT } from '../../shell/i18n.ts';
import { notify, notifyError } from '../../shell/notify.ts';
import { useSession } from '../../shell/session.tsx';
import { ErrorState, SkeletonRows } from '../../shell/ui/states.tsx';
import { useNow } from '../../shell/use-now.ts';
import { weekdayName } from '../../shell/weekday.ts';
import './hours.css';

const twoDigits = (number: number) => String(number).padStart(2, '0');

/** Whether customers are answered now, by the hours that are saved, and until when. */
function Standing({ week, timeZone }: { readonly week: Schedules; readonly timeZone: string }) {
  const t = useT();
  const locale = intlLocale[useLocale()];
  const now = useNow();
  const { open, until } = standingAt(week, timeZone, now);
  const Icon = open ? DoorOpen : DoorClosed;
  const today = clockIn(timeZone, now).day;
  const day = week[until?.day ?? 0];
  const isToday = until?.day === today && until.left < 24 * 60;
  return (
    <>
      <span className={`status ${open ? 'c-ok' : 'c-none'}`}>
        <Icon className="i" size={16} aria-hidden="true" />
        {t(open ? 'settings.hours.open' : 'settings.hours.closedNow')}
      </span>
      <p className="grow">
        {until === undefined || day === undefined
          ? null
          : t(`settings.hours.${open ? 'closes' : 'opens'}${isToday ? '' : 'On'}`, {
              day: weekdayName(day, locale).toLocaleLowerCase(locale),
              time: `${twoDigits(Math.floor(until.minute / 60))}:${twoDigits(until.minute % 60)}`,
              hours: Math.floor(until.left / 60),
              minutes: until.left % 60,
            })}
      </p>
    </>
  );
}

/** What somebody reads who writes while it is closed. */
function Outside() {
  const t = useT();
  const { data: connections } = useQuery(connectionsQuery);
  const connection = connections?.find(({ isDefault }) => isDefault) ?? connections?.[0];
  return (
    <aside className="card">
      <div className="card-h row">
        <h2>{t('settings.hours.outside')}</h2>
      </div>
      <div className="grid gap-12 start-x p-8-16-16">
        {connection?.outOfHoursMessage ? (
          <blockquote className="ho-bubble anywhere p-8-12 boxed">{connection.outOfHoursMessage}</blockquote>
        ) : null}
        <p className="caption subtle">
          {connection && !connection.outOfHoursMessage
            ? t('settings.hours.outside.none', { name: connection.name })
            : t('settings.hours.outside.text')}
        </p>
        <Button size="small" variant="outlined" component={Link} to="/connections">
          {t('settings.hours.outside.edit')}
        </Button>
      </div>
    </aside>
  );
}

interface Draft {
  readonly week: Schedules;
  /** The hours that were changed, as they stood. */
  readonly base: string;
}

/** The week as it is saved, and as it is being changed: what a colleague saves meanwhile is said, not overwritten unseen. */
function HoursForm({ schedules }: { readonly schedules: Schedules }) {
  const t = useT();
  const cache = useQueryClient();
  const { id, timeZone } = useSession().user.company;
  const [draft, setDraft] = useState<Draft>();
  const base = JSON.stringify(schedules);
  const week = draft?.week ?? weekOf(schedules);
  // A second click comes before the first is drawn.
  const sending = useRef(false);
  const save = useMutation({
    mutationFn: () =>
      api<{ schedules: Schedules }>(`/companies/${id}/schedules`, {
        method: 'PUT',
        body: { id, schedules: week },
      }),
    onSuccess: (company) => {
      cache.setQueryData(companyHoursQuery(id).queryKey, company);
      setDraft(undefined);
      notify.success('settings.hours.saved');
    },
    onError: (error) => notifyError(error),
    onSettled: () => {
      sending.current = false;
    },
  });
  const isIdle = draft === undefined || save.isPending;
  const monday = week[0];
  const change = (next: Schedules) => setDraft({ base: draft?.base ?? base, week: next });
  return (
    <form
      className="card"
      aria-label={t('settings.tab.hours')}
      onSubmit={(event) => {
        event.preventDefault();
        if (isIdle || sending.current) return;
        sending.current = true;
        save.mutate();
      }}
    >
      <div className="card-h row phone-wrap small muted">
        <Standing week={weekOf(schedules)} timeZone={timeZone} />
        <Button
          startIcon={<Copy size={16} aria-hidden="true" />}
          onClick={() =>
            change(
              week.map((day, at) =>
                monday && at < 5 ? { ...day, startTime: monday.startTime, endTime: monday.endTime } : day,
              ),
            )
          }
        >
          {t('settings.hours.repeat')}
        </Button>
      </div>
      <LeaveGuard isUnsaved={draft !== undefined && !save.isPending} />
      <HoursTable week={week} timeZone={timeZone} onChange={change} />
      {draft !== undefined && draft.base !== base && !save.isPending ? (
        <p className="row wrap p-12-16 line-t small bg-warning t-warning" role="alert">
          <TriangleAlert size={16} aria-hidden="true" />
          <span className="grow">{t('settings.hours.stale')}</span>
          <Button size="small" onClick={() => setDraft(undefined)}>
            {t('settings.hours.theirs')}
          </Button>
        </p>
      ) : null}
      <footer className="row wrap p-12-16 line-t small muted">
        <p className="grow">{t('settings.hours.hint')}</p>
        <Button disabled={isIdle} onClick={() => setDraft(undefined)}>
          {t('shell.cancel')}
        </Button>
        <Button
          type="submit"
          variant="contained"
          disabled={draft === undefined}
          aria-disabled={isIdle}
          aria-busy={save.isPending}
        >
          {t('shell.save')}
        </Button>
      </footer>
    </form>
  );
}

/** Tab Horários: when the company answers, in its own time zone. */
export function HoursTab() {
  const { id } = useSession().user.company;
  const { data, error, refetch } = useQuery(companyHoursQuery(id));
  if (data === undefined)
    return error ? <ErrorState error={error} retry={() => void refetch()} /> : <SkeletonRows rows={7} />;
  return (
    <FormTheme>
      <div className="split">
        <HoursForm schedules={data.schedules} />
        <Outside />
      </div>
    </FormTheme>
  );
}
