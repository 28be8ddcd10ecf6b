import { answeredNumber } from '../text/typed-answer.ts';
import type { Incoming, TicketCommandOf } from './commands.ts';
import { automatic, hasMessage, messageReceived } from './decide-messages.ts';
import type { TicketEvent } from './events.ts';
import type { KnownTicket, LiveTicket } from './state.ts';

/**
 * How long a contact may answer. At most a day: a message is looked for in tickets that closed up to a day before it
 * was written, so that one that rated is recognised when it is handed over again.
 */
const answerMs = 24 * 3_600_000;

/** Returns what asking for a rating adds to closing: nothing where nobody worked on it, nor in groups. */
export const askForRating = (
  { data, metadata }: TicketCommandOf<'ResolveTicket'>,
  ticket: LiveTicket,
): TicketEvent[] => {
  const { ticketId, userId, queueId, status } = ticket;
  if (userId === null || status !== 'open') return [];
  const texts = automatic('rating', data.rating, ticket, queueId);
  if (texts.length === 0) return [];
  const until = new Date(Date.parse(metadata.at) + answerMs).toISOString();
  return [{ type: 'RatingRequested', data: { ticketId, userId, until } }, ...texts];
};

/** Returns the rating that a text is, or undefined: a number of the scale and nothing else. */
function ratingOf({ body, mediaType }: Pick<Incoming, 'body' | 'mediaType'>): number | undefined {
  const number = mediaType === 'chat' ? answeredNumber(body) : undefined;
  return number !== undefined && number >= 1 && number <= 3 ? number : undefined;
}

/** Returns whether a contact's message answers the request: in its time, and while no other ticket has taken over. */
export const answersRating = (
  state: KnownTicket,
  message: Pick<Incoming, 'body' | 'fromMe' | 'mediaType'>,
  at: string,
): boolean =>
  state.status === 'closed' &&
  state.rating !== null &&
  at <= state.rating.until &&
  (state.lost[state.claim] ?? -1) < state.claimRevision &&
  !message.fromMe &&
  ratingOf(message) !== undefined;

/** Returns the answer and what it says, or nothing when it is there already; undefined when it is no answer (any more). */
export const rate = (
  { data: { message }, metadata }: TicketCommandOf<'RateTicket'>,
  ticket: KnownTicket,
): TicketEvent[] | undefined => {
  if (ticket.status === 'closed' && hasMessage(ticket.messages, message)) return [];
  if (!answersRating(ticket, message, metadata.at) || ticket.rating === null) return undefined;
  const { ticketId, rating } = ticket;
  const { messageId } = message;
  return [
    messageReceived(message, ticket),
    {
      type: 'TicketRated',
      data: { ticketId, messageId, rating: ratingOf(message)!, userId: rating.userId },
    },
  ];
};
