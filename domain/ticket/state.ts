import type { TicketEvent, TicketIntegration } from './events.ts';
import type { MessageExtra } from './extra.ts';
import { attached, awaited, type FileFacts } from './files.ts';
import type { Keep, MessageFacts, Messages } from './messages.ts';
import { findMessage, lastThousand, mayStillFail, noMessages, unsettled, writeMessage } from './messages.ts';
import { sideOf } from './side.ts';

interface Known {
  readonly ticketId: string;
  readonly contactId: string;
  readonly connectionId: string;
  readonly queueId: string | null;
  readonly userId: string | null;
  readonly isGroup: boolean;
  readonly claim: string;
  readonly claimRevision: number;
  readonly lost: Readonly<Record<string, number>>;
  readonly tagIds: readonly string[];
  readonly unread: boolean;
  readonly integration: TicketIntegration;
  /** What the contact was asked when it closed and has not said; null: nothing. */
  readonly rating: { readonly userId: string; readonly until: string } | null;
  /** When a message last came or was written, on our clock; of a ticket without messages, when it was opened. */
  readonly lastWrittenAt: string;
  /** Whose it was before they were merged into its contact. */
  readonly formerContactIds?: readonly string[];
  /** Tickets whose conversation goes on here. */
  readonly joined?: readonly string[];
  /** Its contact was erased: nothing more is said in it. */
  readonly erased?: true;
  readonly messages: Messages;
  readonly notes: ReadonlyMap<string, NoteFacts>;
}

/** Who wrote a note. One that was deleted is remembered: its id is never used again. */
export interface NoteFacts {
  readonly userId: string | null;
  readonly deleted: boolean;
  readonly erased?: true;
}

/** `void`: its stream began with ClaimLost, so that it can never be opened. `since`: in this status, ISO instant. */
export type TicketState =
  | { readonly status: 'absent'; readonly keep: Keep }
  | { readonly status: 'void'; readonly lost: Readonly<Record<string, number>> }
  | (Known & { readonly status: 'pending' | 'open' | 'closed' | 'deleted'; readonly since: string });

export type KnownTicket = Extract<TicketState, Known>;
export type LiveTicket = KnownTicket & { readonly status: 'pending' | 'open' | 'closed' };

export const noIntegration: TicketIntegration = {
  useIntegration: false,
  promptId: null,
  integrationId: null,
};

export const absentTicket = (keep: Keep = lastThousand): TicketState => ({ status: 'absent', keep });

export const isKnown = (state: TicketState): state is KnownTicket =>
  state.status !== 'absent' && state.status !== 'void';

const lostBy = (state: TicketState): Readonly<Record<string, number>> =>
  state.status === 'absent' ? {} : state.lost;

type TicketEventOf<T extends TicketEvent['type']> = Extract<TicketEvent, { type: T }>['data'];

const changeMessage = (
  state: KnownTicket,
  id: string,
  change: (facts: MessageFacts) => Partial<MessageFacts>,
): KnownTicket => {
  const facts = findMessage(state.messages, id);
  // No longer among those kept: a later command that names it folds the stream.
  if (facts === undefined) return state;
  return { ...state, messages: writeMessage(state.messages, id, { ...facts, ...change(facts) }) };
};

const isSent = (facts: MessageFacts): MessageFacts['status'] =>
  facts.status === 'received' ? 'received' : 'sent';

type Arrived = Pick<TicketEventOf<'MessageReceived'>, 'file' | 'media' | 'mediaError'>;
const fileOf = ({ file, media, mediaError }: Arrived): FileFacts | undefined => {
  if (file === undefined) return undefined;
  if (mediaError !== undefined) return { is: 'failed', code: mediaError };
  return media === undefined ? awaited : attached;
};
/** What decisions want of a message's kind. */
const keptOf = (extra: MessageExtra | undefined): Pick<MessageFacts, 'unreadable' | 'options'> => ({
  ...(extra?.unreadable && { unreadable: true }),
  ...(extra?.poll && { options: extra.poll.options.length }),
});

/** Never throws: an event that makes no sense here changes nothing. `at`: the event's instant. */
export const evolveTicket = (state: TicketState, event: TicketEvent, at: string): TicketState => {
  if (event.type === 'ClaimLost') {
    const lost = { ...lostBy(state), [event.data.claim]: event.data.claimRevision };
    return isKnown(state) ? { ...state, lost } : { status: 'void', lost };
  }
  if (!isKnown(state)) {
    if (event.type !== 'TicketOpened' || state.status === 'void') return state;
    const { ticketId, contactId, connectionId, queueId, userId, isGroup, claim, claimRevision, status } =
      event.data;
    return {
      status,
      since: at,
      ticketId,
      contactId,
      connectionId,
      queueId,
      userId,
      isGroup,
      claim,
      claimRevision,
      lost: {},
      tagIds: [],
      unread: false,
      lastWrittenAt: at,
      integration: noIntegration,
      rating: null,
      messages: noMessages(state.keep),
      notes: new Map(),
    };
  }
  switch (event.type) {
    case 'TicketOpened':
    case 'TicketPeeked':
      return state;
    case 'TicketAccepted': {
      const { userId, queueId } = event.data;
      return { ...state, status: 'open', since: at, userId, queueId };
    }
    case 'TicketReturned':
      return { ...state, status: 'pending', since: at, userId: null };
    case 'TicketTransferred': {
      const { status, queueId, userId, connectionId, claim, claimRevision } = event.data;
      return {
        ...state,
        status,
        queueId,
        userId,
        since: at,
        connectionId: connectionId ?? state.connectionId,
        claim: claim ?? state.claim,
        claimRevision: claimRevision ?? state.claimRevision,
      };
    }
    case 'TicketResolved':
      return { ...state, status: 'closed', since: at, integration: noIntegration };
    case 'RatingRequested': {
      const { userId, until } = event.data;
      return { ...state, rating: { userId, until } };
    }
    case 'TicketRated':
      return { ...state, rating: null, unread: false };
    case 'TicketReopened': {
      const { status, userId, claimRevision } = event.data;
      return { ...state, status, userId, claimRevision, since: at, rating: null };
    }
    case 'TicketTagsChanged':
      return { ...state, tagIds: event.data.tagIds };
    case 'TicketRead':
      return { ...state, unread: false };
    case 'TicketMarkedUnread':
      return { ...state, unread: true };
    case 'TicketIntegrationChanged': {
      const { useIntegration, promptId, integrationId } = event.data;
      return { ...state, integration: { useIntegration, promptId, integrationId } };
    }
    case 'TicketDeleted':
      return { ...state, status: 'deleted', since: at };
    case 'TicketContactChanged': {
      const { contactId, beforeContactId, claim, claimRevision } = event.data;
      const formerContactIds = [...(state.formerContactIds ?? []), beforeContactId];
      return { ...state, contactId, formerContactIds, claim, claimRevision };
    }
    case 'TicketJoined':
      return { ...state, joined: [...(state.joined ?? []), event.data.joinedTicketId] };
    case 'MessageReceived': {
      const { messageId, fromMe, externalId, body, sentAt, extra } = event.data;
      const file = fileOf(event.data);
      const facts: MessageFacts = {
        ...(file && { file }),
        fromMe,
        externalId,
        sentAt,
        at,
        deleted: false,
        settled: unsettled,
        ...keptOf(extra),
        status: fromMe ? 'sent' : 'received',
        ack: fromMe ? 1 : 0,
        body: state.messages.bodies ? body : null,
      };
      const messages = writeMessage(state.messages, messageId, facts);
      return { ...state, messages, unread: state.unread || !fromMe, lastWrittenAt: at };
    }
    case 'MessageRecovered': {
      const { messageId, body, extra } = event.data;
      const file = fileOf(event.data);
      return changeMessage(state, messageId, () => ({
        ...(file && { file }),
        ...keptOf(extra),
        unreadable: false,
        body: state.messages.bodies ? body : null,
      }));
    }
    case 'MessageFileAttached':
      return changeMessage(state, event.data.messageId, () => ({ file: attached }));
    case 'MessageFileFailed': {
      const { messageId, code } = event.data;
      return changeMessage(state, messageId, () => ({ file: { is: 'failed', code } }));
    }
    case 'MessageFileRequested':
      return changeMessage(state, event.data.messageId, () => ({ file: awaited }));
    case 'MessageQueued': {
      const body = state.messages.bodies ? event.data.body : null;
      const facts: MessageFacts = {
        fromMe: true,
        externalId: null,
        sentAt: at,
        at,
        deleted: false,
        settled: unsettled,
        status: 'queued',
        ack: 0,
        body,
      };
      const messages = writeMessage(state.messages, event.data.messageId, facts);
      return { ...state, messages, lastWrittenAt: at };
    }
    case 'MessageSent':
      return changeMessage(state, event.data.messageId, (facts) => ({
        externalId: event.data.externalId,
        status: isSent(facts),
        ack: Math.max(facts.ack, 1),
      }));
    case 'MessageAcknowledged':
      // Any receipt implies sent.
      return event.data.messageIds.reduce<KnownTicket>(
        (ticket, id) =>
          changeMessage(ticket, id, (facts) => ({
            status: isSent(facts),
            ack: Math.max(facts.ack, event.data.ack),
          })),
        state,
      );
    case 'MessageEdited':
      return changeMessage(state, event.data.messageId, () =>
        state.messages.bodies ? { body: event.data.body } : {},
      );
    case 'MessageDeleted':
      return changeMessage(state, event.data.messageId, () => ({ deleted: true }));
    case 'MessageReacted': {
      const { messageId, emoji, fromMe, byContact, sentAt } = event.data;
      return changeMessage(state, messageId, ({ reactions }) => ({
        reactions: { ...reactions, [sideOf(event.data)]: { value: emoji, sentAt } },
        ...(fromMe && !byContact && { reactionFailed: false }),
      }));
    }
    case 'PollVoted': {
      const { messageId, choices, sentAt } = event.data;
      return changeMessage(state, messageId, ({ votes }) => ({
        votes: { ...votes, [sideOf(event.data)]: { value: choices.join(), sentAt } },
      }));
    }
    case 'MessageReactionSettled': {
      const { messageId, revision, failure } = event.data;
      return changeMessage(state, messageId, ({ settled }) => ({
        settled: { ...settled, react: Math.max(settled.react, revision) },
        ...(failure && { reactionFailed: true }),
      }));
    }
    case 'MessageFailed':
      return changeMessage(state, event.data.messageId, (facts) =>
        facts.status === 'queued' || mayStillFail(facts) ? { status: 'failed' } : {},
      );
    case 'MessageHeld': {
      const { messageId, until, reason } = event.data;
      return changeMessage(state, messageId, () => ({ held: { until, reason } }));
    }
    case 'MessageRetried':
      return changeMessage(state, event.data.messageId, (facts) =>
        facts.status === 'failed' ? { status: 'queued' } : {},
      );
    case 'MessageChangeSettled': {
      const { change, revision, failure } = event.data;
      return changeMessage(state, event.data.messageId, ({ settled }) => ({
        settled: { ...settled, [change]: Math.max(settled[change], revision) },
        ...(change === 'delete' && { deletionInDoubt: failure?.cause === 'deleteUnknown' }),
      }));
    }
    case 'TicketNoteAdded': {
      const { noteId, userId } = event.data;
      return { ...state, notes: new Map([...state.notes, [noteId, { userId, deleted: false }]]) };
    }
    case 'TicketNoteDeleted': {
      const { noteId } = event.data;
      const facts = state.notes.get(noteId);
      if (facts === undefined) return state;
      return { ...state, notes: new Map([...state.notes, [noteId, { ...facts, deleted: true }]]) };
    }
    case 'TicketErased': {
      const { messageIds, noteIds } = event.data;
      const said = messageIds.reduce<KnownTicket>(
        (ticket, id) =>
          changeMessage(ticket, id, ({ status }) => ({
            erased: true as const,
            body: state.messages.bodies ? '' : null,
            ...(status === 'queued' && { status: 'failed' as const }),
          })),
        state,
      );
      const notes = new Map(state.notes);
      for (const id of noteIds) {
        const facts = notes.get(id);
        if (facts) notes.set(id, { ...facts, erased: true });
      }
      return { ...said, notes, erased: true };
    }
    default:
      event satisfies never;
      return state;
  }
};
