import { Ban, Check } from 'lucide-react';
import { useT } from '../../shell/i18n.ts';
import { hueColors, hues } from '../../shell/ui/hue.ts';
import type { InputProps } from './field-input.tsx';

/** The palette's eight colours, those that others have marked, and a field for any other. */
export const ColorInput = ({ id, label, value, error, taken, onChange }: InputProps) => {
  const t = useT();
  const color = String(value ?? '').toLowerCase();
  const owner = error === undefined ? taken?.get(color) : undefined;
  const described = error !== undefined ? `${id}-error` : owner === undefined ? undefined : `${id}-owner`;
  return (
    <>
      <div className="rc-color">
        <div className="swatches" role="radiogroup" aria-label={label}>
          {hues.map((hue) => {
            const its = hueColors[hue];
            const name = t(`records.color.${hue}`);
            const whose = taken?.get(its);
            const said =
              whose === undefined ? name : t('records.color.takenBy', { color: name, name: whose });
            return (
              // biome-ignore lint/a11y/useSemanticElements: a coloured square with a name, not a native radio
              <button
                key={hue}
                type="button"
                role="radio"
                className={`sw c-${hue}${whose === undefined ? '' : ' used'}`}
                aria-label={said}
                title={said}
                aria-checked={its === color}
                style={{ background: its }}
                onClick={() => onChange(its)}
              >
                {its === color ? (
                  <Check className="i" size={18} color="#fff" aria-hidden="true" />
                ) : whose === undefined ? null : (
                  <Ban className="i" size={16} color="#fff" aria-hidden="true" />
                )}
              </button>
            );
          })}
        </div>
        <input
          id={id}
          className={error === undefined ? 'in-t mono' : 'in-t mono err'}
          value={String(value ?? '')}
          maxLength={9}
          title={t('records.color.other')}
          aria-invalid={error !== undefined}
          aria-describedby={described}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      </div>
      {owner === undefined ? null : (
        <p id={`${id}-owner`} className="hint" role="status">
          {t('records.color.taken', { name: owner })}
        </p>
      )}
    </>
  );
};
