import { useInput } from 'react-admin';
import { VariablesText } from '../../shell/ui/variables-text.tsx';
import { FieldFrame } from './field-frame.tsx';
import type { InputPart } from './parts.ts';

/** A text of several lines with the message's variables and emoji. */
export const VariablesInput = ({ source, label, rows }: InputPart & { readonly rows: number }) => {
  const { id, field, fieldState } = useInput({ source });
  const error = fieldState.error?.message;
  return (
    <FieldFrame id={id} label={label} error={error}>
      <VariablesText {...{ id, rows, error }} value={field.value} variables onChange={field.onChange} />
    </FieldFrame>
  );
};
