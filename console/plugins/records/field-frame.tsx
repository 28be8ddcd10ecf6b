import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { ValidationError } from 'react-admin';

interface Props {
  readonly id: string;
  readonly label: string;
  /** As react-hook-form has it. */
  readonly error: string | undefined;
  /** Beside the reason ('(Suporte)'). */
  readonly more?: string | undefined;
  /** Not over the field but said by it: a group of fields. */
  readonly group?: boolean;
  /** Its label is only read aloud: where it stands says what it is. */
  readonly untitled?: boolean;
  readonly children: ReactNode;
}

/** A field that is not react-admin's own, with its label and, when it was refused, the reason right below it. */
export const FieldFrame = ({ id, label, error, more, group = false, untitled, children }: Props) => (
  <div className="field">
    {group ? (
      <span className={untitled ? 'vh' : 'small medium'}>{label}</span>
    ) : (
      <label htmlFor={id}>{label}</label>
    )}
    {children}
    {error === undefined ? null : (
      <p id={`${id}-error`} className="hint err" role="alert">
        <CircleAlert size={14} aria-hidden="true" />
        <ValidationError error={error} />
        {more}
      </p>
    )}
  </div>
);
