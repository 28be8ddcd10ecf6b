/** The texts of the transfer dialog in English. */
export const messages: Readonly<Record<string, string>> = {
  'tickets.seat.online': 'Online',
  'tickets.seat.away': 'Away',
  'tickets.seat.offline': 'Offline',
  'tickets.transfer.title': 'Transfer ticket',
  'tickets.transfer.user': 'User',
  'tickets.transfer.userHint':
    'Without a user the ticket waits in the queue again. To find somebody of another queue, type three letters of the name.',
  'tickets.transfer.submit': 'Transfer',
  'tickets.transfer.nobody': 'Nobody (stays in the queue)',
  'tickets.transfer.same': 'The ticket is already there.',
  'tickets.transfer.unchosen': 'Choose a user or another queue.',
  'tickets.transfer.none': 'Nobody found',
  'tickets.transfer.noneQueue': 'No queue found',
};
