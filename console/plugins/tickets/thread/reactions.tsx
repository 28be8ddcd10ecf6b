import { usualReactions } from '../../../../domain/text/emoji.ts';
import type { MessageView, ReactionView } from '../../../../domain/views/index.ts';
import { useT } from '../../../shell/i18n.ts';
import { EmojiButton } from '../../../shell/ui/emoji-button.tsx';
import { gathered, pressed } from '../model/reactions.ts';

type OnReact = (message: MessageView, emoji: string) => void;

const useReactor = (contact: string) => {
  const t = useT();
  return ({ fromMe, participant, user, pending }: ReactionView): string => {
    const name = fromMe
      ? (user?.name ?? t('tickets.message.reaction.phone'))
      : (participant?.name ?? contact);
    return pending ? t('tickets.message.reaction.pending', { name }) : name;
  };
};

interface Props {
  readonly message: MessageView;
  readonly contact: string;
  readonly onReact?: OnReact | undefined;
}

/** Under a bubble: each emoji once, with how many gave it; pressed, it is given or taken back in the company's name. */
export const Reactions = ({ message, contact, onReact }: Props) => {
  const t = useT();
  const reactor = useReactor(contact);
  const { reactions } = message;
  if (reactions.length === 0) return null;
  return (
    <ul className="tk-reacts" aria-label={t('tickets.message.reactions')}>
      {gathered(reactions).map(({ emoji, by, own }) => {
        const label = t('tickets.message.reaction.of', { emoji, names: by.map(reactor).join(', ') });
        const classes = ['tk-react', own && 'tk-own', by.some(({ pending }) => pending) && 'tk-pending'];
        const content = (
          <>
            <span aria-hidden="true">{emoji}</span>
            {by.length > 1 ? <b aria-hidden="true">{by.length}</b> : null}
          </>
        );
        return (
          <li key={emoji}>
            {onReact === undefined ? (
              <span className={classes.filter(Boolean).join(' ')} role="img" aria-label={label} title={label}>
                {content}
              </span>
            ) : (
              <button
                type="button"
                className={classes.filter(Boolean).join(' ')}
                aria-pressed={own}
                aria-label={label}
                title={label}
                onClick={() => onReact(message, pressed(reactions, emoji))}
              >
                {content}
              </button>
            )}
          </li>
        );
      })}
    </ul>
  );
};

/** The usual emoji in a row, and the whole picker behind the last one. */
export const ReactionBar = ({
  message,
  onReact,
  onDone,
}: {
  readonly message: MessageView;
  readonly onReact: OnReact;
  readonly onDone: () => void;
}) => {
  const t = useT();
  const { reactions } = message;
  const react = (emoji: string) => {
    onDone();
    onReact(message, pressed(reactions, emoji));
  };
  return (
    <fieldset className="tk-react-bar" aria-label={t('tickets.message.react')}>
      {usualReactions.map((emoji) => (
        <button
          key={emoji}
          type="button"
          aria-label={t('tickets.message.reactWith', { emoji })}
          aria-pressed={reactions.some((one) => one.fromMe && one.emoji === emoji)}
          onClick={() => react(emoji)}
        >
          {emoji}
        </button>
      ))}
      <EmojiButton small onPick={react} />
    </fieldset>
  );
};
