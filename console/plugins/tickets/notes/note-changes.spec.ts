import { expect, test } from 'vitest';
import type { NoteView } from '../../../../contract/note.ts';
import { applyNoteChange, isNote } from './note-changes.ts';

const note = (id: string, order: number): NoteView => ({
  ...{ id, order, position: order, note: id, ticketId: 't1', contactId: 'c1' },
  ...{ userId: null, user: null, createdAt: '2026-11-02T12:00:00.000Z' },
});
const change = (action: string, one: NoteView, document: NoteView | undefined = one) => ({
  ...{ channel: 'ticketNote', action, id: one.id, position: one.position },
  ...(document && { document }),
});

test('a new note takes its place, told twice it is there once', () => {
  const [first, second, third] = [note('a', 1), note('b', 2), note('c', 3)];
  const after = applyNoteChange([first, third], change('create', second));
  expect(after).toEqual([first, second, third]);
  expect(applyNoteChange(after, change('create', second))).toEqual(after);
});
test('one that is deleted goes; one that was never there changes nothing', () => {
  const notes = [note('a', 1)];
  expect(applyNoteChange(notes, { ...change('delete', note('a', 1)), document: undefined })).toEqual([]);
  expect(applyNoteChange(notes, { ...change('delete', note('x', 9)), document: undefined })).toBe(notes);
});
test('two characters are a note, blanks are none', () => {
  expect([isNote('ok'), isNote(' x '), isNote('   '), isNote('')]).toEqual([true, false, false, false]);
});
