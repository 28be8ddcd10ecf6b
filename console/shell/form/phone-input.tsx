import { useController } from 'react-hook-form';
import { LabelledField, type LabelledFieldProps } from './fields.tsx';
import { useCodeText } from './inputs.tsx';
import { maskPhone } from './phone.ts';

/** A Brazilian number of the form around it, masked as (99) 99999-9999. */
export function PhoneInput(props: Pick<LabelledFieldProps, 'label' | 'optional' | 'autoComplete'>) {
  const { field, fieldState } = useController({ name: 'phone' });
  const { ref, ...bound } = field;
  return (
    <LabelledField
      {...props}
      {...bound}
      inputRef={ref}
      type="tel"
      placeholder="(99) 99999-9999"
      // Longer than what it shows: a number pasted with its country's is cut by the mask, not by the browser.
      htmlInput={{ inputMode: 'tel', maxLength: 30 }}
      onChange={(event) => field.onChange(maskPhone(event.target.value))}
      wrong={useCodeText()(fieldState.error?.message)}
    />
  );
}
