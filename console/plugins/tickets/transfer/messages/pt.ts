/** The texts of the transfer dialog in Portuguese. */
export const messages: Readonly<Record<string, string>> = {
  'tickets.seat.online': 'On-line',
  'tickets.seat.away': 'Ausente',
  'tickets.seat.offline': 'Off-line',
  'tickets.transfer.title': 'Transferir atendimento',
  'tickets.transfer.user': 'Usuário',
  'tickets.transfer.userHint':
    'Sem usuário, o atendimento volta a aguardar na fila. Para achar quem é de outra fila, digite três letras do nome.',
  'tickets.transfer.submit': 'Transferir',
  'tickets.transfer.nobody': 'Ninguém (fica na fila)',
  'tickets.transfer.same': 'O atendimento já está aí.',
  'tickets.transfer.unchosen': 'Escolha um usuário ou outra fila.',
  'tickets.transfer.none': 'Ninguém encontrado',
  'tickets.transfer.noneQueue': 'Nenhuma fila encontrada',
};
