/** The outbox’s texts in English. */
export const messages: Readonly<Record<string, string>> = {
  'tickets.outbox.waiting':
    'One message has not been sent yet. |||| %{smart_count} messages have not been sent yet.',
  'tickets.outbox.failed': 'One message could not be sent. |||| %{smart_count} messages could not be sent.',
  'tickets.outbox.open': 'See conversation',
};
