/** The texts of a voice recording in Portuguese. */
export const messages: Readonly<Record<string, string>> = {
  'tickets.record.start': 'Gravar áudio',
  'tickets.record.cancel': 'Descartar a gravação',
  'tickets.record.send': 'Enviar áudio',
  'tickets.record.asking': 'Aguardando o microfone',
  'tickets.record.recording': 'Gravando',
  'tickets.record.sending': 'Preparando o áudio',
  'tickets.record.kept': 'A gravação ficou anexada à conversa com %{name}.',
  'tickets.record.short': 'Gravação curta demais: descartada.',
};
