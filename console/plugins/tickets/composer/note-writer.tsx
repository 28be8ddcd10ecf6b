import Button from '@mui/material/Button';
import TextareaAutosize from '@mui/material/TextareaAutosize';
import { CircleAlert, Lock } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import type { TicketView } from '../../../../contract/ticket.ts';
import { useT } from '../../../shell/i18n.ts';
import { notifyError } from '../../../shell/notify.ts';
import { EmojiButton } from '../../../shell/ui/emoji-button.tsx';
import { isNote } from '../notes/note-changes.ts';
import { useNoteDeeds } from '../notes/use-notes.ts';
import { insertInto } from './splice.ts';
import { keepFocus } from './writer-tools.tsx';
import './note-writer.css';

interface Props {
  readonly ticket: TicketView;
  readonly draft: { readonly body: string; readonly change: (text: string) => void };
  readonly modes: ReactNode;
  readonly onLeave: () => void;
}

/** The composer for a note: of another colour and under another name, and it knows no way to the contact. */
export function NoteWriter({ ticket, draft, modes, onLeave }: Props) {
  const t = useT();
  const id = useId();
  const { add } = useNoteDeeds(ticket);
  const [refused, setRefused] = useState(false);
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const save = async () => {
    if (busy) return;
    if (!isNote(draft.body)) {
      setRefused(true);
      return;
    }
    setBusy(true);
    try {
      await add(draft.body);
      draft.change('');
    } catch (error) {
      // The text stays in the field: nothing typed is lost to a refusal.
      notifyError(error);
    }
    setBusy(false);
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      void save();
    } else if (event.key === 'Escape') {
      event.stopPropagation();
      onLeave();
    }
  };
  return (
    <div className="tk-in tk-noting" data-writer="">
      <div className="tk-cp-top narrow">{modes}</div>
      <TextareaAutosize
        ref={field}
        className="tk-cp-text block full message"
        maxRows={5}
        value={draft.body}
        aria-label={t('tickets.composer.noteLabel')}
        aria-invalid={refused}
        aria-describedby={refused ? `${id}-error` : `${id}-hint`}
        placeholder={t('tickets.notes.placeholder')}
        onChange={(event) => {
          draft.change(event.target.value);
          setRefused(false);
        }}
        onKeyDown={onKeyDown}
      />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: only keeps the pointer from moving the focus */}
      <div className="tk-cp-emoji" onMouseDown={keepFocus}>
        <EmojiButton
          onPick={(added) => insertInto(field.current, draft.body, draft.change, added)}
          onClose={() => field.current?.focus()}
        />
      </div>
      <div className="tk-cp-foot row gap-16 end narrow tk-note-foot">
        {refused ? (
          <p className="row gap-6 caption lh-16 hint err" id={`${id}-error`} role="alert">
            <CircleAlert size={14} aria-hidden="true" />
            {t('tickets.notes.tooShort')}
          </p>
        ) : (
          <p className="row gap-6 caption lh-16" id={`${id}-hint`}>
            <Lock size={14} aria-hidden="true" />
            {t('tickets.composer.noteHint', { name: ticket.contact.name })}
          </p>
        )}
      </div>
      <Button className="tk-note-save" aria-disabled={busy} onClick={() => void save()}>
        {t('tickets.composer.noteSave')}
      </Button>
    </div>
  );
}
