/** The texts of the notes in Spanish. */
export const messages: Readonly<Record<string, string>> = {
  'tickets.notes.title': 'Observaciones',
  'tickets.notes.add': 'Añadir observación',
  'tickets.notes.added': '¡Observación añadida con éxito!',
  'tickets.notes.deleted': '¡Observación eliminada con éxito!',
  'tickets.notes.delete': 'Eliminar observación',
  'tickets.notes.confirm.title': '¿Eliminar la observación?',
  'tickets.notes.confirm.text':
    'Desaparece de la conversación y del contacto para todos. El historial de la atención la conserva.',
  'tickets.notes.confirm.action': 'Eliminar',
  'tickets.notes.none': 'Ninguna observación',
  'tickets.notes.failed': 'No se pudieron cargar las observaciones.',
  'tickets.notes.label': 'Observación',
  'tickets.notes.placeholder': 'Solo la ve el equipo',
  'tickets.notes.tooShort': 'Escriba al menos 2 caracteres',
  'tickets.notes.cancel': 'Cancelar',
  'tickets.notes.save': 'Añadir',
  'tickets.notes.private': 'solo la ve el equipo',
  'tickets.notes.of': 'Observación de %{name}',
  'tickets.notes.someone': 'Alguien del equipo',
  'tickets.notes.gone': 'eliminada',
  'tickets.notes.other': 'otra atención',
};
