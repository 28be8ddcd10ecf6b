import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import TextField, { type TextFieldProps } from '@mui/material/TextField';
import { Eye, EyeOff } from 'lucide-react';
import { createContext, type ReactNode, useContext, useState } from 'react';
import { type FieldValues, type Path, useController } from 'react-hook-form';
import { useT } from '../i18n.ts';
import { IconButton } from '../ui/icon-button.tsx';

/** Where a form's codes have their texts: `contact.error` for `contact.error.short`. */
export const CodeTexts = createContext('fields');

/** What a field's code says; the server's own codes are those of the catalogue. */
export const useCodeText = (): ((code: string | undefined) => string | undefined) => {
  const t = useT();
  const texts = useContext(CodeTexts);
  return (code) =>
    code && t(code.startsWith('ERR_') ? `errors.${code}` : `${texts}.${code}`, { _: t('fields.invalid') });
};

/** A label, and that nothing need be said there. */
export const Label = ({
  text,
  optional,
}: {
  readonly text: string;
  readonly optional?: boolean | undefined;
}) => {
  const t = useT();
  return optional ? (
    <>
      {text} <em>· {t('shell.optional')}</em>
    </>
  ) : (
    text
  );
};

export interface FieldProps<V extends FieldValues = FieldValues>
  extends Omit<TextFieldProps, 'name' | 'label' | 'helperText' | 'error' | 'value' | 'defaultValue'> {
  /** Its name in the form around it. */
  readonly name: Path<V>;
  readonly label: string;
  readonly optional?: boolean | undefined;
  /** Shown while nothing is wrong. */
  readonly hint?: ReactNode;
  /** Said behind what is wrong: what it should look like. */
  readonly like?: string | undefined;
  readonly maxLength?: number | undefined;
  /** Inside the field, at its end. */
  readonly end?: ReactNode;
}

/** A field's value in the form around it, and what MUI's field shows of it. */
export const useField = ({ name, hint, like }: Pick<FieldProps, 'name' | 'hint' | 'like'>) => {
  const { field, fieldState } = useController({ name });
  const said = useCodeText()(fieldState.error?.message);
  const { ref, ...rest } = field;
  return {
    field: { ...rest, inputRef: ref },
    isWrong: said !== undefined,
    shown: {
      error: said !== undefined,
      helperText: said === undefined ? hint : [said, like].filter(Boolean).join(' · '),
    },
  };
};

/** A text field: label above, hint or error below. */
export const TextInput = <V extends FieldValues = FieldValues>(props: FieldProps<V>) => {
  const { name, label, optional, hint, like, maxLength, end, slotProps, ...rest } = props;
  const { field, shown, isWrong } = useField({ name: name as string, hint, like });
  return (
    <TextField
      autoComplete="off"
      {...rest}
      {...field}
      {...shown}
      label={<Label text={label} optional={optional} />}
      slotProps={{
        ...slotProps,
        htmlInput: { maxLength, ...(slotProps?.htmlInput as object) },
        input: { ...(end !== undefined && { endAdornment: end }) },
        formHelperText: { ...(isWrong && { role: 'alert' }) },
      }}
    />
  );
};

/** A password that may be looked at while it is typed. */
export const PasswordInput = <V extends FieldValues = FieldValues>({
  show,
  hide,
  ...props
}: FieldProps<V> & { readonly show: string; readonly hide: string }) => {
  const [isShown, setShown] = useState(false);
  return (
    <TextInput<V>
      {...props}
      type={isShown ? 'text' : 'password'}
      end={
        <IconButton
          small
          icon={isShown ? EyeOff : Eye}
          label={isShown ? hide : show}
          onClick={() => setShown(!isShown)}
        />
      }
    />
  );
};

/** One of a few, with the browser's own list. */
export const SelectInput = <V extends FieldValues = FieldValues>({
  choices,
  ...props
}: FieldProps<V> & { readonly choices: readonly { readonly value: string; readonly label: string }[] }) => (
  <TextInput<V> {...props} select slotProps={{ select: { native: true } }}>
    {choices.map(({ value, label }) => (
      <option key={value} value={value}>
        {label}
      </option>
    ))}
  </TextInput>
);

interface CheckProps<V extends FieldValues> {
  readonly name: Path<V>;
  readonly label: ReactNode;
  /** In a list of what is chosen: the one this box is for. */
  readonly choice?: string;
}

/** Yes or no; with `choice` one of a list that several may be chosen of. */
export const CheckInput = <V extends FieldValues = FieldValues>({ name, label, choice }: CheckProps<V>) => {
  const { field } = useController({ name: name as string });
  const { value, onChange, ref, ...rest } = field;
  const chosen = (choice === undefined ? [] : value) as readonly string[];
  return (
    <FormControlLabel
      label={label}
      control={
        <Checkbox
          {...rest}
          slotProps={{ input: { ref } }}
          checked={choice === undefined ? value === true : chosen.includes(choice)}
          onChange={(_, on) => {
            if (choice === undefined) onChange(on);
            else onChange(on ? [...chosen, choice] : chosen.filter((one) => one !== choice));
          }}
        />
      }
    />
  );
};
