import Button from '@mui/material/Button';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { addDays } from 'date-fns/addDays';
import { addMinutes } from 'date-fns/addMinutes';
import { endOfDay } from 'date-fns/endOfDay';
import { format } from 'date-fns/format';
import { getDay } from 'date-fns/getDay';
import { isSameDay } from 'date-fns/isSameDay';
import { enGB } from 'date-fns/locale/en-GB';
import { es } from 'date-fns/locale/es';
import { ptBR } from 'date-fns/locale/pt-BR';
import { min } from 'date-fns/min';
import { parse } from 'date-fns/parse';
import { startOfDay } from 'date-fns/startOfDay';
import { startOfMonth } from 'date-fns/startOfMonth';
import { startOfWeek } from 'date-fns/startOfWeek';
import { Plus } from 'lucide-react';
import { createContext, useContext, useMemo, useRef, useState } from 'react';
import { Calendar, dateFnsLocalizer, type View } from 'react-big-calendar';
import withDragAndDrop from 'react-big-calendar/lib/addons/dragAndDrop';
import 'react-big-calendar/lib/css/react-big-calendar.css';
import 'react-big-calendar/lib/addons/dragAndDrop/styles.css';
import { useSearchParams } from 'react-router';
import { intlLocale, useLocale, useT } from '../../shell/i18n.ts';
import { notifyError } from '../../shell/notify.ts';
import { useSession } from '../../shell/session.tsx';
import { PageHeader } from '../../shell/ui/page-header.tsx';
import { ErrorState } from '../../shell/ui/states.tsx';
import { CalendarToolbar, SearchContext } from './calendar-toolbar.tsx';
import {
  contactQuery,
  instantOfWall,
  type ScheduleView,
  saveSchedule,
  sendAtOf,
  spanQuery,
  wallOf,
} from './data.ts';
import { DeedButtons, type Deeds, DeleteQuestion } from './deeds.tsx';
import { isWeek, useOpening } from './opening.ts';
import { type Draft, ScheduleDialog } from './schedule-dialog.tsx';
import { isSent, StatusIcon } from './schedule-status.tsx';
import './schedules.css';
import { type Event, together } from './together.ts';

// A CommonJS module: a bundler may hand over what it exports instead of its default.
const dragging = (withDragAndDrop as { default?: typeof withDragAndDrop }).default ?? withDragAndDrop;
const BigCalendar = dragging<Event>(Calendar<Event>);
const weekLocales = { pt: ptBR, en: enGB, es };
const locales = { 'pt-BR': ptBR, 'en-GB': enGB, es };
const localizer = dateFnsLocalizer({ format, parse, startOfWeek, getDay, locales });
const views: View[] = ['month', 'week', 'work_week', 'agenda'];

const DeedsContext = createContext<Deeds>({ edit: () => {}, remove: () => {} });

interface Entry {
  readonly event: Event;
}

/** What stands in a row of days is one of its cells to a screen reader; the calendar says so of its days alone. */
const asCell = (card: HTMLElement | null): void => {
  if (card?.closest('[role="row"]')) card.role = 'cell';
};

/** One of the calendar's: when, to whom, and what can be done with it. */
function EventCard({ event: { schedule, title, start, others } }: Entry) {
  const t = useT();
  const deeds = useContext(DeedsContext);
  if (others !== undefined)
    return (
      <span ref={asCell} className="sc-event row gap-4 narrow">
        <StatusIcon status={schedule.status} />
        <time className="semibold">{format(start, 'HH:mm')}</time>{' '}
        <span className="trunc">
          +{others}
          <span className="vh"> {t('schedules.more')}</span>
        </span>
      </span>
    );
  return (
    <span ref={asCell} className="sc-event row gap-4 narrow">
      <StatusIcon status={schedule.status} />
      <time className="semibold">{format(start, 'HH:mm')}</time> <span className="trunc">{title}</span>
      <DeedButtons schedule={schedule} deeds={deeds} />
    </span>
  );
}

/** One of the agenda's: the time has a column of its own, and there is room for what is said. */
function AgendaEntry({ event: { schedule, title } }: Entry) {
  const deeds = useContext(DeedsContext);
  return (
    <span className="sc-event row gap-4 narrow">
      <StatusIcon status={schedule.status} />
      <span className="grid grow lh-18">
        <b className="body medium trunc">{title}</b>
        <span className="trunc caption muted">{schedule.body}</span>
      </span>
      <DeedButtons schedule={schedule} deeds={deeds} />
    </span>
  );
}

/** A day of the agenda: by its name, and as a date. */
function AgendaDay({ day }: { readonly day: Date }) {
  const t = useT();
  const culture = intlLocale[useLocale()];
  const { timeZone } = useSession().user.company;
  const isToday = isSameDay(day, wallOf(new Date(), timeZone));
  const name = new Intl.DateTimeFormat(culture, { weekday: 'long' }).format(day);
  return (
    <>
      <b className="block">{isToday ? t('schedules.today') : name.replace('-feira', '')}</b>
      <small className="block subtle">{format(day, 'dd/MM')}</small>
    </>
  );
}

/** A day above its column of the week. */
function WeekDay({ date }: { readonly date: Date }) {
  const culture = intlLocale[useLocale()];
  const name = new Intl.DateTimeFormat(culture, { weekday: 'short' }).format(date);
  return (
    <span className="sc-weekday">
      {name.replace('.', '')} <b className="title ink">{format(date, 'd')}</b>
    </span>
  );
}

/** Returns the calendar's own words. */
function useCalendarTexts() {
  const t = useT();
  return {
    today: t('schedules.today'),
    previous: t('schedules.previous'),
    next: t('schedules.next'),
    month: t('schedules.month'),
    week: t('schedules.week'),
    work_week: t('schedules.workWeek'),
    agenda: t('schedules.agenda'),
    date: t('schedules.date'),
    time: t('schedules.time'),
    event: t('schedules.contact'),
    noEventsInRange: t('schedules.none'),
    showMore: (count: number) => `+${count} ${t('schedules.more')}`,
  };
}

const isAgenda = (view: View) => view === 'agenda';
/** Returns the days a view shows, from the first on, before the second. */
function spanOf(date: Date, view: View): readonly [Date, Date] {
  if (isAgenda(view)) return [startOfDay(date), addDays(startOfDay(date), 31)];
  const first = view === 'month' ? startOfMonth(date) : date;
  const start = addDays(startOfDay(first), -7);
  return [start, addDays(start, view === 'month' ? 45 : 21)];
}

/** Returns the events of what is shown, on the company's wall. */
function useEvents(date: Date, view: View, search: string) {
  const { timeZone } = useSession().user.company;
  const [from, until] = spanOf(date, view);
  const { data, error, refetch, isPlaceholderData } = useQuery(
    spanQuery(instantOfWall(from, timeZone), instantOfWall(until, timeZone), search),
  );
  const events = useMemo(
    () =>
      (data?.schedules ?? []).map((schedule): Event => {
        const start = wallOf(schedule.sendAt, timeZone);
        // Past midnight it would stand on two days.
        const end = min([addMinutes(start, 40), endOfDay(start)]);
        return { schedule, title: schedule.contact.name, start, end };
      }),
    [data, timeZone],
  );
  const isKnown = data !== undefined && !isPlaceholderData;
  return { events, count: data?.count, failure: data ? null : error, refetch, isKnown };
}

const components = {
  toolbar: CalendarToolbar,
  event: EventCard,
  agenda: { event: AgendaEntry, date: AgendaDay },
  week: { header: WeekDay },
  work_week: { header: WeekDay },
};
const monthAndYear = (date: Date, culture?: string) =>
  new Intl.DateTimeFormat(culture, { month: 'long', year: 'numeric' }).format(date);
const range = ({ start, end }: { start: Date; end: Date }, culture?: string) =>
  new Intl.DateTimeFormat(culture, {
    day: 'numeric',
    // Two names of months take two lines of a phone.
    month: start.getMonth() === end.getMonth() ? 'long' : '2-digit',
  }).formatRange(start, end);
const formats = {
  dateFormat: 'd',
  weekdayFormat: (date: Date, culture?: string) =>
    new Intl.DateTimeFormat(culture, { weekday: 'short' }).format(date).replace('.', ''),
  timeGutterFormat: 'HH:mm',
  agendaTimeFormat: 'HH:mm',
  agendaTimeRangeFormat: ({ start }: { start: Date }) => format(start, 'HH:mm'),
  monthHeaderFormat: monthAndYear,
  dayRangeHeaderFormat: range,
  agendaHeaderFormat: range,
};
/** Those of the tints; what is still to be sent has the calendar's own. */
const tones: Partial<Record<ScheduleView['status'], string>> = {
  ENVIADA: 'c-none',
  CANCELADA: 'c-none',
  ERRO: 'c-err',
};
const deedsOf = (setOpen: (open: Open) => void, setGone: (gone: ScheduleView) => void): Deeds => ({
  edit: (schedule) => setOpen({ schedule }),
  remove: setGone,
});
type Open = { readonly schedule?: ScheduleView; readonly draft?: Draft } | undefined;

/** The calendar of messages that are sent later, in the company's time. */
export function SchedulesPage() {
  const t = useT();
  const texts = useCalendarTexts();
  const locale = useLocale();
  const cache = useQueryClient();
  const isPhone = useMediaQuery('(max-width: 599px)');
  const { timeZone } = useSession().user.company;
  const [params, setParams] = useSearchParams();
  const [date, setDate] = useState(() => wallOf(new Date(), timeZone));
  const [view, setView] = useState<View>(isPhone ? 'agenda' : 'month');
  const [search, setSearch] = useState('');
  const [open, setOpen] = useState<Open>();
  const [gone, setGone] = useState<ScheduleView>();
  const { events, count, failure, refetch, isKnown } = useEvents(date, view, search);
  const page = useRef<HTMLElement>(null);
  const firstDay = startOfWeek(date, { locale: weekLocales[locale] });
  useOpening(page, events, { view, firstDay, isKnown });
  const askedContact = params.get('contactId');
  const { data: contact } = useQuery({ ...contactQuery(askedContact ?? ''), enabled: askedContact !== null });
  const deeds = useMemo(() => deedsOf(setOpen, setGone), []);
  const shownDialog = open ?? (contact && askedContact !== null ? { draft: { contact } } : undefined);
  const close = () => {
    setOpen(undefined);
    if (askedContact !== null) setParams({}, { replace: true });
  };
  const move = async ({ event, start }: { event: Event; start: Date | string }) => {
    try {
      await saveSchedule(event.schedule.id, { sendAt: sendAtOf(new Date(start)) });
      await cache.invalidateQueries({ queryKey: ['schedules'] });
    } catch (error) {
      notifyError(error);
    }
  };
  return (
    <section ref={page} className="page sc-page at col fill">
      <PageHeader title={t('schedules.title')} {...(count !== undefined && { count })}>
        <Button variant="contained" onClick={() => setOpen({})}>
          <Plus size={16} aria-hidden="true" />
          <span>{t('schedules.add')}</span>
        </Button>
      </PageHeader>
      {count !== undefined && count > events.length ? (
        <p role="status" className="small subtle mb-8">
          {t('schedules.tooMany', { shown: events.length, count })}
        </p>
      ) : null}
      {failure ? (
        // An empty calendar would say that nothing is to be sent.
        <div className="card">
          <ErrorState error={failure} retry={() => void refetch()} />
        </div>
      ) : (
        <SearchContext.Provider value={setSearch}>
          <DeedsContext.Provider value={deeds}>
            <BigCalendar
              localizer={localizer}
              culture={intlLocale[locale]}
              events={isWeek(view) ? [...together(events, isPhone ? 1 : 2)] : events}
              dayLayoutAlgorithm="no-overlap"
              views={views}
              view={view}
              onView={setView}
              date={date}
              onNavigate={setDate}
              getNow={() => wallOf(new Date(), timeZone)}
              messages={texts}
              formats={formats}
              components={components}
              eventPropGetter={({ schedule: { status } }) => ({
                className: `sc-${status.toLowerCase()} ${tones[status] ?? ''}`,
              })}
              onSelectEvent={({ schedule, start, others }) => {
                if (others === undefined) return setOpen({ schedule });
                setDate(start);
                setView('agenda');
              }}
              selectable
              onSelectSlot={({ start, action }) =>
                action === 'click' && view !== 'month' ? setOpen({ draft: { at: start } }) : undefined
              }
              draggableAccessor={({ schedule, others }) => !isSent(schedule) && others === undefined}
              resizable={false}
              onEventDrop={(moved) => void move(moved)}
              length={30}
              enableAutoScroll={false}
              popup
            />
          </DeedsContext.Provider>
        </SearchContext.Provider>
      )}
      {shownDialog ? (
        <ScheduleDialog key={open?.schedule?.id ?? askedContact ?? 'new'} {...shownDialog} onClose={close} />
      ) : null}
      <DeleteQuestion schedule={gone} onClose={() => setGone(undefined)} />
    </section>
  );
}
