/** The texts of who else is there in Spanish. */
export const messages: Readonly<Record<string, string>> = {
  'tickets.moved.taken': '%{name} asumió esta atención. Su borrador quedó guardado.',
  'tickets.moved.pending': 'Esta atención volvió a la cola. Su borrador quedó guardado.',
  'tickets.moved.closed': 'Esta atención fue resuelta por otra persona. Su borrador quedó guardado.',
  'tickets.moved.gone': 'Esta atención ya no está con usted. Su borrador quedó guardado.',
  'tickets.moved.accepted': '%{name} aceptó esta atención.',
  'tickets.presence.isViewing': '%{name} está viendo',
  'tickets.presence.viewing': 'viendo',
  'tickets.presence.viewingMany': 'viendo ahora',
  'tickets.presence.contact.typing': 'escribiendo…',
  'tickets.presence.contact.recording': 'grabando audio…',
  'tickets.presence.typing': '%{name} está escribiendo',
};
