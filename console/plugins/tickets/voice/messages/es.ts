/** The texts of a voice recording in Spanish. */
export const messages: Readonly<Record<string, string>> = {
  'tickets.record.start': 'Grabar audio',
  'tickets.record.cancel': 'Descartar la grabación',
  'tickets.record.send': 'Enviar audio',
  'tickets.record.asking': 'Esperando el micrófono',
  'tickets.record.recording': 'Grabando',
  'tickets.record.sending': 'Preparando el audio',
  'tickets.record.kept': 'La grabación quedó adjunta a la conversación con %{name}.',
  'tickets.record.short': 'Grabación demasiado corta: descartada.',
};
