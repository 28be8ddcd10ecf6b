import type { MessageView } from '../../../../contract/message.ts';
import { useT } from '../../../shell/i18n.ts';
import { notify } from '../../../shell/notify.ts';
import { jumpTo } from '../conversation/jump.ts';
import { kindWord } from '../ticket/kinds.ts';
import { splitSignature } from '../ticket/signature.ts';

type Quoted = NonNullable<MessageView['quotedMsg']>;

/** Returns what a quoted message says in one line: its text, or the name of its kind. */
export function useQuoteText() {
  const t = useT();
  return (quoted: Pick<Quoted, 'body' | 'mediaType' | 'isDeleted' | 'fromMe' | 'kind'>): string => {
    if (quoted.isDeleted) return t('tickets.message.deleted');
    const text = quoted.fromMe ? splitSignature(quoted.body).text : quoted.body;
    const kind = quoted.kind ?? quoted.mediaType;
    if (kind === 'chat') return text;
    const word = kindWord(kind, undefined, t);
    return text === '' ? word : `${word} · ${text}`;
  };
}

/** The quoted message in short; following it shows the message itself. */
export function Quote({ quoted, contact }: { readonly quoted: Quoted; readonly contact: string }) {
  const t = useT();
  const text = useQuoteText();
  return (
    <button
      type="button"
      className="tk-quote tk-cited block left r-sm small lh-18 muted"
      title={t('tickets.message.quoteJump')}
      onClick={(event) => {
        if (!jumpTo(event.currentTarget, quoted.id)) notify.info('tickets.message.quoteGone');
      }}
    >
      <b className="t-accent block">
        {quoted.author ?? (quoted.fromMe ? t('tickets.message.quoteYou') : contact)}
      </b>
      <span className="tk-clamp clip">{text(quoted)}</span>
    </button>
  );
}
