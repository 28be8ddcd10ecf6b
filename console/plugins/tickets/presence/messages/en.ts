/** The texts of who else is there in English. */
export const messages: Readonly<Record<string, string>> = {
  'tickets.moved.taken': '%{name} took over this ticket. Your draft is kept.',
  'tickets.moved.pending': 'This ticket went back to the queue. Your draft is kept.',
  'tickets.moved.closed': 'This ticket was resolved by someone else. Your draft is kept.',
  'tickets.moved.gone': 'This ticket is no longer yours. Your draft is kept.',
  'tickets.moved.accepted': '%{name} accepted this ticket.',
  'tickets.presence.isViewing': '%{name} is viewing',
  'tickets.presence.viewing': 'viewing',
  'tickets.presence.viewingMany': 'viewing now',
  'tickets.presence.contact.typing': 'typing…',
  'tickets.presence.contact.recording': 'recording audio…',
  'tickets.presence.typing': '%{name} is typing',
};
