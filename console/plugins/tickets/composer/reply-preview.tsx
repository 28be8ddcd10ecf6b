import { Pencil, Reply, X } from 'lucide-react';
import { useT } from '../../../shell/i18n.ts';
import { IconButton } from '../../../shell/ui/icon-button.tsx';
import { useQuoteText } from '../message/quote.tsx';
import type { Writing } from '../message/use-message-actions.ts';

interface Props {
  readonly writing: NonNullable<Writing>;
  readonly contact: string;
  readonly onEnd: () => void;
}

/** The message that is being answered or edited, above the text. */
export function ReplyPreview({ writing, contact, onEnd }: Props) {
  const t = useT();
  const text = useQuoteText();
  const { message, kind } = writing;
  const editing = kind === 'edit';
  const Icon = editing ? Pencil : Reply;
  return (
    <div className="tk-subject tk-cited row small lh-18 muted r-sm">
      <Icon className="t-accent" size={16} aria-hidden="true" />
      <p className="col grow">
        <b className="t-accent">
          {editing
            ? t('tickets.message.editing')
            : message.fromMe
              ? t('tickets.message.quoteYou')
              : (message.participant?.name ?? message.contact?.name ?? contact)}
        </b>
        <span className="trunc">{text(message)}</span>
      </p>
      <IconButton
        label={t(editing ? 'tickets.composer.cancelEdit' : 'tickets.composer.cancelReply')}
        icon={X}
        small
        shortcut="Esc"
        onClick={onEnd}
      />
    </div>
  );
}
