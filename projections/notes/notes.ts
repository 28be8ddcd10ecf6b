import { channels } from '../../contract/channels.ts';
import type { TicketEvent } from '../../domain/ticket/events.ts';
import { begin, type NoticeAction, projection } from '../definition.ts';
import type { NoteDocument } from './document.ts';

const id = (event: { data: { noteId: string } }) => event.data.noteId;

const actions: Readonly<Record<string, NoticeAction>> = {
  TicketNoteDeleted: 'delete',
  TicketErased: 'update',
};

/** Notes of tickets. They are told like messages: to those who joined the ticket, and to nobody else. */
export const notes = projection<NoteDocument, TicketEvent>('notes', {
  indexes: [
    ['ticketId', '-order'],
    ['contactId', '-order'],
  ],
  filters: ['isDeleted'],
  notices: [
    {
      channel: channels.ticketNote,
      room: (doc) => doc.ticketId,
      action: (event) => actions[event.type] ?? 'create',
    },
  ],
  on: {
    TicketNoteAdded: {
      id,
      creates: true,
      apply: (_doc, event) => ({
        ...begin(event, event.data.noteId),
        ticketId: event.data.ticketId,
        contactId: event.data.contactId,
        userId: event.data.userId,
        note: event.data.note,
        isDeleted: false,
        order: event.position,
        createdAt: event.metadata.at,
      }),
    },
    TicketErased: {
      id: (event) => event.data.noteIds,
      apply: (doc) => {
        if (!doc) return undefined;
        const { isErased: _, ...rest } = doc;
        return { ...rest, note: '', isErased: true };
      },
    },
    // The document stays, without its text: a tombstone no longer knows in which ticket its end is to be told.
    TicketNoteDeleted: {
      id,
      apply: (doc) => (doc && !doc.isDeleted ? { ...doc, note: '', isDeleted: true } : undefined),
    },
  },
  deleteBy: { TicketDeleted: { field: 'ticketId', few: true, value: (event) => event.data.ticketId } },
});
