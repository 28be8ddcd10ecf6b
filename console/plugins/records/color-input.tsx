import { Check } from 'lucide-react';
import { useT } from '../../shell/i18n.ts';
import { hueColors, hues } from '../../shell/ui/hue.ts';
import type { InputProps } from './field-input.tsx';

/** The palette's eight colours, and a field for any other. */
export const ColorInput = ({ id, label, value, error, onChange }: InputProps) => {
  const t = useT();
  const color = String(value ?? '').toLowerCase();
  return (
    <div className="rc-color">
      <div className="swatches" role="radiogroup" aria-label={label}>
        {hues.map((hue) => (
          // biome-ignore lint/a11y/useSemanticElements: a coloured square with a name, not a native radio
          <button
            key={hue}
            type="button"
            role="radio"
            className={`sw c-${hue}`}
            aria-label={hue}
            aria-checked={hueColors[hue] === color}
            style={{ background: hueColors[hue] }}
            onClick={() => onChange(hueColors[hue])}
          >
            {hueColors[hue] === color ? (
              <Check className="i" size={18} color="#fff" aria-hidden="true" />
            ) : null}
          </button>
        ))}
      </div>
      <input
        id={id}
        className={error === undefined ? 'in-t mono' : 'in-t mono err'}
        value={String(value ?? '')}
        maxLength={9}
        title={t('records.color.other')}
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? undefined : `${id}-error`}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </div>
  );
};
