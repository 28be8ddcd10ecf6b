import type { QueryClient } from '@tanstack/react-query';
import type { Change } from '../../../../contract/changes.ts';
import type { NoteView } from '../../../../contract/note.ts';
import { patchQueries, patchQuery } from '../../../shell/patch-query.ts';
import { keys } from '../live-cache/keys.ts';
import { applyNoteChange } from './note-changes.ts';

/** A note that came or went, in every list that holds its contact's. */
export function patchNote(cache: QueryClient, change: Change<NoteView>): void {
  const patch = (held: readonly NoteView[]) => applyNoteChange(held, change);
  if (change.action === 'delete') patchQueries(cache, keys.allNotes, () => patch);
  else if (change.document !== undefined) patchQuery(cache, keys.notes(change.document.contactId), patch);
}
