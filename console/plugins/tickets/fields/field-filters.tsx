import { choices, type FieldFilters } from '../../../../domain/ticket/fields/derive.ts';
import { useT } from '../../../shell/i18n.ts';
import { MultiSelect } from '../list/multi-select.tsx';
import { labelKey, valueKey } from './texts.ts';

interface Props {
  readonly chosen: FieldFilters;
  readonly onChange: (change: FieldFilters) => void;
}

/** The search's filters by the ticket's plain fields; tags have one of their own. */
export function FieldFilterTools({ chosen, onChange }: Props) {
  const t = useT();
  const heldFilters: Readonly<Record<string, readonly string[] | undefined>> = chosen;
  return choices
    .filter(({ filter }) => filter !== undefined)
    .map(({ name, values }) => (
      <MultiSelect
        key={name}
        label={t(labelKey(name))}
        all={t('tickets.queues.all')}
        options={Object.keys(values).map((value) => ({ id: value, name: t(valueKey(name, value)) }))}
        chosen={heldFilters[name] ?? []}
        onChange={(next) => onChange({ [name]: next })}
      />
    ));
}
