import type { NoteView } from '../../domain/views/index.ts';
import type { NoteDocument } from '../../projections/documents.ts';
import type { CompanyNames } from '../names.ts';
import { userRefOf } from './ticket.ts';

export function noteViewOf(note: NoteDocument, names: CompanyNames): NoteView {
  const { id, ticketId, contactId, userId, order, createdAt, position } = note;
  return {
    ...{ id, note: note.note, ticketId, contactId, userId },
    user: userRefOf(names, userId),
    ...{ order, createdAt, position },
  };
}
