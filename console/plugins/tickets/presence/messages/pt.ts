/** The texts of who else is there in Portuguese. */
export const messages: Readonly<Record<string, string>> = {
  'tickets.moved.taken': '%{name} assumiu este atendimento. Seu rascunho ficou guardado.',
  'tickets.moved.pending': 'Este atendimento voltou à fila. Seu rascunho ficou guardado.',
  'tickets.moved.closed': 'Este atendimento foi resolvido por outra pessoa. Seu rascunho ficou guardado.',
  'tickets.moved.gone': 'Este atendimento não está mais com você. Seu rascunho ficou guardado.',
  'tickets.moved.accepted': '%{name} aceitou este atendimento.',
  'tickets.presence.isViewing': '%{name} está vendo',
  'tickets.presence.viewing': 'vendo',
  'tickets.presence.viewingMany': 'vendo agora',
  'tickets.presence.contact.typing': 'digitando…',
  'tickets.presence.contact.recording': 'gravando áudio…',
  'tickets.presence.typing': '%{name} está digitando',
};
