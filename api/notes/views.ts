import type { NoteView } from '../../contract/note.ts';
import type { NoteDocument } from '../../projections/notes/document.ts';
import type { Names } from '../names/names.ts';
import { noteViewOf } from './view.ts';

/** Returns notes with who wrote them, in the same order. */
export async function noteViews(
  names: Names,
  companyId: string,
  notes: readonly NoteDocument[],
): Promise<NoteView[]> {
  const company = await names.company(companyId);
  return notes.map((note) => noteViewOf(note, company));
}
