import { useController } from 'react-hook-form';
import { useT } from '../i18n.ts';
import { timeMask } from '../input-mask.ts';
import { DayField } from '../ui/day-field.tsx';
import { TypedField } from '../ui/typed-field.tsx';
import { useCodeText } from './inputs.tsx';

interface Props {
  readonly name: string;
  readonly label: string;
}

/** A day of the form around it, `yyyy-MM-dd` or ''. */
export function DayInput({ name, label }: Props) {
  const { field, fieldState } = useController({ name });
  return (
    <DayField
      label={label}
      value={field.value as string}
      onChange={field.onChange}
      wrong={useCodeText()(fieldState.error?.message)}
    />
  );
}

/** A time of the form around it, `HH:mm`. */
export function TimeInput({ name, label }: Props) {
  const t = useT();
  const { field, fieldState } = useController({ name });
  return (
    <TypedField
      kind={timeMask}
      pattern={t('shell.time.pattern')}
      required
      label={label}
      value={field.value as string}
      onChange={field.onChange}
      wrong={useCodeText()(fieldState.error?.message)}
    />
  );
}
