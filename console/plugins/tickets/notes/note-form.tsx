import Button from '@mui/material/Button';
import OutlinedInput from '@mui/material/OutlinedInput';
import { CircleAlert } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import type { TicketView } from '../../../../contract/ticket.ts';
import { useT } from '../../../shell/i18n.ts';
import { notifyError } from '../../../shell/notify.ts';
import { isNote } from './note-changes.ts';
import { useNoteDeeds } from './use-notes.ts';

/** One note, written beside the conversation. */
export function NoteForm({ ticket, onClose }: { readonly ticket: TicketView; readonly onClose: () => void }) {
  const t = useT();
  const id = useId();
  const { add } = useNoteDeeds(ticket);
  const [text, setText] = useState('');
  const [refused, setRefused] = useState(false);
  const [busy, setBusy] = useState(false);
  const save = async (event?: FormEvent) => {
    event?.preventDefault();
    if (busy) return;
    if (!isNote(text)) {
      setRefused(true);
      return;
    }
    setBusy(true);
    try {
      await add(text);
      onClose();
    } catch (error) {
      notifyError(error);
      setBusy(false);
    }
  };
  return (
    <form className="grid gap-6 mb-12" onSubmit={save} noValidate>
      <label className="vh" htmlFor={id}>
        {t('tickets.notes.label')}
      </label>
      <OutlinedInput
        id={id}
        autoFocus
        multiline
        minRows={3}
        error={refused}
        value={text}
        placeholder={t('tickets.notes.placeholder')}
        aria-describedby={refused ? `${id}-error` : undefined}
        onChange={(event) => {
          setText(event.target.value);
          setRefused(false);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            event.stopPropagation();
            onClose();
          } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void save();
        }}
      />
      {refused ? (
        <p className="hint err" id={`${id}-error`} role="alert">
          <CircleAlert size={14} aria-hidden="true" />
          {t('tickets.notes.tooShort')}
        </p>
      ) : null}
      <div className="row">
        <span className="grow" />
        <Button onClick={onClose}>{t('tickets.notes.cancel')}</Button>
        <Button type="submit" variant="contained" aria-disabled={busy}>
          {t('tickets.notes.save')}
        </Button>
      </div>
    </form>
  );
}
