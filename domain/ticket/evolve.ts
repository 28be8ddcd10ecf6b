import { botAfter, botOver, newBot } from './bot.ts';
import { evolveCampaigns } from './campaigns.ts';
import { evolveFields, tagsInLane } from './decide-fields.ts';
import type { TicketEvent } from './events.ts';
import { evolveMessages } from './evolve-messages.ts';
import { usualFields } from './fields/derive.ts';
import type { Messages } from './messages.ts';
import { noMessages } from './messages.ts';
import type { Evolves, KnownTicket, TicketState } from './state.ts';
import { homeOf, isKnown, noIntegration } from './state.ts';

const evolves: Evolves<Exclude<TicketEvent['type'], 'ClaimLost'>> = {
  ...evolveFields,
  ...evolveMessages,
  ...evolveCampaigns,
  TicketPrepared: (ticket) => ticket,
  TicketOpened: (ticket, data, at) => {
    if (ticket.status !== 'prepared') return ticket;
    const { messages, campaigns, lost } = ticket;
    return { ...begin(data, messages, at), campaigns, lost };
  },
  TicketPeeked: (ticket) => ticket,
  BotMenuShown: (ticket) => ticket,
  BotChoiceMade: (ticket) => ticket,
  BotSaidClosed: (ticket) => ticket,
  BotHandedOver: (ticket) => ticket,
  AssistantBegan: (ticket, { promptId, integrationId }) => ({
    ...ticket,
    integration: { useIntegration: true, promptId, integrationId },
  }),
  AssistantAnswered: (ticket) => ticket,
  AssistantHandedOver: (ticket) => ({ ...ticket, integration: noIntegration }),
  TicketAccepted: (ticket, { userId, queueId }, at) => ({
    ...ticket,
    status: 'open',
    since: at,
    userId,
    queueId,
  }),
  TicketReturned: (ticket, _data, at) => ({ ...ticket, status: 'pending', since: at, userId: null }),
  TicketTransferred: (ticket, { status, queueId, userId, connectionId, claim, claimRevision }, at) => ({
    ...ticket,
    status,
    queueId,
    userId,
    since: at,
    connectionId: connectionId ?? ticket.connectionId,
    claim: claim ?? ticket.claim,
    claimRevision: claimRevision ?? ticket.claimRevision,
  }),
  TicketResolved: (ticket, _data, at) => ({
    ...ticket,
    status: 'closed',
    since: at,
    integration: noIntegration,
  }),
  RatingRequested: (ticket, { userId, until }) => ({ ...ticket, rating: { userId, until } }),
  TicketRated: (ticket) => ({ ...ticket, rating: null, unread: false }),
  TicketReopened: (ticket, { status, userId, claimRevision }, at) => ({
    ...ticket,
    status,
    userId,
    claimRevision,
    since: at,
    rating: null,
  }),
  TicketLaneChanged: (ticket, data) => ({ ...ticket, tagIds: tagsInLane(ticket.tagIds, data) }),
  TicketRead: (ticket) => ({ ...ticket, unread: false }),
  TicketMarkedUnread: (ticket) => ({ ...ticket, unread: true }),
  TicketIntegrationChanged: (ticket, { useIntegration, promptId, integrationId }) => ({
    ...ticket,
    integration: { useIntegration, promptId, integrationId },
  }),
  TicketDeleted: (ticket, _data, at) => ({ ...ticket, status: 'deleted', since: at }),
  TicketContactChanged: (ticket, { contactId, beforeContactId, claim, claimRevision, undone }) => {
    const former = ticket.formerContactIds ?? [];
    // Who is another person again is told nothing of where it goes on.
    const formerContactIds = undone ? former.filter((id) => id !== contactId) : [...former, beforeContactId];
    return { ...ticket, homeId: homeOf(ticket), contactId, formerContactIds, claim, claimRevision };
  },
  TicketJoined: (ticket, data) => ({ ...ticket, joined: [...(ticket.joined ?? []), data.joinedTicketId] }),
};
const evolveOf = new Map<string, (ticket: KnownTicket, data: never, at: string) => KnownTicket>(
  Object.entries(evolves),
);

type Opened = Extract<TicketEvent, { type: 'TicketOpened' }>['data'];

function begin(
  {
    ticketId,
    protocol,
    contactId,
    connectionId,
    queueId,
    userId,
    isGroup,
    via,
    claim,
    claimRevision,
    status,
  }: Opened,
  messages: Messages,
  at: string,
): KnownTicket {
  return {
    ...usualFields,
    status,
    since: at,
    ticketId,
    protocol,
    contactId,
    ...(via !== undefined && { homeId: via }),
    connectionId,
    queueId,
    userId,
    isGroup,
    claim,
    claimRevision,
    lost: {},
    unread: false,
    lastWrittenAt: at,
    integration: noIntegration,
    bot: status === 'pending' && !isGroup ? newBot : botOver,
    rating: null,
    messages,
    notes: new Map(),
  };
}

type Prepared = Extract<TicketEvent, { type: 'TicketPrepared' }>['data'];

const prepare = ({ previousTicketId, ...data }: Prepared, messages: Messages, at: string): KnownTicket => ({
  ...begin({ ...data, protocol: '', userId: null, isGroup: false, status: 'pending' }, messages, at),
  status: 'prepared',
  bot: botOver,
  previousTicketId,
});

/** Returns the ticket after an event. Never throws: one that makes no sense here changes nothing. `at`: the event's instant. */
export function evolveTicket(state: TicketState, event: TicketEvent, at: string): TicketState {
  if (event.type === 'ClaimLost') {
    const before = state.status === 'absent' ? {} : state.lost;
    const lost = { ...before, [event.data.claim]: event.data.claimRevision };
    return isKnown(state) ? { ...state, lost } : { status: 'void', lost };
  }
  if (isKnown(state)) {
    const next = evolveOf.get(event.type)?.(state, event.data as never, at) ?? state;
    const bot = botAfter(state.bot, next, event, at);
    return bot === state.bot ? next : { ...next, bot };
  }
  if (state.status !== 'absent') return state;
  if (event.type === 'TicketOpened') return begin(event.data, noMessages(state.keep), at);
  return event.type === 'TicketPrepared' ? prepare(event.data, noMessages(state.keep), at) : state;
}
