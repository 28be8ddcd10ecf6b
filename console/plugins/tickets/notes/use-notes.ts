import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { v7 as newId } from 'uuid';
import type { NoteView } from '../../../../contract/note.ts';
import type { TicketView } from '../../../../contract/ticket.ts';
import { notify } from '../../../shell/notify.ts';
import { useSession } from '../../../shell/session.tsx';
import { keys } from '../live-cache/keys.ts';
import { createNote, deleteNote, listNotes } from '../ticket/calls.ts';
import { patchNote } from './patch-notes.ts';

/** Returns a contact's notes, oldest first; those of the ticket on the screen are kept up to date by its feed. */
export const useNotes = (contactId: string) =>
  useQuery({
    queryKey: keys.notes(contactId),
    queryFn: ({ signal }) => listNotes(contactId, signal),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always',
    refetchOnWindowFocus: false,
  });

/** Returns what adds and deletes notes of a ticket. Refusals are thrown: who asked says them where they belong. */
export function useNoteDeeds(ticket: Pick<TicketView, 'id' | 'contactId'>) {
  const cache = useQueryClient();
  const { user, can } = useSession();
  // A note sent again because no answer came is the same note; another text is another one.
  const attempt = useRef({ note: '', key: '' });
  return {
    add: async (text: string) => {
      const note = text.trim();
      if (attempt.current.note !== note) attempt.current = { note, key: newId() };
      const document = await createNote(
        { ticketId: ticket.id, contactId: ticket.contactId, note },
        attempt.current.key,
      );
      attempt.current = { note: '', key: '' };
      const { id, position } = document;
      patchNote(cache, { channel: 'answer', action: 'create', id, document, position });
      notify.success('tickets.notes.added');
    },
    remove: async ({ id, position }: NoteView) => {
      await deleteNote(id);
      patchNote(cache, { channel: 'answer', action: 'delete', id, position });
      notify.success('tickets.notes.deleted');
    },
    mayDelete: (note: NoteView) => note.userId === user.id || can('ticket-notes:all'),
  };
}
