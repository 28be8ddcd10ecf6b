import type { NoteDocument } from '../../projections/notes/document.ts';
import type { CompanyReader, Query } from '../../projections/ports/read-store.ts';

/** Returns the notes that stand, oldest first; beyond `limit` the newest of them. */
export async function notesOf(
  reader: CompanyReader,
  where: Query['where'],
  limit: number,
): Promise<NoteDocument[]> {
  const newest = await reader.find<NoteDocument>('notes', {
    where: { ...where, isDeleted: false },
    sort: ['-order'],
    limit,
  });
  return newest.toReversed();
}
