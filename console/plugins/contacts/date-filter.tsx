import Button from '@mui/material/Button';
import Popover from '@mui/material/Popover';
import { CalendarDays, ChevronDown } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { writtenDay } from '../../shell/days.ts';
import { FormTheme } from '../../shell/form/form-theme.tsx';
import { useT } from '../../shell/i18n.ts';
import { DayField } from '../../shell/ui/day-field.tsx';
import { usePopup } from '../../shell/ui/use-popup.ts';
import type { ContactFilter } from './model/contact-filter.ts';

type Days = Pick<ContactFilter, 'dateStart' | 'dateEnd'>;
interface Props {
  readonly days: Days;
  readonly onChange: (days: Days) => void;
}

/** Since when they are contacts: from a day to a day, either of them may be missing. */
export const DateFilter = ({ days, onChange }: Props) => {
  const t = useT();
  const id = useId();
  const { close, button, popup } = usePopup('dialog');
  const [draft, setDraft] = useState(days);
  const { dateStart, dateEnd } = days;
  const said =
    dateStart === '' && dateEnd === ''
      ? t('contacts.date.any')
      : dateStart === dateEnd
        ? writtenDay(dateStart)
        : dateEnd === ''
          ? t('contacts.date.since', { date: writtenDay(dateStart) })
          : dateStart === ''
            ? t('contacts.date.until', { date: writtenDay(dateEnd) })
            : `${writtenDay(dateStart)} – ${writtenDay(dateEnd)}`;
  const choose = (next: Days) => {
    onChange(next);
    close();
  };
  const backwards = draft.dateStart !== '' && draft.dateEnd !== '' && draft.dateStart > draft.dateEnd;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!backwards) choose(draft);
  };
  return (
    <>
      <button
        type="button"
        className={dateStart === '' && dateEnd === '' ? 'chip ct-date' : 'chip ct-date on'}
        {...button}
        onClick={(event) => {
          setDraft(days);
          button.onClick(event);
        }}
      >
        <CalendarDays size={14} aria-hidden="true" />
        <span className="ct-date-name">{t('contacts.date')}</span>
        <b>{said}</b>
        <ChevronDown size={14} aria-hidden="true" />
      </button>
      <Popover
        {...popup}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{ paper: { className: 'ct-pop', role: 'dialog', 'aria-labelledby': id } }}
      >
        <FormTheme>
          <form onSubmit={submit}>
            <h3 id={id}>{t('contacts.date.title')}</h3>
            <div className="form-dialog-pair">
              <DayField
                label={t('contacts.date.from')}
                value={draft.dateStart}
                onChange={(dateStart) => setDraft({ ...draft, dateStart })}
              />
              <DayField
                label={t('contacts.date.to')}
                wrong={backwards && t('contacts.date.backwards')}
                value={draft.dateEnd}
                onChange={(dateEnd) => setDraft({ ...draft, dateEnd })}
              />
            </div>
            <div className="ct-pop-foot">
              <Button onClick={() => choose({ dateStart: '', dateEnd: '' })}>{t('shell.clear')}</Button>
              <Button type="submit" variant="contained" aria-disabled={backwards}>
                {t('contacts.date.apply')}
              </Button>
            </div>
          </form>
        </FormTheme>
      </Popover>
    </>
  );
};
