import Button from '@mui/material/Button';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useState } from 'react';
import { useInput } from 'react-admin';
import { useT } from '../../shell/i18n.ts';
import { hueColors, hues } from '../../shell/ui/hue.ts';
import { FieldFrame } from './field-frame.tsx';
import { useOthers } from './others.ts';
import { inkOn, palette, paletteColumns } from './palette.ts';
import type { InputPart } from './parts.ts';
import { takenColors } from './proposals.ts';
import { Swatches } from './swatches.tsx';

/** The product's eight colours, fifty more on demand, those that others have marked, and a field for any other. */
export const ColorInput = ({ source, label }: InputPart) => {
  const t = useT();
  const { id, field, fieldState } = useInput({ source });
  const { record, others = [] } = useOthers();
  const colorHolders = takenColors(record, source, others);
  const error = fieldState.error?.message;
  const color = String(field.value ?? '').toLowerCase();
  const whose = colorHolders.get(color);
  const [isOpen, setOpen] = useState(false);
  const ownColors = hues.map((hue) => ({
    color: hueColors[hue],
    name: t(`records.color.${hue}`),
    ink: '#ffffff',
  }));
  const presets = palette.map(({ color: its, hue, tone }) => ({
    color: its,
    name: t(`records.color.tone.${tone}`, { hue: t(`records.color.hue.${hue}`) }),
    ink: inkOn(its),
  }));
  const choice = { value: color, taken: colorHolders, onChange: field.onChange };
  const owner = error === undefined ? whose : undefined;
  const describedBy = error !== undefined ? `${id}-error` : owner === undefined ? undefined : `${id}-owner`;
  return (
    <FieldFrame id={id} label={label} error={error} more={whose === undefined ? undefined : ` (${whose})`}>
      <div className="rc-color row gap-12 wrap between">
        <Swatches label={label} swatches={ownColors} {...choice} />
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
            'aria-describedby': describedBy,
          }}
          onChange={(event) => field.onChange(event.target.value)}
        />
      </div>
      <Button size="small" className="self-start" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {t('records.color.palette', { count: palette.length })}
      </Button>
      {isOpen ? (
        <Swatches
          label={t('records.color.palette', { count: palette.length })}
          columns={paletteColumns}
          swatches={presets}
          {...choice}
        />
      ) : null}
      {owner === undefined ? null : (
        <p id={`${id}-owner`} className="hint" role="status">
          {t('records.color.taken', { name: owner })}
        </p>
      )}
    </FieldFrame>
  );
};
