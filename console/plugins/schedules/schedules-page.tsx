import Button from '@mui/material/Button';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { addHours } from 'date-fns/addHours';
import { addMonths } from 'date-fns/addMonths';
import { format } from 'date-fns/format';
import { getDay } from 'date-fns/getDay';
import { enGB } from 'date-fns/locale/en-GB';
import { es } from 'date-fns/locale/es';
import { ptBR } from 'date-fns/locale/pt-BR';
import { parse } from 'date-fns/parse';
import { startOfMonth } from 'date-fns/startOfMonth';
import { startOfWeek } from 'date-fns/startOfWeek';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { createContext, useContext, useMemo, useState } from 'react';
import { Calendar, dateFnsLocalizer, type View } from 'react-big-calendar';
import withDragAndDrop from 'react-big-calendar/lib/addons/dragAndDrop';
import 'react-big-calendar/lib/css/react-big-calendar.css';
import 'react-big-calendar/lib/addons/dragAndDrop/styles.css';
import { useSearchParams } from 'react-router';
import { type Locale, useLocale, useT } from '../../shell/i18n.ts';
import { notify, notifyError } from '../../shell/notify.ts';
import { useSession } from '../../shell/session.tsx';
import { ConfirmDialog } from '../../shell/ui/confirm-dialog.tsx';
import { IconButton } from '../../shell/ui/icon-button.tsx';
import { PageHeader } from '../../shell/ui/page-header.tsx';
import { SearchField } from '../../shell/ui/search-field.tsx';
import {
  contactQuery,
  deleteSchedule,
  type ScheduleView,
  saveSchedule,
  sendAtOf,
  spanQuery,
  wallOf,
} from './data.ts';
import { type Draft, ScheduleDialog } from './schedule-dialog.tsx';
import './schedules.css';

interface Event {
  readonly schedule: ScheduleView;
  readonly title: string;
  readonly start: Date;
  readonly end: Date;
}
// A CommonJS module: a bundler may hand over what it exports instead of its default.
const dragging = (withDragAndDrop as { default?: typeof withDragAndDrop }).default ?? withDragAndDrop;
const BigCalendar = dragging<Event>(Calendar<Event>);
const cultures: Readonly<Record<Locale, string>> = { pt: 'pt-BR', en: 'en-GB', es: 'es' };
const localizer = dateFnsLocalizer({
  format,
  parse,
  startOfWeek,
  getDay,
  locales: { 'pt-BR': ptBR, 'en-GB': enGB, es },
});
const views: View[] = ['month', 'week', 'work_week', 'agenda'];
const isSent = ({ status }: ScheduleView) => status === 'ENVIADA' || status === 'ENVIANDO';

interface Deeds {
  readonly edit: (schedule: ScheduleView) => void;
  readonly remove: (schedule: ScheduleView) => void;
}
const DeedsContext = createContext<Deeds>({ edit: () => {}, remove: () => {} });

/** One of the calendar's: when, to whom, and what can be done with it. */
function EventCard({
  event: { schedule, title, start },
  isTimed = true,
}: {
  readonly event: Event;
  readonly isTimed?: boolean;
}) {
  const t = useT();
  const { edit, remove } = useContext(DeedsContext);
  return (
    <span className="sc-event">
      {isTimed ? <time>{format(start, 'HH:mm')}</time> : null} <span className="trunc">{title}</span>
      <span className="sc-deeds">
        <IconButton
          small
          icon={Pencil}
          label={t('schedules.edit', { name: title })}
          onClick={(click) => {
            click.stopPropagation();
            edit(schedule);
          }}
        />
        <IconButton
          small
          icon={Trash2}
          label={t('schedules.delete', { name: title })}
          onClick={(click) => {
            click.stopPropagation();
            remove(schedule);
          }}
        />
      </span>
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

/** Returns the events of a span, on the company's wall. */
function useEvents(date: Date, search: string) {
  const { timeZone } = useSession().user.company;
  const first = addMonths(startOfMonth(date), -1);
  const { data } = useQuery(spanQuery(first.toISOString(), addMonths(first, 3).toISOString(), search));
  const events = useMemo(
    () =>
      (data?.schedules ?? []).map((schedule): Event => {
        const start = wallOf(schedule.sendAt, timeZone);
        return { schedule, title: schedule.contact.name, start, end: addHours(start, 1) };
      }),
    [data, timeZone],
  );
  return { events, count: data?.count };
}

/** In the agenda the time has a column of its own. */
const AgendaEntry = (props: { readonly event: Event }) => <EventCard {...props} isTimed={false} />;
const components = { event: EventCard, agenda: { event: AgendaEntry } };
const formats = {
  dateFormat: 'd',
  weekdayFormat: 'EEEEEE',
  dayFormat: 'EEEEEE dd/MM',
  agendaDateFormat: 'EEEEEE dd/MM',
  timeGutterFormat: 'HH:mm',
  agendaTimeFormat: 'HH:mm',
  agendaTimeRangeFormat: ({ start }: { start: Date }) => format(start, 'HH:mm'),
  agendaHeaderFormat: ({ start, end }: { start: Date; end: Date }) =>
    `${format(start, 'dd/MM')} – ${format(end, 'dd/MM')}`,
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
  const { events, count } = useEvents(date, search);
  const asked = params.get('contactId');
  const { data: contact } = useQuery({ ...contactQuery(asked ?? ''), enabled: asked !== null });
  const deeds = useMemo(() => deedsOf(setOpen, setGone), []);
  const shown = open ?? (contact && asked !== null ? { draft: { contact } } : undefined);
  const close = () => {
    setOpen(undefined);
    if (asked !== null) setParams({}, { replace: true });
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
    <section className="page sc-page">
      <PageHeader title={t('schedules.title')} {...(count !== undefined && { count })}>
        <SearchField label={t('schedules.search')} className="sc-search" onSearch={setSearch} />
        {isPhone ? (
          <Button
            variant="contained"
            className="sc-add"
            aria-label={t('schedules.add')}
            onClick={() => setOpen({})}
          >
            <Plus size={18} aria-hidden="true" />
          </Button>
        ) : (
          <Button
            variant="contained"
            startIcon={<Plus size={16} aria-hidden="true" />}
            onClick={() => setOpen({})}
          >
            {t('schedules.add')}
          </Button>
        )}
      </PageHeader>
      <DeedsContext.Provider value={deeds}>
        <BigCalendar
          localizer={localizer}
          culture={cultures[locale]}
          events={events}
          views={views}
          view={view}
          onView={setView}
          date={date}
          onNavigate={setDate}
          getNow={() => wallOf(new Date(), timeZone)}
          messages={texts}
          formats={formats}
          components={components}
          eventPropGetter={({ schedule }) => ({ className: `sc-${schedule.status.toLowerCase()}` })}
          onSelectEvent={({ schedule }) => setOpen({ schedule })}
          selectable
          onSelectSlot={({ start, action }) =>
            action === 'click' && view !== 'month' ? setOpen({ draft: { at: start } }) : undefined
          }
          draggableAccessor={({ schedule }) => !isSent(schedule)}
          resizable={false}
          onEventDrop={(moved) => void move(moved)}
          popup
        />
      </DeedsContext.Provider>
      {shown ? (
        <ScheduleDialog key={open?.schedule?.id ?? asked ?? 'new'} {...shown} onClose={close} />
      ) : null}
      <ConfirmDialog
        open={gone !== undefined}
        title={t('schedules.deleteTitle')}
        onClose={() => setGone(undefined)}
        onConfirm={async () => {
          await deleteSchedule(gone!.id);
          await cache.invalidateQueries({ queryKey: ['schedules'] });
          notify.success('schedules.deleted');
        }}
      />
    </section>
  );
}
