import Chip from '@mui/material/Chip';
import { Check } from 'lucide-react';
import { ReferenceField, TextField, useRecordContext, useResourceContext, useTranslate } from 'react-admin';
import type { Field } from '../../../domain/records/definition.ts';
import { intlLocale, useLocale } from '../../shell/i18n.ts';

/** A text of the business: what is filled in for each contact stands out of it. */
const Template = ({ text }: { readonly text: string }) => {
  let at = 0;
  return text.split(/(\{\{\w+\}\})/).map((piece) => {
    const key = at;
    at += piece.length;
    return piece.startsWith('{{') ? (
      <span key={key} className="rc-var t-accent r-xs bg-soft">
        {piece}
      </span>
    ) : (
      piece
    );
  });
};

const tones = {
  danger: 'c-err',
  warning: 'c-warn',
  success: 'c-ok',
  info: 'c-info',
  neutral: 'c-none',
} as const;

/** What a field's value looks like in a list. */
export const Cell = ({ name, field }: { readonly name: string; readonly field: Field }) => {
  const value: unknown = useRecordContext()?.[name];
  const key = `resources.${useResourceContext()}`;
  const t = useTranslate();
  const locale = useLocale();
  const { widget, prefix = '' } = field;
  if (widget.kind === 'switch')
    return value ? <Check size={18} role="img" aria-label={t(`${key}.fields.${name}`)} /> : null;
  if (value === null || value === undefined || value === '')
    return <span className="subtle">{t(`${key}.none.${name}`, { _: '–' })}</span>;
  if (widget.kind === 'select') {
    const tone = widget.options.find((option) => option.value === value)?.tone ?? 'neutral';
    const label = t(`${key}.options.${name}.${String(value)}`, { _: String(value) });
    return <Chip size="small" className={`tone ${tones[tone]}`} label={label} />;
  }
  if (widget.kind === 'color')
    return (
      <span className="row">
        <span className="rc-dot fixed" style={{ background: String(value) }} aria-hidden="true" />
        <span className="mono">{String(value)}</span>
      </span>
    );
  if (widget.kind === 'reference' && widget.choose && !widget.many)
    return (
      <ReferenceField source={name} reference={widget.choose.resource} link={false}>
        <TextField source={widget.choose.title} />
      </ReferenceField>
    );
  if (widget.kind === 'number' && widget.decimals !== undefined) {
    const digits = { minimumFractionDigits: widget.decimals, maximumFractionDigits: widget.decimals };
    return <>{Number(value).toLocaleString(intlLocale[locale], digits)}</>;
  }
  if (widget.kind === 'text' && widget.variables) return <Template text={String(value)} />;
  return <>{`${prefix}${String(value)}`}</>;
};
