import { type ReactNode, useEffect } from 'react';
import { useT } from '../i18n.ts';
import { QueueDot } from '../ui/chips.tsx';
import { Marked } from '../ui/marked.tsx';

export interface Choice {
  readonly id: string;
  readonly group: string;
  readonly title: string;
  /** A face or an icon before the title. */
  readonly face?: ReactNode;
  readonly hint?: string;
  /** Of the queue, a square before the hint. */
  readonly color?: string | undefined;
  readonly keys?: string;
  readonly run: () => void;
}

interface Props {
  /** Options are called `{id}-{index}`: the field above points at the current one. */
  readonly id: string;
  readonly choices: readonly Choice[];
  /** What was typed: it stands out of the titles. */
  readonly search: string;
  readonly current: number;
  readonly onCurrent: (index: number) => void;
  readonly onRun: (choice: Choice) => void;
}

/** Returns neighbours of one kind, with their places in the whole list. */
const groupChoices = (choices: readonly Choice[]) => {
  const groups: { readonly name: string; readonly items: { choice: Choice; index: number }[] }[] = [];
  choices.forEach((choice, index) => {
    const last = groups.at(-1);
    if (last?.name === choice.group) last.items.push({ choice, index });
    else groups.push({ name: choice.group, items: [{ choice, index }] });
  });
  return groups;
};

/** What the palette offers, by kind; the field above has the keys and keeps the focus. */
export const PaletteList = ({ id, choices, search, current, onCurrent, onRun }: Props) => {
  const t = useT();
  // The arrow keys may lead beyond what is on the screen.
  useEffect(
    () => document.getElementById(`${id}-${current}`)?.scrollIntoView({ block: 'nearest' }),
    [id, current],
  );
  return (
    <div id={`${id}-list`} role="listbox" aria-label={t('shell.palette.open')} className="cmd-list scroll">
      {choices.length === 0 ? <p className="muted">{t('shell.palette.empty')}</p> : null}
      {groupChoices(choices).map(({ name, items }) => (
        // biome-ignore lint/a11y/useSemanticElements: options of a list box are grouped so, a fieldset is for fields
        <div key={name} role="group" aria-label={name}>
          <p className="cmd-group caption lh-16 medium subtle" aria-hidden="true">
            {name}
          </p>
          {items.map(({ choice, index }) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys
            // biome-ignore lint/a11y/useFocusableInteractive: the field above keeps the focus (aria-activedescendant)
            <div
              key={choice.id}
              id={`${id}-${index}`}
              role="option"
              className="pick row gap-10 r-md press"
              aria-selected={index === current}
              onPointerMove={() => onCurrent(index)}
              onClick={() => onRun(choice)}
            >
              <span className="cmd-face middle fixed muted" aria-hidden="true">
                {choice.face}
              </span>
              <span className="grow trunc">
                <Marked text={choice.title} search={search} />
              </span>
              {choice.hint === undefined ? null : (
                <span className="cmd-hint row gap-6 fixed caption subtle">
                  {choice.color === undefined ? null : <QueueDot color={choice.color} />}
                  <span className="trunc">{choice.hint}</span>
                </span>
              )}
              {choice.keys?.split('+').map((key) => (
                <kbd className="wide-only" key={key}>
                  {key}
                </kbd>
              ))}
            </div>
          ))}
        </div>
      ))}
    </div>
  );
};
