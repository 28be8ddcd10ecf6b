import { useId } from 'react';
import { type Pace, pace as paceSchema } from '../../../domain/connection/pace.ts';
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
  const id = useId();
  return (
    <details className="cx-pace">
      <summary>{t('connections.pace')}</summary>
      <p className="hint">{t('connections.pace.text')}</p>
      <div className="cx-pace-fields">
        {counts.map((name) => (
          <div key={name} className="field">
            <label htmlFor={`${id}-${name}`}>{t(`connections.pace.${name}`)}</label>
            <input
              id={`${id}-${name}`}
              className="in-t"
              type="number"
              inputMode="numeric"
              min={0}
              max={mostOf(name)}
              value={pace[name]}
              onChange={({ currentTarget: { value } }) => {
                const count = Math.trunc(Number(value));
                onChange({ ...pace, [name]: Math.min(Math.max(count || 0, 0), mostOf(name) ?? count) });
              }}
            />
          </div>
        ))}
        <div className="field">
          <label htmlFor={`${id}-typing`}>{t('connections.pace.typing')}</label>
          <select
            id={`${id}-typing`}
            className="in-t"
            value={pace.typing}
            onChange={(event) => onChange({ ...pace, typing: event.currentTarget.value as Pace['typing'] })}
          >
            {paceSchema.shape.typing.options.map((whom) => (
              <option key={whom} value={whom}>
                {t(`connections.pace.typing.${whom}`)}
              </option>
            ))}
          </select>
        </div>
      </div>
    </details>
  );
};
