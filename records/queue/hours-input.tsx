import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { useInput } from 'react-admin';
import { FieldFrame } from '../../console/plugins/records/field-frame.tsx';
import type { InputPart } from '../../console/plugins/records/parts.ts';
import { weekOf } from '../../console/shell/hours/week.ts';
import { intlLocale, useLocale, useT } from '../../console/shell/i18n.ts';
import { timeMask } from '../../console/shell/input-mask.ts';
import { TypedField } from '../../console/shell/ui/typed-field.tsx';
import { weekdayName } from '../../console/shell/weekday.ts';
import type { Schedules } from '../../domain/company/hours.ts';

type Day = Schedules[number];

const closedHours = { startTime: '00:00', endTime: '00:00' } as const;
const isClosed = ({ startTime, endTime }: Day): boolean =>
  startTime === closedHours.startTime && endTime === closedHours.endTime;
/** What a day opens with that was closed; those of another open day are likelier still. */
const usual = { startTime: '08:00', endTime: '18:00' } as const;

/** Opening hours, a row a weekday. 00:00 to 00:00 is a closed day: it says so, and has no fields. */
export const HoursInput = ({ value, onChange }: { value: unknown; onChange: (days: Schedules) => void }) => {
  const t = useT();
  const locale = intlLocale[useLocale()];
  const days = weekOf(Array.isArray(value) ? (value as Schedules) : []);
  const setDay = (index: number, change: Partial<Day>) =>
    onChange(days.map((day, at) => (at === index ? { ...day, ...change } : day)));
  const openDay = (index: number, wanted: boolean) => {
    const like = days.find((day) => !isClosed(day)) ?? usual;
    setDay(index, wanted ? { startTime: like.startTime, endTime: like.endTime } : closedHours);
  };
  return (
    <div className="rc-hours col gap-8">
      {days.map((day, index) => (
        <div key={day.weekdayEn} className="row h-40">
          <FormControlLabel
            className="grow"
            label={weekdayName(day, locale)}
            control={
              <Checkbox
                slotProps={{
                  input: { 'aria-label': t('records.hours.open', { day: weekdayName(day, locale) }) },
                }}
                checked={!isClosed(day)}
                onChange={(_, isOpen) => openDay(index, isOpen)}
              />
            }
          />
          {isClosed(day) ? (
            <span className="subtle">{t('records.hours.closed')}</span>
          ) : (
            <>
              <TypedField
                kind={timeMask}
                pattern={t('shell.time.pattern')}
                required
                aria-label={`${weekdayName(day, locale)}: ${t('records.hours.from')}`}
                value={day.startTime}
                onChange={(startTime) => setDay(index, { startTime })}
              />
              <span className="subtle" aria-hidden="true">
                –
              </span>
              <TypedField
                kind={timeMask}
                pattern={t('shell.time.pattern')}
                required
                aria-label={`${weekdayName(day, locale)}: ${t('records.hours.to')}`}
                value={day.endTime}
                onChange={(endTime) => setDay(index, { endTime })}
              />
            </>
          )}
        </div>
      ))}
    </div>
  );
};

/** The hours in a queue's form: their tab says what they are. */
export const HoursField = ({ source, label }: InputPart) => {
  const { id, field, fieldState } = useInput({ source });
  return (
    <FieldFrame id={id} label={label} error={fieldState.error?.message} group untitled>
      <HoursInput value={field.value} onChange={field.onChange} />
    </FieldFrame>
  );
};
