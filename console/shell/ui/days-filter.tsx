import Button from '@mui/material/Button';
import Popover from '@mui/material/Popover';
import { CalendarDays, ChevronDown } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { writtenDay } from '../days.ts';
import { FormTheme } from '../form/form-theme.tsx';
import { useT } from '../i18n.ts';
import { ChipButton } from './chips.tsx';
import { DayField } from './day-field.tsx';
import { usePopup } from './use-popup.ts';
import './days-filter.css';
import './filter-menu.css';

/** From a day to a day, `yyyy-MM-dd`; '' restricts nothing. */
export interface Days {
  readonly dateStart: string;
  readonly dateEnd: string;
}
interface Props {
  /** Begins its texts' keys: `contacts.date` has `.any`, `.since`, `.until`, `.title`, `.from`, `.to`, `.backwards`, `.apply`. */
  readonly texts: string;
  readonly className?: string;
  readonly days: Days;
  readonly onChange: (days: Days) => void;
}

/** A list's days: from one to one, either of them may be missing. */
export const DaysFilter = ({ texts, className = '', days, onChange }: Props) => {
  const t = useT();
  const id = useId();
  const { close, button, popup } = usePopup('dialog');
  const [draft, setDraft] = useState(days);
  const { dateStart, dateEnd } = days;
  const rangeText =
    dateStart === '' && dateEnd === ''
      ? t(`${texts}.any`)
      : dateStart === dateEnd
        ? writtenDay(dateStart)
        : dateEnd === ''
          ? t(`${texts}.since`, { date: writtenDay(dateStart) })
          : dateStart === ''
            ? t(`${texts}.until`, { date: writtenDay(dateEnd) })
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
      <ChipButton
        className={`filter-menu ${className}`}
        on={dateStart !== '' || dateEnd !== ''}
        {...button}
        onClick={(event) => {
          setDraft(days);
          button.onClick(event);
        }}
      >
        <CalendarDays size={14} aria-hidden="true" />
        <span className="days-filter-name">{t(texts)}</span>
        <b>{rangeText}</b>
        <ChevronDown size={14} aria-hidden="true" />
      </ChipButton>
      <Popover
        {...popup}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{ paper: { className: 'days-filter', role: 'dialog', 'aria-labelledby': id } }}
      >
        <FormTheme>
          <form className="col gap-12" onSubmit={submit}>
            <h3 className="body" id={id}>
              {t(`${texts}.title`)}
            </h3>
            <div className="grid gap-12 two phone-one">
              <DayField
                label={t(`${texts}.from`)}
                value={draft.dateStart}
                onChange={(dateStart) => setDraft({ ...draft, dateStart })}
              />
              <DayField
                label={t(`${texts}.to`)}
                wrong={backwards && t(`${texts}.backwards`)}
                value={draft.dateEnd}
                onChange={(dateEnd) => setDraft({ ...draft, dateEnd })}
              />
            </div>
            <div className="flex gap-8 end">
              <Button onClick={() => choose({ dateStart: '', dateEnd: '' })}>{t('shell.clear')}</Button>
              <Button type="submit" variant="contained" aria-disabled={backwards}>
                {t(`${texts}.apply`)}
              </Button>
            </div>
          </form>
        </FormTheme>
      </Popover>
    </>
  );
};
