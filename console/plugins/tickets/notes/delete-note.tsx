import type { NoteView } from '../../../../contract/note.ts';
import type { TicketView } from '../../../../contract/ticket.ts';
import { useT } from '../../../shell/i18n.ts';
import { ConfirmDialog } from '../../../shell/ui/confirm-dialog.tsx';
import { useNoteDeeds } from './use-notes.ts';

interface Props {
  readonly ticket: TicketView;
  readonly note: NoteView | undefined;
  readonly onClose: () => void;
}

/** Asks before a note is deleted. */
export function DeleteNote({ ticket, note, onClose }: Props) {
  const t = useT();
  const { remove } = useNoteDeeds(ticket);
  return (
    <ConfirmDialog
      open={note !== undefined}
      title={t('tickets.notes.confirm.title')}
      text={t('tickets.notes.confirm.text')}
      action={t('tickets.notes.confirm.action')}
      onConfirm={() => (note === undefined ? undefined : remove(note))}
      onClose={onClose}
    />
  );
}
