import { useController } from 'react-hook-form';
import { DayField } from '../ui/day-field.tsx';
import { useCodeText } from './inputs.tsx';

/** A day of the form around it, `yyyy-MM-dd` or ''. */
export function DayInput({ name, label }: { readonly name: string; readonly label: string }) {
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
