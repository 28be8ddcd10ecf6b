import { DomainError } from '../errors.ts';
import { isEmoji } from '../text/emoji.ts';
import type { Incoming, Side, TicketCommandOf } from './commands.ts';
import { checkNotErased } from './decide-erasure.ts';
import { checkAuthorOf, checkOpen, content, factsOf, noMessage, routeOf } from './decide-messages.ts';
import type { TicketEvent } from './events.ts';
import { findMessage, type MessageFacts, type Messages } from './messages.ts';
import { sideOf } from './side.ts';
import type { KnownTicket, LiveTicket } from './state.ts';

/** Sides one message may have marks of: a group has no more members. */
const mostSides = 1_024;

/** Returns whether there is anything new in what a side did: said again, or come after what it did later, there is not. */
const isNews = (
  marks: MessageFacts['reactions'],
  side: Side,
  { value, sentAt }: { readonly value: string; readonly sentAt: string },
): boolean => {
  const known = marks?.[sideOf(side)];
  if (known === undefined) return value !== '' && Object.keys(marks ?? {}).length < mostSides;
  return known.value !== value && known.sentAt <= sentAt;
};

const whose = ({ fromMe, participant }: Side) => ({ fromMe, ...(participant && { participant }) });

/**
 * Returns the events of a reaction. It opens nothing and is recorded whatever became of the ticket, where it happened
 * on the messaging app.
 */
export const react = (
  { data, metadata }: TicketCommandOf<'ReactToMessage'>,
  ticket: LiveTicket,
): TicketEvent[] => {
  const { messageId, emoji, byContact, sentAt = metadata.at } = data;
  if (emoji !== '' && !isEmoji(emoji))
    throw new DomainError('ERR_VALIDATION', 'not an emoji', { errors: { emoji: 'invalid' } });
  if (!byContact) checkOpen(ticket);
  const facts = factsOf(ticket.messages, messageId);
  if (facts === undefined || facts.deleted) throw noMessage();
  checkAuthorOf(metadata, ticket, data.fromMe);
  if (!byContact && facts.status === 'failed')
    throw new DomainError('ERR_TICKET_STATE', 'a message that failed is sent again first');
  const known = facts.reactions?.[sideOf(data)];
  // What an agent asks for now is the latest, whatever the phone's clock said.
  const at = !byContact && known && known.sentAt > sentAt ? known.sentAt : sentAt;
  const again = !byContact && facts.reactionFailed === true;
  if (!again && !isNews(facts.reactions, data, { value: emoji, sentAt: at })) return [];
  return [
    {
      type: 'MessageReacted',
      data: { ...routeOf(ticket, messageId), emoji, ...whose(data), byContact, sentAt: at },
    },
  ];
};

export const vote = (
  { data, metadata }: TicketCommandOf<'RecordVote'>,
  ticket: KnownTicket,
): TicketEvent[] => {
  checkNotErased(ticket);
  const { messageId, sentAt } = data;
  const facts = factsOf(ticket.messages, messageId);
  if (facts?.options === undefined || facts.deleted) throw noMessage();
  checkAuthorOf(metadata, ticket, data.fromMe);
  const { options } = facts;
  const choices = [...new Set(data.choices)].filter((choice) => choice < options).sort((a, b) => a - b);
  if (!isNews(facts.votes, data, { value: choices.join(), sentAt })) return [];
  return [{ type: 'PollVoted', data: { ...routeOf(ticket, messageId), choices, ...whose(data), sentAt } }];
};

/** Returns the events of what became of an agent's reaction on the messaging app; said twice, it is recorded once. */
export const settleReaction = (
  { data }: TicketCommandOf<'SettleReaction'>,
  ticket: KnownTicket,
): TicketEvent[] => {
  const facts = factsOf(ticket.messages, data.messageId);
  if (facts === undefined) throw noMessage();
  if (facts.settled.react >= data.revision) return [];
  return [{ type: 'MessageReactionSettled', data: { ticketId: ticket.ticketId, ...data } }];
};

/** Whether what came takes the place of one that could not be read. */
export const mayRecover = (messages: Messages, { messageId, fromMe, extra }: Incoming): boolean => {
  const facts = findMessage(messages, messageId);
  if (facts?.unreadable !== true || extra?.unreadable) return false;
  return facts.fromMe === fromMe && !facts.deleted && !facts.erased;
};

export const recover = (message: Incoming, ticket: KnownTicket): TicketEvent[] =>
  mayRecover(ticket.messages, message)
    ? [
        {
          type: 'MessageRecovered',
          data: { ...routeOf(ticket, message.messageId), ...content(message, ticket.messages) },
        },
      ]
    : [];
