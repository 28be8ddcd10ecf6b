import type { ReactNode } from 'react';
import { usualReactions } from '../../../domain/text/emoji.ts';
import './emoji-row.css';

interface Props {
  readonly label: string;
  /** What a button does, by its emoji. */
  readonly labelOf: (emoji: string) => string;
  readonly isChosen: (emoji: string) => boolean;
  readonly onPick: (emoji: string) => void;
  /** Stands behind the last. */
  readonly children?: ReactNode;
}

/** The usual reactions in a row, those that are given pressed. */
export const EmojiRow = ({ label, labelOf, isChosen, onPick, children }: Props) => (
  <fieldset className="emoji-row" aria-label={label}>
    {usualReactions.map((emoji) => (
      <button
        key={emoji}
        type="button"
        aria-label={labelOf(emoji)}
        aria-pressed={isChosen(emoji)}
        onClick={() => onPick(emoji)}
      >
        {emoji}
      </button>
    ))}
    {children}
  </fieldset>
);
