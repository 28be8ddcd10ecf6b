/** The texts of the notes in English. */
export const messages: Readonly<Record<string, string>> = {
  'tickets.notes.title': 'Notes',
  'tickets.notes.add': 'Add note',
  'tickets.notes.added': 'Note added successfully!',
  'tickets.notes.deleted': 'Note deleted successfully!',
  'tickets.notes.delete': 'Delete note',
  'tickets.notes.confirm.title': 'Delete the note?',
  'tickets.notes.confirm.text':
    'It leaves the conversation and the contact for everybody. The ticket’s history keeps it.',
  'tickets.notes.confirm.action': 'Delete',
  'tickets.notes.none': 'No notes',
  'tickets.notes.failed': 'The notes could not be loaded.',
  'tickets.notes.label': 'Note',
  'tickets.notes.placeholder': 'Only the team sees it',
  'tickets.notes.tooShort': 'Write at least 2 characters',
  'tickets.notes.cancel': 'Cancel',
  'tickets.notes.save': 'Add',
  'tickets.notes.private': 'only the team sees it',
  'tickets.notes.of': 'Note by %{name}',
  'tickets.notes.someone': 'Somebody of the team',
  'tickets.notes.gone': 'deleted',
  'tickets.notes.other': 'another ticket',
};
