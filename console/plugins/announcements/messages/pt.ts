export const messages: Readonly<Record<string, string>> = {
  'announcements.title': 'Informativos',
  'announcements.count': 'Informativos: %{smart_count} novo |||| Informativos: %{smart_count} novos',
  'announcements.readAll': 'Marcar como lidos',
  'announcements.read': 'lido',
  'announcements.new': 'novo',
  'announcements.none': 'Nenhum informativo',
  'announcements.none.text': 'Avisos da plataforma aparecem aqui.',
  'announcements.priority.1': 'Prioridade alta',
  'announcements.priority.2': 'Prioridade média',
  'announcements.priority.3': 'Prioridade baixa',
};
