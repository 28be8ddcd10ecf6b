/** The texts of the transfer dialog in Spanish. */
export const messages: Readonly<Record<string, string>> = {
  'tickets.seat.online': 'En línea',
  'tickets.seat.away': 'Ausente',
  'tickets.seat.offline': 'Desconectado',
  'tickets.transfer.title': 'Transferir atención',
  'tickets.transfer.user': 'Usuario',
  'tickets.transfer.userHint':
    'Sin usuario, la atención vuelve a esperar en la cola. Para hallar a alguien de otra cola, escriba tres letras del nombre.',
  'tickets.transfer.submit': 'Transferir',
  'tickets.transfer.nobody': 'Nadie (queda en la cola)',
  'tickets.transfer.same': 'La atención ya está ahí.',
  'tickets.transfer.unchosen': 'Elija un usuario u otra cola.',
  'tickets.transfer.none': 'Nadie encontrado',
  'tickets.transfer.noneQueue': 'Ninguna cola encontrada',
};
