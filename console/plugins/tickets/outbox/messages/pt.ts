/** The outbox’s texts in Portuguese. */
export const messages: Readonly<Record<string, string>> = {
  'tickets.outbox.waiting':
    'Uma mensagem ainda não foi enviada. |||| %{smart_count} mensagens ainda não foram enviadas.',
  'tickets.outbox.failed':
    'Uma mensagem não pôde ser enviada. |||| %{smart_count} mensagens não puderam ser enviadas.',
  'tickets.outbox.open': 'Ver conversa',
};
