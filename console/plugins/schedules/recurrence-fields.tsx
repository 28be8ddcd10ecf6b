import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import type { RecurrenceRule } from '../../../domain/schedule/events.ts';
import { DayInput } from '../../shell/form/day-input.tsx';
import { CheckInput, TextInput } from '../../shell/form/inputs.tsx';
import { useLocale, useT } from '../../shell/i18n.ts';
import { loadLater } from '../../shell/later.tsx';
import { useSession } from '../../shell/session.tsx';
import { instantOf, type ScheduleView } from './data.ts';

const frequencies = ['none', 'daily', 'weekly', 'monthly', 'yearly'] as const;
const ends = ['never', 'until', 'count'] as const;
const between = (least: number, most: number) => (text: string) =>
  /^\d+$/.test(text.trim()) && Number(text) >= least && Number(text) <= most;

/** What a form says of whether and how a message comes again. */
export const recurrenceShape = {
  frequency: z.enum(frequencies),
  interval: z.string().refine(between(1, 99), 'invalid'),
  weekdays: z.array(z.string()),
  ends: z.enum(ends),
  until: z.string(),
  count: z.string().refine((text) => text === '' || between(1, 999)(text), 'invalid'),
};
type Values = z.output<z.ZodObject<typeof recurrenceShape>>;

/** Returns the fields' values of a rule that is there. */
export const recurrenceValues = (rule: ScheduleView['recurrence'] | undefined): Values => ({
  frequency: rule?.frequency ?? 'none',
  interval: String(rule?.interval ?? 1),
  weekdays: (rule?.weekdays ?? []).map(String),
  ends: rule?.until ? 'until' : rule?.count ? 'count' : 'never',
  until: rule?.until ?? '',
  count: rule?.count ? String(rule.count) : '',
});

/** Returns the rule that the fields say; null: it goes out once. */
export const recurrenceOf = (values: Values): RecurrenceRule | null =>
  values.frequency === 'none'
    ? null
    : {
        frequency: values.frequency,
        interval: Number(values.interval),
        weekdays: values.frequency === 'weekly' ? values.weekdays.map(Number).toSorted() : [],
        until: values.ends === 'until' && values.until !== '' ? values.until : null,
        count: values.ends === 'count' && values.count !== '' ? Number(values.count) : null,
      };

/** Returns what is wrong with where a series ends, which begins on this day (yyyy-MM-dd): at which field, and its code. */
export function wrongEnd(
  { frequency, ends: end, until, count }: Values,
  day: string,
): { readonly path: 'until' | 'count'; readonly message: string } | undefined {
  if (frequency === 'none' || end === 'never') return undefined;
  const value = end === 'until' ? until : count;
  if (value === '') return { path: end, message: 'required' };
  return end === 'until' && until < day ? { path: end, message: 'beforeFirst' } : undefined;
}

/** The library that counts comes when something is repeated. */
const Upcoming = loadLater<{ instants: { rule: RecurrenceRule; first: string } }>(() =>
  import('./upcoming.tsx').then((m) => ({ default: m.Upcoming })),
);

/** Days of a week by their short names, Sunday first. */
function Weekdays() {
  const t = useT();
  const name = new Intl.DateTimeFormat(useLocale(), { weekday: 'short', timeZone: 'UTC' });
  return (
    <fieldset className="flex wrap" style={{ columnGap: 12 }}>
      <legend className="medium small">{t('schedules.weekdays')}</legend>
      {[0, 1, 2, 3, 4, 5, 6].map((day) => (
        // 1 November 2026 is a Sunday.
        <CheckInput
          key={day}
          name="weekdays"
          choice={String(day)}
          label={name.format(Date.UTC(2026, 10, 1 + day)).replace('.', '')}
        />
      ))}
    </fieldset>
  );
}

/** Whether it comes again: how often, on which days, until when, and the next times that makes. */
export function RecurrenceFields({ isSent }: { readonly isSent: boolean }) {
  const t = useT();
  const { timeZone } = useSession().user.company;
  const values = useWatch() as Values & { readonly day: string; readonly time: string };
  const { frequency } = values;
  const firstInstant = instantOf(values.day, values.time, timeZone);
  const isSound = recurrenceShape.interval.safeParse(values.interval).success;
  const rule = isSound && recurrenceShape.count.safeParse(values.count).success ? recurrenceOf(values) : null;
  return (
    <>
      <div className="grid two gap-12">
        <TextInput
          name="frequency"
          label={t('schedules.repeat')}
          choices={frequencies.map((value) => ({ value, label: t(`schedules.repeat.${value}`) }))}
          disabled={isSent}
        />
        {frequency === 'none' ? null : (
          <TextInput
            name="interval"
            label={`${t('schedules.interval')} (${t(`schedules.unit.${frequency}`)})`}
            inputMode="numeric"
            disabled={isSent}
          />
        )}
      </div>
      {frequency === 'weekly' ? <Weekdays /> : null}
      {frequency === 'none' ? null : (
        <div className="grid two gap-12">
          <TextInput
            name="ends"
            label={t('schedules.ends')}
            choices={ends.map((value) => ({ value, label: t(`schedules.ends.${value}`) }))}
            disabled={isSent}
          />
          {values.ends === 'until' ? <DayInput name="until" label={t('schedules.until')} /> : null}
          {values.ends === 'count' ? (
            <TextInput name="count" label={t('schedules.count')} inputMode="numeric" disabled={isSent} />
          ) : null}
        </div>
      )}
      {rule && firstInstant !== undefined && !isSent ? (
        <Upcoming instants={{ rule, first: firstInstant }} />
      ) : null}
    </>
  );
}
