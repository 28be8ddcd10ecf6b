import type { MessageView, ReactionView } from '../../../../contract/message.ts';
import { useT } from '../../../shell/i18n.ts';
import { EmojiButton } from '../../../shell/ui/emoji-button.tsx';
import { EmojiRow } from '../../../shell/ui/emoji-row.tsx';
import { gatherReactions, pressReaction } from './reaction-groups.ts';
import './reactions.css';

type OnReact = (message: MessageView, emoji: string) => void;

function useReactor(contact: string) {
  const t = useT();
  return ({ fromMe, participant, user, pending }: ReactionView): string => {
    const name = fromMe
      ? (user?.name ?? t('tickets.message.reaction.phone'))
      : (participant?.name ?? contact);
    return pending ? t('tickets.message.reaction.pending', { name }) : name;
  };
}

interface Props {
  readonly message: MessageView;
  readonly contact: string;
  readonly onReact?: OnReact | undefined;
}

/** Under a bubble: each emoji once, with how many gave it; pressed, it is given or taken back in the company's name. */
export function Reactions({ message, contact, onReact }: Props) {
  const t = useT();
  const reactor = useReactor(contact);
  const { reactions } = message;
  if (reactions.length === 0) return null;
  return (
    <ul className="tk-reacts flex gap-4" aria-label={t('tickets.message.reactions')}>
      {gatherReactions(reactions).map(({ emoji, by, own }) => {
        const names = by.map(reactor).join(', ');
        const label = t('tickets.message.reaction.of', { emoji, names });
        const classes = ['tk-react inline center-x gap-4 pill bg-1 body at', own && 'tk-own'];
        const faint = by.some(({ pending }) => pending) ? { opacity: 0.55 } : undefined;
        const content = (
          <>
            <span style={faint} aria-hidden="true">
              {emoji}
            </span>
            {by.length > 1 ? (
              <b className="caption muted num" aria-hidden="true">
                {by.length}
              </b>
            ) : null}
          </>
        );
        return (
          <li key={emoji}>
            {onReact === undefined ? (
              <span
                className={classes.filter(Boolean).join(' ')}
                role="img"
                aria-label={label}
                title={label}
                data-names={names}
              >
                {content}
              </span>
            ) : (
              <button
                type="button"
                className={`${classes.filter(Boolean).join(' ')} pick tk-felt`}
                aria-pressed={own}
                aria-label={label}
                title={label}
                data-names={names}
                onClick={() => onReact(message, pressReaction(reactions, emoji))}
              >
                {content}
              </button>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** Who gave which: for a finger, which cannot point at a reaction without giving it. */
export function WhoReacted({ message, contact }: Pick<Props, 'message' | 'contact'>) {
  const t = useT();
  const reactor = useReactor(contact);
  if (message.reactions.length === 0) return null;
  return (
    <ul
      className="p-8-16 small lh-20 muted soft-b"
      style={{ maxWidth: 300 }}
      aria-label={t('tickets.message.reactions')}
    >
      {gatherReactions(message.reactions).map(({ emoji, by }) => (
        <li key={emoji}>{t('tickets.message.reaction.of', { emoji, names: by.map(reactor).join(', ') })}</li>
      ))}
    </ul>
  );
}

/** The usual emoji in a row, and the whole picker behind the last one. */
export function ReactionBar({
  message,
  onReact,
  onDone,
}: {
  readonly message: MessageView;
  readonly onReact: OnReact;
  readonly onDone: () => void;
}) {
  const t = useT();
  const { reactions } = message;
  const react = (emoji: string) => {
    onDone();
    onReact(message, pressReaction(reactions, emoji));
  };
  return (
    <EmojiRow
      label={t('tickets.message.react')}
      labelOf={(emoji) => t('tickets.message.reactWith', { emoji })}
      isChosen={(emoji) => reactions.some((one) => one.fromMe && one.emoji === emoji)}
      onPick={react}
    >
      <EmojiButton small onPick={react} />
    </EmojiRow>
  );
}
