import { Lock, Trash2 } from 'lucide-react';
import { memo } from 'react';
import { useT } from '../../../shell/i18n.ts';
import { IconButton } from '../../../shell/ui/icon-button.tsx';
import { LinkedText } from '../../../shell/ui/linked-text.tsx';
import { useTimes } from '../ticket/use-times.ts';
import './note.css';

interface Props {
  readonly author: string;
  readonly at: string;
  readonly text: string;
  /** Deleted since: shown in the past only, to who may see it. */
  readonly struck?: boolean;
  readonly onDelete?: () => void;
}

/** A private note among the messages: nothing like a bubble, so that nobody takes it for one. */
export const Note = memo(({ author, at, text, struck = false, onDelete }: Props) => {
  const t = useT();
  const times = useTimes();
  return (
    <aside
      className="tk-note tk-paper pre r-md body lh-20 anywhere self-center full"
      aria-label={t('tickets.notes.of', { name: author })}
    >
      <header className="row gap-6 caption lh-16 semibold nowrap">
        <Lock size={14} aria-hidden="true" />
        <span className="trunc">
          {author} · {t('tickets.notes.private')}
          {struck ? ` · ${t('tickets.notes.gone')}` : ''}
        </span>
        <time className="aside regular" dateTime={at} title={times.date(at)}>
          {times.time(at)}
        </time>
        {onDelete === undefined ? null : (
          <IconButton label={t('tickets.notes.delete')} icon={Trash2} small onClick={onDelete} />
        )}
      </header>
      {struck ? <s>{text}</s> : <LinkedText text={text} />}
    </aside>
  );
});
