import { createCommandBus } from '../../../shell/command-bus.ts';

/** What keys, the palette and toasts ask of the tickets page from anywhere. */
export type TicketCommand =
  | 'next'
  | 'previous'
  | 'acceptNext'
  | 'resolve'
  | 'unread'
  | 'reply'
  | 'note'
  | 'quick'
  | 'new'
  | 'search'
  | 'list';

/** A note for colleagues, or a message to the contact. */
export type ComposeMode = 'note' | 'message';
/** What the page asks of whoever writes: one of the two, or a message that begins with a quick reply. */
export type WriteCommand = `write.${ComposeMode | 'quick'}`;

export const ticketCommands = createCommandBus<TicketCommand | WriteCommand>();

/** A note is the composer's; where there is none (the ticket is not open) it is written in the contact panel. */
export const composerRank = 1;
