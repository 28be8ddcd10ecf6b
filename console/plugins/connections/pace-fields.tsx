import { type Pace, pace as paceSchema } from '../../../domain/connection/pace.ts';
import { LabelledField } from '../../shell/form/fields.tsx';
import { useT } from '../../shell/i18n.ts';

const counts = ['newPerMinute', 'newPerHour', 'newPerDay', 'jitterSeconds'] as const;
const mostOf = (name: (typeof counts)[number]) => paceSchema.shape[name].maxValue ?? undefined;

interface Props {
  readonly pace: Pace;
  readonly onChange: (pace: Pace) => void;
}

/** How fast a number writes to people who never wrote to it; folded away, for the usual pace is good for most. */
export const PaceFields = ({ pace, onChange }: Props) => {
  const t = useT();
  return (
    <details className="grid gap-12 soft-t pt-16">
      <summary className="small medium press">{t('connections.pace')}</summary>
      <p className="hint">{t('connections.pace.text')}</p>
      <div className="grid auto-180 gap-12">
        {counts.map((name) => (
          <LabelledField
            key={name}
            label={t(`connections.pace.${name}`)}
            type="number"
            htmlInput={{ inputMode: 'numeric', min: 0, max: mostOf(name) }}
            value={pace[name]}
            onChange={({ target: { value } }) => {
              const count = Math.trunc(Number(value));
              onChange({ ...pace, [name]: Math.min(Math.max(count || 0, 0), mostOf(name) ?? count) });
            }}
          />
        ))}
        <LabelledField
          label={t('connections.pace.typing')}
          value={pace.typing}
          onChange={({ target }) => onChange({ ...pace, typing: target.value as Pace['typing'] })}
          choices={paceSchema.shape.typing.options.map((value) => ({
            value,
            label: t(`connections.pace.typing.${value}`),
          }))}
        />
      </div>
    </details>
  );
};
