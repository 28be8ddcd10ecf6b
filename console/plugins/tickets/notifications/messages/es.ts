/** The notifications’ texts in Spanish. */
export const messages: Readonly<Record<string, string>> = {
  'tickets.handed': '%{by} te pasó a %{name}.',
  'tickets.handed.short': '%{by} te pasó esta conversación.',
  'tickets.handed.someone': 'Un colega',
  'tickets.handed.open': 'Abrir',
  'tickets.bell': 'Notificaciones',
  'tickets.bell.count': 'Notificaciones: %{smart_count} nueva |||| Notificaciones: %{smart_count} nuevas',
  'tickets.bell.readAll': 'Marcar como leídas',
  'tickets.bell.none': 'Nada nuevo',
  'tickets.bell.noneText': 'Los mensajes que nadie leyó aparecen aquí.',
  'tickets.bell.sound': 'Sonido de las notificaciones',
  'shell.volume': 'Volumen',
};
