/** The outbox’s texts in Spanish. */
export const messages: Readonly<Record<string, string>> = {
  'tickets.outbox.waiting':
    'Un mensaje todavía no se ha enviado. |||| %{smart_count} mensajes todavía no se han enviado.',
  'tickets.outbox.failed':
    'No se pudo enviar un mensaje. |||| No se pudieron enviar %{smart_count} mensajes.',
  'tickets.outbox.open': 'Ver conversación',
};
