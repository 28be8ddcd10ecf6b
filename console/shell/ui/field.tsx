import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useT } from '../i18n.ts';

/** What a control needs to be tied to its label, hint and error. */
export interface FieldIds {
  readonly id: string;
  readonly 'aria-invalid': boolean;
  readonly 'aria-describedby': string | undefined;
}

interface Props {
  readonly label: string;
  readonly optional?: boolean;
  /** In words; shown instead of the hint. */
  readonly error?: string | undefined;
  readonly hint?: string | undefined;
  readonly children: (ids: FieldIds) => ReactNode;
}

/** Label above, hint or error below. */
export const Field = ({ label, optional = false, error, hint, children }: Props) => {
  const t = useT();
  const id = useId();
  const note = error ?? hint;
  return (
    <div className="field">
      <label htmlFor={id}>
        {label}
        {optional ? <em> · {t('shell.optional')}</em> : null}
      </label>
      {children({
        id,
        'aria-invalid': error !== undefined,
        'aria-describedby': note === undefined ? undefined : `${id}-note`,
      })}
      {error === undefined ? null : (
        <p className="hint err" id={`${id}-note`} role="alert">
          <CircleAlert size={14} aria-hidden="true" />
          {error}
        </p>
      )}
      {error !== undefined || hint === undefined ? null : (
        <p className="hint" id={`${id}-note`}>
          {hint}
        </p>
      )}
    </div>
  );
};
