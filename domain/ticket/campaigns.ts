import { DomainError } from '../errors.ts';
import { NeedsHistory, VoidStream } from '../kernel/decider.ts';
import { deriveId } from '../kernel/ids.ts';
import { distinctBy } from '../text/distinct.ts';
import { plainText } from '../text/plain.ts';
import { isFromContact, namesOf, reaches } from './campaign-reach.ts';
import type { TicketCommandOf } from './commands.ts';
import { checkNotErased } from './decide-erasure.ts';
import type { TicketEvent } from './events.ts';
import { type Failure, failureOf } from './failure.ts';
import { findMessage } from './messages.ts';
import { protocolOf } from './protocol.ts';
import type { CampaignMark, KnownTicket, TicketState } from './state.ts';
import { homeOf, isKnown } from './state.ts';

type Data<T extends TicketEvent['type']> = Extract<TicketEvent, { type: T }>['data'];

/** Of one conversation the last so many are remembered. */
const mostMarks = 20;

/** The ticket is not one that a campaign may write into as the command knows it: it is looked for again. */
export class NoPlaceForCampaign extends Error {
  override readonly name = 'NoPlaceForCampaign';
}

/** Returns whether a campaign's message stands in a ticket. @throws NeedsHistory where that may be forgotten */
export function hasCampaignMessage(state: TicketState, messageId: string): boolean {
  if (!isKnown(state)) return false;
  if (findMessage(state.messages, messageId) !== undefined) return true;
  if (state.messages.forgotten.at !== '') throw new NeedsHistory();
  return false;
}

/** Returns the events of what a campaign says, into a conversation that is open, or into one that is prepared for it; said once. */
export function queueCampaignMessage(
  { data }: TicketCommandOf<'QueueCampaignMessage'>,
  state: TicketState,
): TicketEvent[] {
  if (state.status === 'void') throw new VoidStream();
  const { messages, prepare, ...shipping } = data;
  const [firstMessage] = messages;
  if (firstMessage === undefined) throw new DomainError('ERR_VALIDATION', 'a campaign without a message');
  if (hasCampaignMessage(state, firstMessage.messageId)) return [];
  if (state.status === 'absent' && prepare === undefined) throw new NoPlaceForCampaign();
  const ticket = isKnown(state) ? state : { ...prepare!, messages: undefined };
  if (isKnown(state)) {
    checkNotErased(state);
    const isLost = (state.lost[state.claim] ?? -1) >= state.claimRevision;
    if (state.status === 'closed' || state.status === 'deleted' || (state.status === 'prepared' && isLost))
      throw new NoPlaceForCampaign();
  }
  const { ticketId, contactId, connectionId, queueId } = ticket;
  return [
    ...(state.status === 'absent' ? [{ type: 'TicketPrepared' as const, data: prepare! }] : []),
    {
      type: 'CampaignMessageQueued',
      data: { ...shipping, ticketId, contactId, connectionId, messageId: firstMessage.messageId },
    },
    ...messages.map(
      ({ messageId, ...content }): TicketEvent => ({
        type: 'MessageQueued',
        data: {
          ticketId,
          contactId: homeOf(ticket),
          connectionId,
          messageId,
          ...content,
          userId: null,
          queueId,
          automatic: 'campaign',
        },
      }),
    ),
  ];
}

/** Returns the events of a campaign's question to which nothing was said in its time. */
export function lapseCampaignQuestion(
  { data: { shippingId }, metadata }: TicketCommandOf<'LapseCampaignQuestion'>,
  ticket: KnownTicket,
): TicketEvent[] {
  const asked = ticket.campaigns?.find((mark) => mark.shippingId === shippingId && isAsked(mark));
  if (asked === undefined || asked.awaits!.until > metadata.at) return [];
  return [campaignAnswered(ticket, asked, 'none')];
}

const isAsked = ({ kind, state, awaits }: CampaignMark): boolean =>
  kind === 'question' && state === 'sent' && awaits !== undefined;

const campaignAnswered = (
  ticket: KnownTicket,
  mark: CampaignMark,
  answer: Data<'CampaignAnswered'>['answer'],
): TicketEvent => ({ type: 'CampaignAnswered', data: { ...namesOf(ticket, mark), answer } });

/** Returns a word as it is compared: without case, accents and blanks around it. */
export const plainWord = (text: string): string => plainText(text).trim();

/** Returns words, each once as they are compared: of 'SAIR' and 'sair' the first stays. */
export const distinctWords = (words: readonly string[]): string[] =>
  distinctBy(words, plainWord).map((word) => word.trim());

const isYes = (body: string, words: readonly string[]): boolean => {
  const said = plainWord(body);
  return words.some((word) => plainWord(word) === said);
};

/** Returns what an event says of a campaign's message; undefined: nothing. */
function outcomeOf(
  mark: CampaignMark,
  event: TicketEvent,
  ticket: KnownTicket,
): { readonly outcome: 'sent' | 'failed'; readonly failure?: Failure } | undefined {
  const isIt = 'messageId' in event.data && event.data.messageId === mark.messageId;
  switch (event.type) {
    case 'MessageSent':
      return isIt ? { outcome: 'sent' } : undefined;
    // Any receipt implies sent.
    case 'MessageAcknowledged':
      return event.data.messageIds.includes(mark.messageId) ? { outcome: 'sent' } : undefined;
    case 'MessageFailed':
      return isIt ? { outcome: 'failed', failure: failureOf(event.data) } : undefined;
    case 'MessageDeleted': {
      const waits = findMessage(ticket.messages, mark.messageId)?.status === 'queued';
      return isIt && waits
        ? { outcome: 'failed', failure: { code: 'ERR_CAMPAIGN_MESSAGE_DELETED', reason: '' } }
        : undefined;
    }
    case 'TicketDeleted':
      return { outcome: 'failed', failure: { code: 'ERR_NO_TICKET_FOUND', reason: '' } };
    case 'TicketErased':
      return { outcome: 'failed', failure: { code: 'ERR_CONTACT_ERASED', reason: '' } };
    default:
      return undefined;
  }
}

/** Returns the events of what became of it. What was sent can fail still, and what failed be sent again; neither is told twice. */
function settleMark(mark: CampaignMark, event: TicketEvent, ticket: KnownTicket): TicketEvent[] {
  const news = outcomeOf(mark, event, ticket);
  if (news === undefined || news.outcome === mark.state) return [];
  const isLate = event.type === 'TicketDeleted' || event.type === 'TicketErased';
  if (isLate && mark.state !== 'queued') return [];
  const { kind, state: before, code: formerCode, variant } = mark;
  const former = formerCode === undefined ? {} : { formerCode };
  return [
    {
      type: 'CampaignMessageSettled',
      data: { ...namesOf(ticket, mark), kind, before, ...news, ...former, variant },
    },
  ];
}

/** Returns what a contact's message says to the questions that wait for an answer. */
function answers(ticket: KnownTicket, event: TicketEvent, at: string): TicketEvent[] {
  if (!isFromContact(event)) return [];
  const { body } = event.data;
  return (ticket.campaigns ?? [])
    .filter((mark) => isAsked(mark) && mark.awaits!.until >= at)
    .map((mark) => campaignAnswered(ticket, mark, isYes(body, mark.awaits!.words) ? 'yes' : 'no'));
}

/**
 * Returns what was decided with what it means for the campaigns that wrote into this ticket: in the same append, so that a report
 * and its conversation never differ.
 */
export function withCampaigns(
  events: readonly TicketEvent[],
  state: TicketState,
  at: string,
): readonly TicketEvent[] {
  if (!isKnown(state) || state.campaigns === undefined || events.length === 0) return events;
  const newEvents: TicketEvent[] = [];
  const told = new Set<string>();
  for (const event of events) {
    for (const mark of state.campaigns) {
      if (told.has(mark.messageId)) continue;
      const news = [...settleMark(mark, event, state), ...reaches(mark, event, state)];
      if (news.length > 0) told.add(mark.messageId);
      newEvents.push(...news);
    }
    if (newEvents.some(({ type }) => type === 'CampaignAnswered')) continue;
    newEvents.push(...answers(state, event, at));
  }
  return newEvents.length === 0 ? events : [...events, ...newEvents];
}

const change = (
  ticket: KnownTicket,
  messageId: string,
  changed: (mark: CampaignMark) => CampaignMark,
): KnownTicket => ({
  ...ticket,
  campaigns: (ticket.campaigns ?? []).map((mark) => (mark.messageId === messageId ? changed(mark) : mark)),
});

/** What becomes of what campaigns said in a ticket. */
export const evolveCampaigns = {
  CampaignMessageQueued: (ticket: KnownTicket, data: Data<'CampaignMessageQueued'>): KnownTicket => {
    const { messageId, campaignId, shippingId, kind, variant, awaits } = data;
    const mark: CampaignMark = {
      messageId,
      campaignId,
      shippingId,
      kind,
      variant,
      state: 'queued',
      ...(awaits && { awaits }),
    };
    return { ...ticket, campaigns: [...(ticket.campaigns ?? []), mark].slice(-mostMarks) };
  },
  CampaignMessageSettled: (ticket: KnownTicket, data: Data<'CampaignMessageSettled'>): KnownTicket =>
    change(ticket, data.messageId, ({ code: _, ...mark }) => ({
      ...mark,
      state: data.outcome,
      ...(data.failure && { code: data.failure.code }),
    })),
  CampaignAnswered: (ticket: KnownTicket, data: Data<'CampaignAnswered'>): KnownTicket =>
    change(ticket, data.messageId, ({ awaits: _, ...mark }) => mark),
  CampaignMessageReached: (ticket: KnownTicket, data: Data<'CampaignMessageReached'>): KnownTicket =>
    change(ticket, data.messageId, (mark) => ({ ...mark, reach: data.reached })),
  CampaignLeft: (ticket: KnownTicket, data: Data<'CampaignLeft'>): KnownTicket =>
    change(ticket, data.messageId, (mark) => ({ ...mark, left: true })),
};

/** Returns what opens a prepared ticket that its contact answers, or that somebody opens. Its number is that of the day it was prepared: it may have been told. */
export const openPrepared = (
  ticket: KnownTicket,
  { queueId, userId, status }: Pick<Data<'TicketOpened'>, 'queueId' | 'userId' | 'status'>,
): TicketEvent => {
  const { ticketId, contactId, connectionId, isGroup, claim, claimRevision, previousTicketId, since } =
    ticket;
  return {
    type: 'TicketOpened',
    data: {
      ticketId,
      protocol: protocolOf(ticketId, since),
      contactId,
      connectionId,
      queueId,
      userId,
      status,
      isGroup,
      claim,
      claimRevision,
      ...(previousTicketId !== undefined && { previousTicketId }),
    },
  };
};

/** Returns the ticket that is prepared for a recipient who has none. */
export const preparedTicketOf = (shippingId: string): string => deriveId('campaign ticket', shippingId);
