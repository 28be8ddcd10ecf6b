import { useController } from 'react-hook-form';
import { intlLocale, useLocale } from '../i18n.ts';
import { LabelledField, type LabelledFieldProps } from './fields.tsx';
import { useCodeText } from './inputs.tsx';

/** Nine digits: what a plan may cost. */
const mostDigits = 9;

/** An amount of the form around it, typed in cents from the right as cash machines have it: 34990 is 349,90. */
export function MoneyInput({ name, label }: { readonly name: string } & Pick<LabelledFieldProps, 'label'>) {
  const { field, fieldState } = useController({ name });
  const { ref, value, ...bound } = field;
  const locale = intlLocale[useLocale()];
  const written = new Intl.NumberFormat(locale, { minimumFractionDigits: 2 }).format(Number(value) || 0);
  return (
    <LabelledField
      {...bound}
      label={label}
      inputRef={ref}
      value={written}
      htmlInput={{ inputMode: 'numeric', className: 'num' }}
      // Digits come in at the end alone; what stands there is replaced.
      onFocus={({ target }) => target.select()}
      onSelect={({ target }) => {
        const { selectionStart, selectionEnd, value: text } = target as HTMLInputElement;
        if (selectionStart === selectionEnd && selectionEnd !== text.length)
          (target as HTMLInputElement).setSelectionRange(text.length, text.length);
      }}
      onChange={({ target }) =>
        field.onChange(Number(target.value.replace(/\D/g, '').slice(-mostDigits)) / 100)
      }
      wrong={useCodeText()(fieldState.error?.message)}
    />
  );
}
