import IconButton from '@mui/material/IconButton';
import { CalendarDays } from 'lucide-react';
import { type ComponentProps, useRef } from 'react';
import { writtenDay } from '../days.ts';
import { useT } from '../i18n.ts';
import { dayMask } from '../input-mask.ts';
import { TypedField } from './typed-field.tsx';
import './day-field.css';

interface Props
  extends Pick<
    ComponentProps<typeof TypedField>,
    'label' | 'wrong' | 'size' | 'value' | 'onChange' | 'aria-label'
  > {
  /** The latest day that may be chosen, `yyyy-MM-dd`. */
  readonly max?: string;
}

/** A day, `yyyy-MM-dd` or '': typed as dd/MM/yyyy, or chosen from the browser's calendar. */
export const DayField = ({ max, ...props }: Props) => {
  const t = useT();
  const calendar = useRef<HTMLInputElement>(null);
  const late = max !== undefined && props.value > max;
  return (
    <span className="day-field at">
      <TypedField
        {...props}
        kind={dayMask}
        pattern={t('shell.day.pattern')}
        problem={late ? t('shell.day.late', { day: writtenDay(max) }) : undefined}
        end={
          <IconButton
            size="small"
            aria-label={t('shell.day.calendar')}
            onClick={() => calendar.current?.showPicker()}
          >
            <CalendarDays size={14} />
          </IconButton>
        }
      />
      <input
        ref={calendar}
        type="date"
        tabIndex={-1}
        aria-hidden="true"
        value={late ? '' : props.value}
        max={max}
        onChange={(event) => props.onChange(event.currentTarget.value)}
      />
    </span>
  );
};
