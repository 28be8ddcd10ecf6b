import type { RecordedEvent } from '../../domain/kernel/event.ts';
import type { EventStore } from '../../domain/kernel/event-store.ts';
import { streamPages } from '../../domain/kernel/stream-pages.ts';
import { ticketStream } from '../../domain/streams.ts';
import type { TicketEvent } from '../../domain/ticket/events.ts';

type Data<T extends TicketEvent['type']> = Extract<TicketEvent, { type: T }>['data'];
type Content = Pick<Data<'MessageQueued'>, 'body' | 'mediaType' | 'media' | 'extra' | 'quotedId'>;

/** One message of ours as its ticket's own stream tells it: what is still to be done with it on the messaging app. */
export interface MessageState {
  readonly content: Content;
  readonly phase: 'pending' | 'sent' | 'failed';
  readonly deleted: boolean;
  /** Absent: it is not known to have been sent. */
  readonly externalId?: string;
  /** When that was, as far as is known: ISO instant. */
  readonly sentAt?: string;
  /** Revision of the event that asked for it to be sent (last): one attempt. */
  readonly attempt: number;
  /** An agent's edit or deletion that has not been carried out, with the revision of its event. */
  readonly edit?: { readonly revision: number };
  /** `inDoubt`: given up while nobody knew whether it had gone out; to be done once its id is known. */
  readonly deletion?: { readonly revision: number; readonly inDoubt?: true };
  /** It may have gone out, and nobody knows. */
  readonly unknown?: boolean;
  /** The reaction an agent asked for last. */
  readonly reaction?: { readonly revision: number; readonly emoji: string };
  readonly fromMe: boolean;
  /** In a group: number of the member who wrote it. */
  readonly author?: string;
}

const page = 100;
/** Read backwards, what was asked for a moment ago stands among the last: each event opened costs 10 µs. */
const lastFew = 4;

/**
 * Returns how a message stands, read backwards to where it begins: a queued one is near the end of its stream.
 * @param message.from revision of the message's first event, when it is known
 * @param message.begun that event itself, told a moment ago: only what came after it is read
 */
export async function readMessageState(
  eventStore: Pick<EventStore, 'read'>,
  message: {
    companyId: string;
    ticketId: string;
    messageId: string;
    from?: number;
    begun?: RecordedEvent | undefined;
  },
): Promise<MessageState | undefined> {
  const stream = ticketStream(message.companyId, message.ticketId);
  const { begun, messageId } = message;
  const from = begun ? begun.revision + 1 : message.from;
  const backwards = from === undefined;
  const events = (begun ? [begun] : []) as unknown[] as TicketEventRecord[];
  for await (const read of streamPages(eventStore, stream, {
    from,
    backwards,
    limit: page,
    firstPage: backwards ? lastFew : page,
  })) {
    const some = read as readonly unknown[] as readonly TicketEventRecord[];
    events.push(...some);
    if (backwards && some.some((event) => beginsMessage(event, messageId))) break;
  }
  return foldMessage(backwards ? events.reverse() : events, messageId);
}

type TicketEventRecord = TicketEvent & Pick<RecordedEvent, 'revision' | 'metadata' | 'unreadable' | 'erased'>;

const beginsMessage = (event: TicketEventRecord, messageId: string): boolean =>
  event.unreadable === undefined &&
  (event.type === 'MessageQueued' || event.type === 'MessageReceived') &&
  event.data.messageId === messageId;

/** Returns how a message stands after events in order; undefined: it does not begin in them. Pure. */
function foldMessage(events: readonly TicketEventRecord[], messageId: string): MessageState | undefined {
  let state: MessageState | undefined;
  for (const event of events) if (event.unreadable === undefined) state = evolve(state, event, messageId);
  return state;
}

function evolve(
  state: MessageState | undefined,
  event: TicketEventRecord,
  messageId: string,
): MessageState | undefined {
  if (event.type === 'TicketErased') {
    // Nothing goes out any more to who was erased.
    if (!state || !event.data.messageIds.includes(messageId)) return state;
    const { edit: _, deletion: __, reaction: ___, ...rest } = state;
    return { ...rest, phase: state.phase === 'sent' ? 'sent' : 'failed', deleted: true };
  }
  if (event.type === 'MessageAcknowledged')
    return state && event.data.messageIds.includes(messageId) ? { ...state, phase: 'sent' } : state;
  if (!('messageId' in event.data) || event.data.messageId !== messageId) return state;
  if (event.type === 'MessageQueued')
    return {
      content: event.data,
      // Its text is gone, and nothing says so yet in this stream: what is left of it must not be sent.
      phase: event.erased ? 'failed' : 'pending',
      deleted: event.erased ?? false,
      attempt: event.revision,
      fromMe: true,
    };
  if (event.type === 'MessageReceived')
    return {
      content: event.data,
      phase: 'sent',
      deleted: false,
      externalId: event.data.externalId,
      sentAt: event.data.sentAt,
      attempt: event.revision,
      fromMe: event.data.fromMe,
      ...(event.data.participant && { author: event.data.participant.number }),
    };
  if (!state) return undefined;
  switch (event.type) {
    case 'MessageFileAttached': {
      const { mediaType, media } = event.data;
      return { ...state, content: { ...state.content, mediaType, media } };
    }
    case 'MessageRetried':
      return { ...state, phase: 'pending', attempt: event.revision };
    case 'MessageSent':
      return {
        ...state,
        phase: 'sent',
        externalId: event.data.externalId,
        sentAt: event.metadata.at,
        unknown: false,
      };
    case 'MessageFailed':
      return { ...state, phase: 'failed', unknown: state.unknown || event.data.code === 'UNKNOWN_OUTCOME' };
    case 'MessageEdited':
      return {
        ...state,
        content: { ...state.content, body: event.data.body },
        ...(event.data.byContact ? {} : { edit: { revision: event.revision } }),
      };
    case 'MessageDeleted':
      return {
        ...state,
        deleted: true,
        ...(event.data.byContact ? {} : { deletion: { revision: event.revision } }),
      };
    case 'MessageReacted': {
      const { emoji, byContact, fromMe } = event.data;
      if (!fromMe || event.erased) return state;
      const { reaction: _, ...rest } = state;
      // What the phone does meanwhile is later than what was asked for before.
      return byContact ? rest : { ...rest, reaction: { revision: event.revision, emoji } };
    }
    case 'MessageReactionSettled': {
      const { reaction, ...rest } = state;
      return reaction && reaction.revision > event.data.revision ? state : rest;
    }
    case 'MessageRecovered':
      return {
        ...state,
        content: event.data,
        ...(event.data.participant && { author: event.data.participant.number }),
      };
    case 'MessageChangeSettled': {
      const { edit, deletion, ...rest } = state;
      const { revision: settled, failure } = event.data;
      if (deletion?.revision === settled && failure?.cause === 'deleteUnknown')
        return { ...state, deletion: { revision: settled, inDoubt: true } };
      return {
        ...rest,
        ...(edit && !(event.data.change === 'edit' && settled >= edit.revision) ? { edit } : {}),
        ...(deletion && !(event.data.change === 'delete' && settled >= deletion.revision)
          ? { deletion }
          : {}),
      };
    }
    default:
      return state;
  }
}
