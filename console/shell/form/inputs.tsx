import { Eye, EyeOff } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { type FieldValues, type Path, useController } from 'react-hook-form';
import { useT } from '../i18n.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { CheckField, LabelledField, type LabelledFieldProps } from './fields.tsx';

// The fields beside this, each bound by its name to the form around it.

/** Returns what a field's code says; the server's own codes are those of the catalogue. */
export const useCodeText = (): ((code: string | undefined) => string | undefined) => {
  const t = useT();
  return (code) =>
    code && t(code.startsWith('ERR_') ? `errors.${code}` : `fields.${code}`, { _: t('fields.invalid') });
};

export interface FieldProps<V extends FieldValues = FieldValues>
  extends Omit<LabelledFieldProps, 'name' | 'wrong' | 'value' | 'defaultValue'> {
  /** Its name in the form around it. */
  readonly name: Path<V>;
}

/** A field of the form around it: a text, or one of a few `choices`. */
export const TextInput = <V extends FieldValues = FieldValues>({
  name,
  onChange,
  ...rest
}: FieldProps<V>) => {
  const { field, fieldState } = useController({ name: name as string });
  const { ref, ...bound } = field;
  return (
    <LabelledField
      {...rest}
      {...bound}
      onChange={(event) => {
        bound.onChange(event);
        onChange?.(event);
      }}
      inputRef={ref}
      wrong={useCodeText()(fieldState.error?.message)}
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

interface CheckProps<V extends FieldValues> {
  readonly name: Path<V>;
  readonly label: ReactNode;
  /** In a list of what is chosen: the one this box is for. */
  readonly choice?: string;
}

/** Yes or no of the form around it; with `choice` one of a list that several may be chosen of. */
export const CheckInput = <V extends FieldValues = FieldValues>({ name, label, choice }: CheckProps<V>) => {
  const { value, onChange } = useController({ name: name as string }).field;
  const chosen = (choice === undefined ? [] : value) as readonly string[];
  return (
    <CheckField
      label={label}
      checked={choice === undefined ? value === true : chosen.includes(choice)}
      onChange={(on) => {
        if (choice === undefined) onChange(on);
        else onChange(on ? [...chosen, choice] : chosen.filter((one) => one !== choice));
      }}
    />
  );
};
