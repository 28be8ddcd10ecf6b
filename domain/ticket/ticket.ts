/** One conversation with a contact on a connection, from opening to closing, and all that is said in it. */

import { inScope } from '../access/policy.ts';
import type { Actor, CommandMetadata } from '../command.ts';
import { DomainError } from '../errors.ts';
import type { Decider } from '../kernel/decider.ts';
import { VoidStream } from '../kernel/decider.ts';
import { runAssistant, runBot } from './bot.ts';
import { leaveCampaign } from './campaign-reach.ts';
import { lapseCampaignQuestion, openPrepared, queueCampaignMessage, withCampaigns } from './campaigns.ts';
import type { TicketCommand, TicketCommandOf } from './commands.ts';
import { checkNotErased, erase } from './decide-erasure.ts';
import { addTag, moveToLane, setFields } from './decide-fields.ts';
import { attachFile, failFile, requestFile } from './decide-files.ts';
import { changeContact, join } from './decide-merge.ts';
import {
  acknowledge,
  automatic,
  edit,
  hasMessage,
  messageReceived,
  recordFailed,
  recordHeld,
  recordSent,
  remove,
  retry,
  send,
  settleChange,
} from './decide-messages.ts';
import { addNote, deleteNote } from './decide-notes.ts';
import { react, recover, settleReaction, vote } from './decide-reactions.ts';
import type { TicketEvent } from './events.ts';
import { ticketEvents } from './events.ts';
import { evolveTicket } from './evolve.ts';
import { everything } from './messages.ts';
import { askForRating, rate } from './rating.ts';
import type { KnownTicket, LiveTicket, TicketState } from './state.ts';
import { absentTicket, isKnown } from './state.ts';

/** The ticket no longer holds the claim as the command knows it: read the claim again. */
export class StaleClaim extends Error {
  override readonly name = 'StaleClaim';
}

const before = ({ status, queueId, userId }: LiveTicket) => ({ status, queueId, userId });
const msInStatus = (ticket: KnownTicket, at: string): number =>
  Math.max(0, Date.parse(at) - Date.parse(ticket.since)) || 0;

const checkScope = (metadata: CommandMetadata, ticket: { queueId: string | null; userId: string | null }) => {
  if (!inScope(metadata.scope, ticket)) throw new DomainError('ERR_NO_PERMISSION');
};
const wrongState = (ticket: LiveTicket) =>
  new DomainError('ERR_TICKET_STATE', `the ticket is ${ticket.status}`, {
    details: { status: ticket.status },
  });

const openTicket = ({ data, metadata }: TicketCommandOf<'OpenTicket'>, state: TicketState): TicketEvent[] => {
  if (state.status === 'void') throw new VoidStream();
  if (state.status !== 'absent' && state.status !== 'prepared') return [];
  const { message, ...openingFacts } = data;
  if (metadata.scope !== undefined) {
    if (data.queueId === null && !metadata.scope.noQueue)
      throw new DomainError('ERR_VALIDATION', 'a queue is required', { errors: { queueId: 'required' } });
    checkScope(metadata, { queueId: data.queueId, userId: null });
  }
  // What was prepared keeps the claim, and whom it took it from.
  const begun: TicketEvent =
    state.status === 'prepared'
      ? openPrepared(state, openingFacts)
      : { type: 'TicketOpened', data: openingFacts };
  return [begun, ...(message ? [messageReceived(message, { ...data, homeId: data.via })] : [])];
};

const receive = ({ data }: TicketCommandOf<'ReceiveMessage'>, state: TicketState): TicketEvent[] => {
  if (state.status !== 'pending' && state.status !== 'open' && state.status !== 'prepared')
    throw new StaleClaim();
  const { claim, claimRevision } = state;
  if (claim !== data.claim || claimRevision < data.since || claimRevision > data.claimRevision)
    throw new StaleClaim();
  if (hasMessage(state.messages, data.message)) return recover(data.message, state);
  if (state.status !== 'prepared') return [messageReceived(data.message, state)];
  if ((state.lost[claim] ?? -1) >= claimRevision) throw new StaleClaim();
  return [
    openPrepared(state, { queueId: state.queueId, userId: null, status: 'pending' }),
    messageReceived(data.message, state),
  ];
};

const accept = ({ data, metadata }: TicketCommandOf<'AcceptTicket'>, ticket: LiveTicket): TicketEvent[] => {
  const { scope } = metadata;
  if (scope && scope.queueIds !== 'all' && scope.userId !== data.userId)
    throw new DomainError('ERR_NO_PERMISSION');
  if (ticket.status === 'closed') throw wrongState(ticket);
  if (ticket.status === 'open' && ticket.userId !== null) {
    if (ticket.userId === data.userId) return [];
    throw new DomainError('ERR_TICKET_TAKEN', 'someone else has it', { details: { userId: ticket.userId } });
  }
  const queueId = data.queueId === undefined ? ticket.queueId : data.queueId;
  if (queueId !== ticket.queueId) checkScope(metadata, { queueId, userId: null });
  const { userId } = data;
  const waitedMs = msInStatus(ticket, metadata.at);
  return [
    {
      type: 'TicketAccepted',
      data: { ticketId: ticket.ticketId, userId, queueId, before: before(ticket), waitedMs },
    },
    ...automatic('greeting', data.greeting, ticket, queueId),
  ];
};

const giveBack = ({ data }: TicketCommandOf<'ReturnTicket'>, ticket: LiveTicket): TicketEvent[] => {
  if (data.from !== undefined && ticket.userId !== data.from) return [];
  if (ticket.status === 'closed') throw wrongState(ticket);
  if (ticket.status === 'pending') return [];
  return [{ type: 'TicketReturned', data: { ticketId: ticket.ticketId, before: before(ticket) } }];
};

const resolve = ({ data, metadata }: TicketCommandOf<'ResolveTicket'>, ticket: LiveTicket): TicketEvent[] => {
  if (ticket.status === 'closed') return [];
  const handledMs = ticket.status === 'open' ? msInStatus(ticket, metadata.at) : 0;
  const { reason } = data;
  return [
    {
      type: 'TicketResolved',
      data: { ticketId: ticket.ticketId, before: before(ticket), handledMs, reason },
    },
    ...askForRating({ type: 'ResolveTicket', data, metadata }, ticket),
  ];
};

/** Returns the events that close a quiet ticket. One that waits for an agent is never closed by itself: nobody answered the contact yet. */
const closeQuiet = (
  { data, metadata }: TicketCommandOf<'CloseQuietTicket'>,
  ticket: LiveTicket,
): TicketEvent[] => {
  if (ticket.status !== 'open' || ticket.since > data.quietSince || ticket.lastWrittenAt > data.quietSince)
    return [];
  return resolve({ type: 'ResolveTicket', data: { reason: 'auto' }, metadata }, ticket);
};

const reopen = ({ data }: TicketCommandOf<'ReopenTicket'>, ticket: LiveTicket): TicketEvent[] => {
  checkNotErased(ticket);
  if (ticket.status === 'open') {
    if (ticket.userId === data.userId) return [];
    throw new DomainError('ERR_TICKET_TAKEN', 'someone else has it', { details: { userId: ticket.userId } });
  }
  if (ticket.status === 'pending') throw wrongState(ticket);
  const { userId, claimRevision } = data;
  const status = userId === null ? 'pending' : 'open';
  return [
    {
      type: 'TicketReopened',
      data: { ticketId: ticket.ticketId, userId, status, claimRevision, before: before(ticket) },
    },
    ...(data.message ? [messageReceived(data.message, { ...ticket, userId })] : []),
  ];
};

const isActor = (actor: Actor, userId: string): boolean => actor.kind === 'user' && actor.id === userId;

/** Returns what handing a ticket over comes to. `claim`: as it was taken, where it reopens or moves. */
const handOver = (
  { queueId, userId, connectionId, notice }: TicketCommandOf<'TransferTicket'>['data'],
  metadata: CommandMetadata,
  ticket: LiveTicket,
  claim?: { readonly claim: string; readonly claimRevision: number },
): TicketEvent[] => {
  const { ticketId } = ticket;
  const status = userId === null ? 'pending' : 'open';
  const moves = connectionId !== undefined && connectionId !== ticket.connectionId;
  if ((moves || ticket.status === 'closed') && claim === undefined) throw new StaleClaim();
  const events: TicketEvent[] = [];
  let from = ticket;
  if (ticket.status === 'closed') {
    const { claimRevision } = claim!;
    events.push({
      type: 'TicketReopened',
      data: { ticketId, userId, status, claimRevision, before: before(ticket) },
    });
    from = { ...ticket, status, userId };
  }
  if (moves || from.status !== status || from.queueId !== queueId || from.userId !== userId)
    events.push({
      type: 'TicketTransferred',
      data: {
        ticketId,
        status,
        queueId,
        userId,
        before: before(from),
        ...(moves && { connectionId, ...claim }),
      },
    });
  if (events.length > 0 && queueId !== null && queueId !== ticket.queueId) {
    const there = { ...ticket, connectionId: connectionId ?? ticket.connectionId };
    events.push(...automatic('transfer', notice, there, queueId));
  }
  // Whoever gets it from somebody else has seen nothing of it yet.
  const handed = userId !== null && userId !== ticket.userId && !isActor(metadata.actor, userId);
  if (handed && !ticket.unread) events.push({ type: 'TicketMarkedUnread', data: { ticketId } });
  return events;
};

const transfer = (
  { data, metadata }: TicketCommandOf<'TransferTicket'>,
  ticket: LiveTicket,
): TicketEvent[] => {
  checkNotErased(ticket);
  return handOver(data, metadata, ticket);
};

const move = ({ data, metadata }: TicketCommandOf<'MoveTicket'>, ticket: LiveTicket): TicketEvent[] => {
  checkNotErased(ticket);
  const { claim, claimRevision, ...to } = data;
  return handOver(to, metadata, ticket, { claim, claimRevision });
};

const leaveQueue = ({ data, metadata }: TicketCommandOf<'LeaveQueue'>, ticket: LiveTicket): TicketEvent[] => {
  if (ticket.queueId !== data.queueId || ticket.status === 'closed') return [];
  checkNotErased(ticket);
  return handOver({ queueId: null, userId: ticket.userId }, metadata, ticket);
};

/** Returns the events of what answers a ticket. That is of the time it is worked on: a closed one has nobody who would answer. */
const setIntegration = (
  { data }: TicketCommandOf<'SetTicketIntegration'>,
  ticket: LiveTicket,
): TicketEvent[] => {
  const { ticketId, integration } = ticket;
  const next = { ...integration, ...data };
  const same = (Object.keys(next) as (keyof typeof next)[]).every((key) => next[key] === integration[key]);
  if (same) return [];
  if (ticket.status === 'closed') throw wrongState(ticket);
  return [{ type: 'TicketIntegrationChanged', data: { ticketId, ...next } }];
};

const requireKnown = (state: TicketState): KnownTicket => {
  if (!isKnown(state)) throw new DomainError('ERR_NO_TICKET_FOUND');
  return state;
};

/** Returns a ticket that is there, within the actor's queues. */
const requireLive = (metadata: CommandMetadata, state: TicketState): LiveTicket => {
  const ticket = requireKnown(state);
  if (ticket.status === 'deleted' || ticket.status === 'prepared')
    throw new DomainError('ERR_NO_TICKET_FOUND');
  checkScope(metadata, ticket);
  return ticket as LiveTicket;
};

function eraseTicket({ metadata }: TicketCommandOf<'EraseTicket'>, ticket: KnownTicket): TicketEvent[] {
  // Of a deleted one nothing is shown, and its files went with it.
  if (ticket.status === 'deleted') return [];
  const events = erase(ticket);
  if (events.length === 0 || ticket.status === 'closed' || ticket.status === 'prepared') return events;
  const closing = resolve(
    { type: 'ResolveTicket', data: { reason: 'agent' }, metadata },
    ticket as LiveTicket,
  );
  return [...closing, ...events];
}

type Decide<C, T> = (command: C, ticket: T) => readonly TicketEvent[];

/** Returns what decides on a ticket that was opened once, whatever became of it. */
const onKnown =
  <C>(decide: Decide<C, KnownTicket>): Decide<C, TicketState> =>
  (command, state) =>
    decide(command, requireKnown(state));

const onLive =
  <C extends TicketCommand>(decide: Decide<C, LiveTicket>): Decide<C, TicketState> =>
  (command, state) =>
    decide(command, requireLive(command.metadata, state));

const onUnerased = <C extends TicketCommand>(decide: Decide<C, LiveTicket>): Decide<C, TicketState> =>
  onLive((command, ticket) => {
    checkNotErased(ticket);
    return decide(command, ticket);
  });

const decisions: { readonly [T in TicketCommand['type']]: Decide<TicketCommandOf<T>, TicketState> } = {
  OpenTicket: openTicket,
  ReceiveMessage: receive,
  AcceptTicket: onLive(accept),
  ReturnTicket: onLive(giveBack),
  ResolveTicket: onLive(resolve),
  RateTicket: onKnown((command, ticket) => {
    const events = rate(command, ticket);
    if (events === undefined) throw new StaleClaim();
    return events;
  }),
  CloseQuietTicket: onLive(closeQuiet),
  ReopenTicket: onLive(reopen),
  TransferTicket: onLive(transfer),
  MoveTicket: onLive(move),
  LeaveQueue: onLive(leaveQueue),
  SetTicketFields: onLive(setFields),
  AddTicketTag: onLive(addTag),
  MoveTicketToLane: onLive(moveToLane),
  MarkTicketRead: onLive((_command, { unread, ticketId, connectionId }) =>
    unread ? [{ type: 'TicketRead', data: { ticketId, connectionId } }] : [],
  ),
  MarkTicketUnread: onLive((_command, ticket) => {
    if (ticket.status === 'closed') throw wrongState(ticket);
    const { unread, ticketId } = ticket;
    return unread ? [] : [{ type: 'TicketMarkedUnread', data: { ticketId } }];
  }),
  SetTicketIntegration: onLive(setIntegration),
  PeekTicket: onLive(({ data: { userId } }, { ticketId }) => [
    { type: 'TicketPeeked', data: { ticketId, userId } },
  ]),
  DeleteTicket: (command, state) => {
    if (requireKnown(state).status === 'deleted') return [];
    const ticket = requireLive(command.metadata, state);
    return [{ type: 'TicketDeleted', data: { ticketId: ticket.ticketId, before: before(ticket) } }];
  },
  ChangeTicketContact: onKnown(changeContact),
  JoinTicket: onLive(join),
  EraseTicket: onKnown(eraseTicket),
  SendMessage: onUnerased(send),
  EditMessage: onUnerased(edit),
  DeleteMessage: onLive(remove),
  RecoverMessage: onKnown(({ data }, ticket) => recover(data.message, ticket)),
  ReactToMessage: onUnerased(react),
  RecordVote: onKnown(vote),
  SettleReaction: onKnown(settleReaction),
  RetryMessage: onUnerased(retry),
  RecordSent: onKnown(recordSent),
  RecordFailed: onKnown(recordFailed),
  RecordHeld: onKnown(recordHeld),
  SettleChange: onKnown(settleChange),
  AttachFile: onKnown(attachFile),
  FailFile: onKnown(failFile),
  RequestFile: onUnerased(requestFile),
  AcknowledgeMessages: onKnown(acknowledge),
  RunBot: onLive(runBot),
  RunAssistant: onLive(runAssistant),
  AddTicketNote: onUnerased(addNote),
  DeleteTicketNote: onLive(deleteNote),
  QueueCampaignMessage: queueCampaignMessage,
  LapseCampaignQuestion: onKnown(lapseCampaignQuestion),
  LeaveCampaign: onKnown(leaveCampaign),
};

function decideTicket(command: TicketCommand, state: TicketState): readonly TicketEvent[] {
  const events = decisions[command.type](command as never, state);
  return withCampaigns(events, state, command.metadata.at);
}

export const ticketDecider: Decider<TicketState, TicketCommand, TicketEvent> = {
  category: 'ticket',
  types: new Set(Object.keys(ticketEvents)),
  // Messages have ids, and one request may bring several; a ticket changes hands as often as its contact is merged.
  repeatable: new Set<TicketEvent['type']>([
    'MessageQueued',
    'MessageReceived',
    'MessageSent',
    'MessageAcknowledged',
    'TicketContactChanged',
    'CampaignMessageQueued',
    'CampaignMessageSettled',
    'CampaignAnswered',
    'CampaignMessageReached',
    'CampaignLeft',
  ]),
  initial: absentTicket(),
  wide: absentTicket(everything),
  decide: decideTicket,
  evolve: evolveTicket,
};
