import Popover from '@mui/material/Popover';
import { SmilePlus } from 'lucide-react';
import { useState } from 'react';
import { usualReactions } from '../../../domain/text/emoji.ts';
import { useT } from '../../shell/i18n.ts';
import type { PhoneMessage } from './calls.ts';

/** What the customer may do with a bubble beside answering it. */
export interface Marking {
  readonly onReact: (message: PhoneMessage, emoji: string) => void;
  readonly onVote: (message: PhoneMessage, choices: readonly number[]) => void;
}

/** Both sides' reactions; the customer's own is given and taken back here. */
export const Reactions = ({ message, onReact }: { readonly message: PhoneMessage } & Marking) => {
  const t = useT();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { customer, business } = message.reactions;
  const given = [business, customer].filter((emoji) => emoji !== '');
  return (
    <span className="tp-marks">
      {given.length === 0 ? null : (
        <span role="img" aria-label={t('testPhone.reactions', { emoji: given.join(' ') })}>
          {given.join(' ')}
        </span>
      )}
      <button
        type="button"
        aria-label={t('testPhone.react')}
        title={t('testPhone.react')}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <SmilePlus size={14} aria-hidden="true" />
      </button>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        slotProps={{ paper: { role: 'dialog', 'aria-label': t('testPhone.react'), className: 'tp-react' } }}
      >
        {usualReactions.map((emoji) => (
          <button
            key={emoji}
            type="button"
            aria-pressed={customer === emoji}
            aria-label={t('testPhone.reactWith', { emoji })}
            onClick={() => {
              setAnchor(null);
              onReact(message, customer === emoji ? '' : emoji);
            }}
          >
            {emoji}
          </button>
        ))}
      </Popover>
    </span>
  );
};

/** The options of a poll, chosen by pressing them. */
export const Poll = ({ message, onVote }: { readonly message: PhoneMessage } & Marking) => {
  const poll = message.extra?.poll;
  if (poll === undefined) return null;
  const toggled = (place: number): readonly number[] => {
    if (message.choices.includes(place)) return message.choices.filter((choice) => choice !== place);
    return poll.choices === 1 ? [place] : [...message.choices, place];
  };
  return (
    <ul className="tp-poll">
      {poll.options.map((option, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two options may say the same, and their places never change
        <li key={place}>
          <button
            type="button"
            aria-pressed={message.choices.includes(place)}
            onClick={() => onVote(message, toggled(place))}
          >
            {option}
          </button>
        </li>
      ))}
    </ul>
  );
};
