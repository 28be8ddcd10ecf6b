/** The notifications’ texts in Portuguese. */
export const messages: Readonly<Record<string, string>> = {
  'tickets.handed': '%{by} passou %{name} para você.',
  'tickets.handed.short': '%{by} passou este atendimento para você.',
  'tickets.handed.someone': 'Um colega',
  'tickets.handed.open': 'Abrir',
  'tickets.bell': 'Notificações',
  'tickets.bell.count': 'Notificações: %{smart_count} nova |||| Notificações: %{smart_count} novas',
  'tickets.bell.readAll': 'Marcar como lidas',
  'tickets.bell.none': 'Nada novo',
  'tickets.bell.noneText': 'Mensagens que ninguém leu aparecem aqui.',
  'tickets.bell.sound': 'Som das notificações',
  'shell.volume': 'Volume',
};
