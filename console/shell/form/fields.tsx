import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import TextField, { type TextFieldProps } from '@mui/material/TextField';
import { CircleAlert } from 'lucide-react';
import { type InputHTMLAttributes, type ReactNode, useId } from 'react';
import { useT } from '../i18n.ts';

export interface LabelledFieldProps extends Omit<TextFieldProps, 'label' | 'helperText' | 'error'> {
  /** Without one the control's own name is in `htmlInput`. */
  readonly label?: ReactNode;
  readonly optional?: boolean | undefined;
  /** Beside the label, in place of 'optional'. */
  readonly note?: string | undefined;
  /** What is wrong, in words. */
  readonly wrong?: ReactNode;
  /** Shown while nothing is wrong. */
  readonly hint?: ReactNode;
  /** Said behind what is wrong: what it should look like. */
  readonly like?: string | undefined;
  readonly htmlInput?: InputHTMLAttributes<HTMLInputElement> | undefined;
  /** Inside the field, at its end. */
  readonly end?: ReactNode;
  /** With the browser's own list. */
  readonly choices?: readonly { readonly value: string; readonly label: string }[] | undefined;
}

/** MUI's field as all forms have it: label above, hint or error below. */
export function LabelledField(props: LabelledFieldProps) {
  const { label, optional, wrong, hint, like, htmlInput, end, choices, ...rest } = props;
  const t = useT();
  const { note = optional ? t('shell.optional') : undefined, ...field } = rest;
  const isWrong = Boolean(wrong);
  return (
    <TextField
      autoComplete="off"
      {...field}
      label={
        note === undefined ? (
          label
        ) : (
          <>
            {label} <em>· {note}</em>
          </>
        )
      }
      error={isWrong}
      helperText={
        isWrong ? (
          <>
            <CircleAlert size={14} />
            <span>
              {wrong}
              {like === undefined ? null : ` · ${like}`}
            </span>
          </>
        ) : (
          hint
        )
      }
      select={choices !== undefined}
      slotProps={{
        htmlInput,
        select: { native: true },
        input: { ...(end !== undefined && { endAdornment: end }) },
        formHelperText: { ...(isWrong && { role: 'alert' }) },
      }}
    >
      {choices?.map(({ value, label: shown }) => (
        <option key={value} value={value}>
          {shown}
        </option>
      ))}
    </TextField>
  );
}

/** Yes or no, with a hint or what is wrong below. */
export function CheckField({
  label,
  hint,
  wrong,
  checked,
  onChange,
}: Pick<LabelledFieldProps, 'hint' | 'wrong'> & {
  readonly label: ReactNode;
  readonly checked: boolean;
  readonly onChange: (on: boolean) => void;
}) {
  const id = useId();
  const note = wrong ?? hint;
  return (
    <div>
      <FormControlLabel
        label={label}
        control={
          <Checkbox
            slotProps={{ input: { ...(note !== undefined && { 'aria-describedby': id }) } }}
            checked={checked}
            onChange={(_, on) => onChange(on)}
          />
        }
      />
      {note === undefined ? null : (
        <FormHelperText id={id} error={wrong !== undefined} {...(wrong !== undefined && { role: 'alert' })}>
          {note}
        </FormHelperText>
      )}
    </div>
  );
}
