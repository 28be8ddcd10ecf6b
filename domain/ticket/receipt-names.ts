const names = ['queued', 'sent', 'sent', 'delivered', 'read', 'played'] as const;

/** Returns how far a receipt (`ack`, 0 to 5) says that a message came, in the words that other systems are told. */
export const receiptName = (ack: number): (typeof names)[number] =>
  names[Math.min(ack, names.length - 1)] ?? 'queued';
