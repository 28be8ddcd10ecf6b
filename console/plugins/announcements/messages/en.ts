export const messages: Readonly<Record<string, string>> = {
  'announcements.title': 'Announcements',
  'announcements.count': 'Announcements: %{smart_count} new |||| Announcements: %{smart_count} new',
  'announcements.readAll': 'Mark as read',
  'announcements.read': 'read',
  'announcements.new': 'new',
  'announcements.none': 'No announcements',
  'announcements.none.text': 'What the platform has to tell appears here.',
  'announcements.priority.1': 'High priority',
  'announcements.priority.2': 'Medium priority',
  'announcements.priority.3': 'Low priority',
};
