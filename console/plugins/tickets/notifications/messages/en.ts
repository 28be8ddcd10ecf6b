/** The notifications’ texts in English. */
export const messages: Readonly<Record<string, string>> = {
  'tickets.handed': '%{by} handed %{name} over to you.',
  'tickets.handed.short': '%{by} handed this conversation over to you.',
  'tickets.handed.someone': 'A colleague',
  'tickets.handed.open': 'Open',
  'tickets.bell': 'Notifications',
  'tickets.bell.count': 'Notifications: %{smart_count} new |||| Notifications: %{smart_count} new',
  'tickets.bell.readAll': 'Mark as read',
  'tickets.bell.none': 'Nothing new',
  'tickets.bell.noneText': 'Messages nobody has read appear here.',
  'tickets.bell.sound': 'Notification sound',
  'shell.volume': 'Volume',
};
