import type { Change } from '../../../../contract/changes.ts';
import type { NoteView } from '../../../../contract/note.ts';

/** The spec's least; what is shorter is refused before it is asked. */
const SHORTEST_NOTE = 2;

export const isNote = (text: string): boolean => text.trim().length >= SHORTEST_NOTE;

/** Returns a list of notes, oldest first, after a change of one of them. */
export function applyNoteChange(
  notes: readonly NoteView[],
  { action, id, document }: Change<NoteView>,
): readonly NoteView[] {
  const others = notes.filter((note) => note.id !== id);
  if (action === 'delete') return others.length === notes.length ? notes : others;
  return document === undefined
    ? notes
    : [...others, document].toSorted((one, other) => one.order - other.order);
}
