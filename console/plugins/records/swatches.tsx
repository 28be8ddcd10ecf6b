import { Ban, Check } from 'lucide-react';
import { type KeyboardEvent, useRef } from 'react';
import { useT } from '../../shell/i18n.ts';

export interface Swatch {
  readonly color: string;
  readonly name: string;
  /** Of what is drawn on it. */
  readonly ink: string;
}

interface Props {
  readonly label: string;
  readonly swatches: readonly Swatch[];
  /** In rows of so many; default: one row. */
  readonly columns?: number;
  readonly value: string;
  /** Colours that others have, with who. */
  readonly taken: ReadonlyMap<string, string>;
  readonly onChange: (color: string) => void;
}

/** Colours with names, of which one is chosen: one stop of the keyboard, moved in by the arrows. */
export const Swatches = ({ label, swatches, columns = swatches.length, value, taken, onChange }: Props) => {
  const t = useT();
  const box = useRef<HTMLDivElement>(null);
  const chosenIndex = swatches.findIndex(({ color }) => color === value);
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Readonly<Record<string, number>> = {
      ArrowLeft: -1,
      ArrowRight: 1,
      ArrowUp: -columns,
      ArrowDown: columns,
    };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const buttons = [...(box.current?.querySelectorAll<HTMLButtonElement>('button') ?? [])];
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    buttons[(at + step + buttons.length) % buttons.length]?.focus();
  };
  return (
    <div
      ref={box}
      className={'swatches gap-8'}
      style={{ '--columns': columns } as object}
      role="radiogroup"
      tabIndex={-1}
      aria-label={label}
      onKeyDown={onKeyDown}
    >
      {swatches.map(({ color, name, ink }, index) => {
        const holder = taken.get(color);
        const swatchLabel =
          holder === undefined ? name : t('records.color.takenBy', { color: name, name: holder });
        const isChosen = index === chosenIndex;
        return (
          // biome-ignore lint/a11y/useSemanticElements: a coloured square with a name, not a native radio
          <button
            key={color}
            type="button"
            role="radio"
            tabIndex={index === Math.max(0, chosenIndex) ? 0 : -1}
            className={holder === undefined ? 'sw middle at r-md' : 'sw middle used at r-md'}
            aria-label={swatchLabel}
            title={swatchLabel}
            aria-checked={isChosen}
            style={{ background: color, color: ink }}
            onClick={() => onChange(color)}
          >
            {isChosen ? (
              <Check className="i" size={18} aria-hidden="true" />
            ) : holder === undefined ? null : (
              <Ban className="i" size={16} aria-hidden="true" />
            )}
          </button>
        );
      })}
    </div>
  );
};
