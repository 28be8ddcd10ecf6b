export const messages: Readonly<Record<string, string>> = {
  'announcements.title': 'Informativos',
  'announcements.count': 'Informativos: %{smart_count} nuevo |||| Informativos: %{smart_count} nuevos',
  'announcements.readAll': 'Marcar como leídos',
  'announcements.read': 'leído',
  'announcements.new': 'nuevo',
  'announcements.none': 'Ningún informativo',
  'announcements.none.text': 'Los avisos de la plataforma aparecen aquí.',
  'announcements.priority.1': 'Prioridad alta',
  'announcements.priority.2': 'Prioridad media',
  'announcements.priority.3': 'Prioridad baja',
};
