import { Check } from 'lucide-react';
import type { Field } from '../../../domain/records/definition.ts';

export const isNumber = (field: Field): boolean =>
  field.widget.kind === 'number' || field.computed === 'count';

/** A text of the business: what is filled in for each contact stands out of it. */
const Template = ({ text }: { readonly text: string }) => {
  let at = 0;
  return text.split(/(\{\{\w+\}\})/).map((piece) => {
    const key = at;
    at += piece.length;
    return piece.startsWith('{{') ? (
      <span key={key} className="rc-var">
        {piece}
      </span>
    ) : (
      piece
    );
  });
};

/** A value in a list, as its widget shows it. */
export const Cell = ({
  field,
  value,
  strong,
  none = '–',
  label,
}: {
  readonly field: Field;
  readonly value: unknown;
  readonly strong: boolean;
  /** The column's: a tick has no other name. */
  readonly label: string;
  /** What stands there when there is nothing ('Sem anexo'). */
  readonly none?: string;
}) => {
  if (field.widget.kind === 'color')
    return (
      <span className="row">
        <span className="rc-dot" style={{ background: String(value ?? 'transparent') }} aria-hidden="true" />
        <span className="mono">{String(value ?? '')}</span>
      </span>
    );
  if (field.widget.kind === 'switch') return value ? <Check size={18} role="img" aria-label={label} /> : null;
  const text = value === null || value === undefined || value === '' ? none : String(value);
  if (field.widget.kind === 'text' && field.widget.variables && text !== none)
    return <Template text={text} />;
  if (field.widget.kind === 'number' || field.computed) return <span className="num">{text}</span>;
  return strong ? <b>{text}</b> : <span className={text === none ? 'subtle' : undefined}>{text}</span>;
};
