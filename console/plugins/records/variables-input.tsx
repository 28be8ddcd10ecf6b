import { useInput, ValidationError } from 'react-admin';
import { VariablesText } from '../../shell/form/variables-text.tsx';
import type { InputPart } from './parts.ts';

/** A text of several lines with the message's variables and emoji. */
export function VariablesInput({ source, label, rows }: InputPart & { readonly rows: number }) {
  const { field, fieldState } = useInput({ source });
  const error = fieldState.error?.message;
  return (
    <VariablesText
      label={label}
      rows={rows}
      wrong={error && <ValidationError error={error} />}
      value={field.value}
      onChange={field.onChange}
    />
  );
}
