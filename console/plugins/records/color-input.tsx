import OutlinedInput from '@mui/material/OutlinedInput';
import { Ban, Check } from 'lucide-react';
import { useInput } from 'react-admin';
import { useT } from '../../shell/i18n.ts';
import { hueColors, hues } from '../../shell/ui/hue.ts';
import { FieldFrame } from './field-frame.tsx';
import { useOthers } from './others.ts';
import type { InputPart } from './parts.ts';
import { takenColors } from './proposals.ts';

/** The palette's eight colours, those that others have marked, and a field for any other. */
export const ColorInput = ({ source, label }: InputPart) => {
  const t = useT();
  const { id, field, fieldState } = useInput({ source });
  const { record, others = [] } = useOthers();
  const taken = takenColors(record, source, others);
  const error = fieldState.error?.message;
  const color = String(field.value ?? '').toLowerCase();
  const whose = taken.get(color);
  const owner = error === undefined ? whose : undefined;
  const described = error !== undefined ? `${id}-error` : owner === undefined ? undefined : `${id}-owner`;
  return (
    <FieldFrame id={id} label={label} error={error} more={whose === undefined ? undefined : ` (${whose})`}>
      <div className="rc-color">
        <div className="swatches" role="radiogroup" aria-label={label}>
          {hues.map((hue) => {
            const its = hueColors[hue];
            const name = t(`records.color.${hue}`);
            const holder = taken.get(its);
            const said =
              holder === undefined ? name : t('records.color.takenBy', { color: name, name: holder });
            return (
              // biome-ignore lint/a11y/useSemanticElements: a coloured square with a name, not a native radio
              <button
                key={hue}
                type="button"
                role="radio"
                className={holder === undefined ? 'sw' : 'sw used'}
                aria-label={said}
                title={said}
                aria-checked={its === color}
                style={{ background: its }}
                onClick={() => field.onChange(its)}
              >
                {its === color ? (
                  <Check className="i" size={18} color="#fff" aria-hidden="true" />
                ) : holder === undefined ? null : (
                  <Ban className="i" size={16} color="#fff" aria-hidden="true" />
                )}
              </button>
            );
          })}
        </div>
        <OutlinedInput
          id={id}
          inputRef={field.ref}
          onBlur={field.onBlur}
          value={String(field.value ?? '')}
          error={error !== undefined}
          inputProps={{
            className: 'mono',
            maxLength: 9,
            title: t('records.color.other'),
            'aria-describedby': described,
          }}
          onChange={(event) => field.onChange(event.target.value)}
        />
      </div>
      {owner === undefined ? null : (
        <p id={`${id}-owner`} className="hint" role="status">
          {t('records.color.taken', { name: owner })}
        </p>
      )}
    </FieldFrame>
  );
};
