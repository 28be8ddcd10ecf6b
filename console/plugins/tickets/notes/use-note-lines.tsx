import { useMemo } from 'react';
import type { NoteView } from '../../../../contract/note.ts';
import type { TicketView } from '../../../../contract/ticket.ts';
import { useT } from '../../../shell/i18n.ts';
import { useSession } from '../../../shell/session.tsx';
import type { ThreadLine } from '../conversation/thread-entries.ts';
import { Note } from './note.tsx';
import { useNoteDeeds, useNotes } from './use-notes.ts';

/** Returns the ticket's own notes, as blocks between its messages. */
export function useNoteLines(
  ticket: TicketView,
  onDelete: ((note: NoteView) => void) | undefined,
): readonly ThreadLine[] {
  const t = useT();
  const { data: notes } = useNotes(ticket.contactId);
  const { user } = useSession();
  const { mayDelete } = useNoteDeeds(ticket);
  // biome-ignore lint/correctness/useExhaustiveDependencies: who may delete changes with the session, which mounts all anew
  return useMemo(
    () =>
      (notes ?? [])
        .filter((note) => note.ticketId === ticket.id)
        .map((note) => ({
          key: `note-${note.id}`,
          at: note.createdAt,
          text: (
            <Note
              author={note.user?.name ?? t('tickets.notes.someone')}
              at={note.createdAt}
              text={note.note}
              {...(onDelete !== undefined && mayDelete(note) && { onDelete: () => onDelete(note) })}
            />
          ),
          block: true,
          own: note.userId === user.id,
        })),
    [notes, ticket.id, t, onDelete, user.id],
  );
}
