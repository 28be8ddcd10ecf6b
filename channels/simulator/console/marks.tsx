import Popover from '@mui/material/Popover';
import { SmilePlus } from 'lucide-react';
import { useT } from '../../../console/shell/i18n.ts';
import { EmojiRow } from '../../../console/shell/ui/emoji-row.tsx';
import { usePopup } from '../../../console/shell/ui/use-popup.ts';
import type { ShownMessage } from '../shown-message.ts';

/** What the customer may do with a bubble beside answering it. */
export interface Marking {
  readonly onReact: (message: ShownMessage, emoji: string) => void;
  readonly onVote: (message: ShownMessage, choices: readonly number[]) => void;
}

/** Both sides' reactions; the customer's own is given and taken back here. */
export const Reactions = ({ message, onReact }: { readonly message: ShownMessage } & Marking) => {
  const t = useT();
  const { close, button, popup } = usePopup('dialog');
  const { customer, business } = message.reactions;
  const given = [business, customer].filter((emoji) => emoji !== '');
  return (
    <span className="tp-marks inline fixed small lh-24">
      {given.length === 0 ? null : (
        <span role="img" aria-label={t('testPhone.reactions', { emoji: given.join(' ') })}>
          {given.join(' ')}
        </span>
      )}
      <button type="button" aria-label={t('testPhone.react')} title={t('testPhone.react')} {...button}>
        <SmilePlus size={14} aria-hidden="true" />
      </button>
      <Popover {...popup} slotProps={{ paper: { role: 'dialog', 'aria-label': t('testPhone.react') } }}>
        <EmojiRow
          label={t('testPhone.react')}
          labelOf={(emoji) => t('testPhone.reactWith', { emoji })}
          isChosen={(emoji) => customer === emoji}
          onPick={(emoji) => {
            close();
            onReact(message, customer === emoji ? '' : emoji);
          }}
        />
      </Popover>
    </span>
  );
};

/** The options of a poll, chosen by pressing them. */
export const Poll = ({ message, onVote }: { readonly message: ShownMessage } & Marking) => {
  const poll = message.extra?.poll;
  if (poll === undefined) return null;
  const togglePlace = (place: number): readonly number[] => {
    if (message.choices.includes(place)) return message.choices.filter((choice) => choice !== place);
    return poll.choices === 1 ? [place] : [...message.choices, place];
  };
  return (
    <ul className="tp-poll col gap-4">
      {poll.options.map((option, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two options may say the same, and their places never change
        <li key={place}>
          <button
            className="full left r-sm"
            type="button"
            aria-pressed={message.choices.includes(place)}
            onClick={() => onVote(message, togglePlace(place))}
          >
            {option}
          </button>
        </li>
      ))}
    </ul>
  );
};
