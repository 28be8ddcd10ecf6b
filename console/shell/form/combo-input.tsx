import FormControl from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import InputLabel from '@mui/material/InputLabel';
import { CircleAlert } from 'lucide-react';
import { type ComponentProps, useId } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { useT } from '../i18n.ts';
import { Combobox } from '../ui/combobox.tsx';
import { useCodeText } from './inputs.tsx';

type ComboboxProps<T> = Omit<
  ComponentProps<typeof Combobox<T>>,
  'field' | 'label' | 'value' | 'onChange' | 'keyOf'
>;

interface Props<T> extends ComboboxProps<T> {
  /** Its name in the form around it, where the key of what is chosen stands, or null. */
  readonly name: string;
  readonly label: string;
  readonly optional?: boolean;
  /** Shown while nothing is wrong. */
  readonly hint?: string | undefined;
  readonly keyOf: (option: T) => string;
  /** What is chosen, where the form holds something else than its key. */
  readonly value?: T | null;
  /** Instead of putting the key into the form. */
  readonly onChange?: (option: T | null) => void;
}

/** A choice that is found by typing: label above, hint or error below. Another choice takes back what was refused. */
export function ComboInput<T>({ name, label, optional, hint, value, onChange, ...rest }: Props<T>) {
  const t = useT();
  const id = useId();
  const { clearErrors } = useFormContext();
  const { field, fieldState } = useController({ name });
  const codeText = useCodeText();
  const code = fieldState.error?.message;
  // A code of the form's own is the name of its text.
  const errorText = code?.includes('.') ? t(code) : codeText(code);
  const isWrong = errorText !== undefined;
  const isNoted = isWrong || hint !== undefined;
  const key = field.value as unknown;
  const choose = (option: T | null) => {
    if (onChange === undefined) field.onChange(option === null ? null : rest.keyOf(option));
    else onChange(option);
    clearErrors();
  };
  return (
    <FormControl error={isWrong}>
      <InputLabel htmlFor={id}>
        {label}
        {optional ? <em> · {t('shell.optional')}</em> : null}
      </InputLabel>
      <Combobox<T>
        {...rest}
        field={{
          id,
          'aria-invalid': isWrong,
          'aria-describedby': isNoted ? `${id}-note` : undefined,
        }}
        value={value === undefined ? (rest.options.find((one) => rest.keyOf(one) === key) ?? null) : value}
        onChange={choose}
      />
      {isNoted ? (
        <FormHelperText id={`${id}-note`} {...(isWrong && { role: 'alert' })}>
          {isWrong ? <CircleAlert size={14} /> : null}
          {errorText ?? hint}
        </FormHelperText>
      ) : null}
    </FormControl>
  );
}
