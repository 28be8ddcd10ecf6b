import type { QueryClient } from '@tanstack/react-query';
import type { Change } from '../../../../contract/changes.ts';
import type { NoteView } from '../../../../contract/note.ts';
import { keys } from '../live-cache/keys.ts';
import { applyNoteChange } from './note-changes.ts';

/** A note that came or went, in every list that holds its contact's. */
export function patchNote(cache: QueryClient, change: Change<NoteView>): void {
  if (change.action === 'delete')
    cache.setQueriesData<readonly NoteView[]>({ queryKey: keys.allNotes }, (notes) =>
      applyNoteChange(notes, change),
    );
  else if (change.document !== undefined)
    cache.setQueryData<readonly NoteView[]>(keys.notes(change.document.contactId), (notes) =>
      applyNoteChange(notes, change),
    );
}
