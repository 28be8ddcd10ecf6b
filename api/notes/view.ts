import type { NoteView } from '../../contract/note.ts';
import type { NoteDocument } from '../../projections/notes/document.ts';
import type { CompanyNames } from '../names/names.ts';
import { userRefOf } from '../names/refs.ts';

export function noteViewOf(note: NoteDocument, names: CompanyNames): NoteView {
  const { id, ticketId, contactId, userId, order, createdAt, position } = note;
  return {
    id,
    note: note.note,
    ticketId,
    contactId,
    userId,
    user: userRefOf(names, userId),
    order,
    createdAt,
    position,
  };
}
