import { CircleAlert } from 'lucide-react';
import type { Field } from '../../../domain/records/definition.ts';
import { useT } from '../../shell/i18n.ts';
import { VariablesText } from '../../shell/ui/variables-text.tsx';
import { ColorInput } from './color-input.tsx';
import { FileInput } from './file-input.tsx';
import { HoursInput } from './hours-input.tsx';
import type { RecordValues } from './record-page.tsx';

export interface InputProps {
  readonly id: string;
  readonly name: string;
  readonly label: string;
  readonly field: Field;
  readonly value: unknown;
  readonly error: string | undefined;
  readonly resource: string;
  readonly record: RecordValues | undefined;
  readonly saved: () => void;
  /** The form begins here. */
  readonly first: boolean;
  /** Shares its line with another. */
  readonly beside?: boolean;
  /** Whose each colour is already, by the colour in small letters; default: nobody's. */
  readonly taken?: ReadonlyMap<string, string>;
  readonly onChange: (value: unknown) => void;
}

const Control = (props: InputProps) => {
  const { id, field, value, error, onChange } = props;
  const described = error === undefined ? undefined : `${id}-error`;
  const classes = error === undefined ? 'in-t' : 'in-t err';
  const { widget } = field;
  switch (widget.kind) {
    case 'color':
      return <ColorInput {...props} />;
    case 'hours':
      return <HoursInput {...props} />;
    case 'file':
      return <FileInput {...props} />;
    case 'switch':
      return (
        <input
          id={id}
          type="checkbox"
          className="rc-check"
          checked={Boolean(value)}
          onChange={(event) => {
            const { checked } = event.currentTarget;
            onChange(typeof field.default === 'boolean' ? checked : checked ? 1 : 0);
          }}
        />
      );
    case 'number':
      return (
        <input
          id={id}
          type="number"
          inputMode="numeric"
          className={classes}
          value={value === null || value === undefined ? '' : String(value)}
          aria-invalid={error !== undefined}
          aria-describedby={described}
          onChange={(event) =>
            onChange(event.currentTarget.value === '' ? null : event.currentTarget.valueAsNumber)
          }
        />
      );
    case 'select':
      return (
        <select
          id={id}
          className={classes}
          value={String(value ?? '')}
          onChange={(event) => onChange(event.currentTarget.value)}
        >
          {widget.options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      );
    case 'text':
      if (widget.multiline !== undefined)
        return <VariablesText {...props} rows={widget.multiline} variables={widget.variables ?? false} />;
      return (
        <input
          id={id}
          className={classes}
          // biome-ignore lint/a11y/noAutofocus: the first field of a dialog that was just asked for
          autoFocus={props.first}
          value={String(value ?? '')}
          aria-invalid={error !== undefined}
          aria-describedby={described}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    case 'reference':
      // A reference is chosen where the record is used (a child in its parent's tree).
      return null;
    default:
      return widget satisfies never;
  }
};

/** A field with its label and, when the server refused it, the reason right below it; what was typed stays. */
export const FieldInput = (props: InputProps) => {
  const t = useT();
  const { id, label, field, error, beside = false } = props;
  if (field.widget.kind === 'reference') return null;
  const own = field.widget.kind === 'file';
  const whose = props.taken?.get(String(props.value ?? '').toLowerCase());
  return (
    <div className={field.widget.kind === 'switch' ? 'rc-line' : beside ? 'field rc-beside' : 'field'}>
      {own ? <span className="rc-label">{label}</span> : null}
      {/* Hours have a tab of their own, which says what they are. */}
      {own || field.widget.kind === 'hours' ? null : <label htmlFor={id}>{label}</label>}
      <Control {...props} />
      {error === undefined ? null : (
        <p id={`${id}-error`} className="hint err" role="alert">
          <CircleAlert size={14} aria-hidden="true" />
          {error.startsWith('ERR_') ? t(`errors.${error}`, { _: error }) : t(`fields.${error}`, { _: error })}
          {whose === undefined ? null : ` (${whose})`}
        </p>
      )}
    </div>
  );
};
