import { channels } from '../../contract/channels.ts';
import type { Metadata, RecordedEvent } from '../../domain/kernel/event.ts';
import type { TicketEvent } from '../../domain/ticket/events.ts';
import { failureOf } from '../../domain/ticket/failure.ts';
import { begin, projection } from '../definition.ts';
import type { MessageDocument } from './document.ts';
import { addReaction, addVote, settleReaction } from './reactions.ts';
import { wordsOf } from './words.ts';

const id = (event: { data: { messageId: string } }) => event.data.messageId;

/** What stands in every message that has only been written. */
const untouchedState = {
  isDeleted: false,
  isEdited: false,
  failure: null,
  editedBy: null,
  deletedBy: null,
} as const;

/** Returns who did it, where it was a user: colleagues change each other's messages, and answer for it by name. */
const userOf = ({ metadata: { actor } }: { readonly metadata: Metadata }): string | null =>
  actor.kind === 'user' ? actor.id : null;

const content = (data: {
  body: string;
  mediaType: MessageDocument['mediaType'];
  media?: MessageDocument['media'] | undefined;
  mediaError?: string | undefined;
  file?: MessageDocument['file'] | undefined;
  extra?: MessageDocument['extra'] | undefined;
  quotedId?: string | undefined;
}) => {
  const words = wordsOf(data.extra);
  return {
    body: data.body,
    mediaType: data.mediaType,
    media: data.media ?? null,
    mediaError: data.mediaError ?? null,
    file: data.file ?? null,
    extra: data.extra ?? null,
    ...(words !== undefined && { words }),
    quotedId: data.quotedId ?? null,
  };
};

const waitsNoMore = ({ held }: MessageDocument) => (held ? { held: null } : {});

/** Returns a message of which only stays who wrote it when. The mark stands last, whatever came before it. */
const eraseMessage = (
  { isErased: _, words: __, reactions: ___, votes: ____, ...doc }: MessageDocument,
  at: string,
): MessageDocument => ({
  ...doc,
  body: '',
  media: null,
  mediaError: null,
  file: null,
  extra: null,
  participant: null,
  updatedAt: at,
  isErased: true,
});
/** Returns how a message begins: without content where its contact was erased, as it will stand once all is folded. */
const beginMessage = (event: RecordedEvent, doc: MessageDocument): MessageDocument =>
  event.erased ? eraseMessage(doc, doc.updatedAt) : doc;

/** Whether the event's own ticket has the message, and it is not erased: ids of what comes are the sender's own. */
const ofTicket = (
  doc: MessageDocument | undefined,
  event: RecordedEvent<string, { ticketId: string }>,
): doc is MessageDocument =>
  doc !== undefined && doc.ticketId === event.data.ticketId && doc.isErased === undefined;

/** Whether its deletion was given up, for nobody knew whether it had gone out. */
const isInDoubt = ({ changeFailure }: MessageDocument): boolean => changeFailure?.cause === 'deleteUnknown';

export const messages = projection<MessageDocument, TicketEvent>('messages', {
  indexes: [['ticketId', '-order'], ['externalId'], ['media.id']],
  filters: ['connectionId'],
  references: ['ticketId', 'contactId', 'connectionId', 'userId', 'mediaType'],
  sparse: ['externalId', 'media.id'],
  search: { fields: ['body', 'words'], unless: 'isDeleted' },
  notices: [{ channel: channels.appMessage, room: (doc) => doc.ticketId }],
  on: {
    MessageReceived: {
      id,
      creates: true,
      // Ids are the sender's own: another conversation's message that bears this one's takes nothing from here.
      apply: (doc, event) =>
        doc && doc.ticketId !== event.data.ticketId
          ? undefined
          : beginMessage(event, {
              ...begin(event, event.data.messageId),
              ticketId: event.data.ticketId,
              contactId: event.data.contactId,
              connectionId: event.data.connectionId,
              order: event.position,
              externalId: event.data.externalId,
              ...content(event.data),
              fromMe: event.data.fromMe,
              ack: event.data.fromMe ? 1 : 0,
              participant: event.data.participant ?? null,
              userId: null,
              automatic: null,
              ...untouchedState,
              createdAt: event.data.sentAt,
              updatedAt: event.metadata.at,
            }),
    },
    MessageFileAttached: {
      id,
      apply: (doc, event) => {
        if (!ofTicket(doc, event)) return undefined;
        const { mediaType, media } = event.data;
        const { at } = event.metadata;
        const there = { ...doc, mediaType, media, mediaError: null, file: null, updatedAt: at };
        return event.erased ? eraseMessage(there, at) : there;
      },
    },
    MessageFileFailed: {
      id,
      apply: (doc, event) =>
        ofTicket(doc, event)
          ? { ...doc, mediaError: event.data.code, updatedAt: event.metadata.at }
          : undefined,
    },
    MessageFileRequested: {
      id,
      apply: (doc, event) =>
        ofTicket(doc, event) ? { ...doc, mediaError: null, updatedAt: event.metadata.at } : undefined,
    },
    MessageQueued: {
      id,
      creates: true,
      apply: (_doc, event) =>
        beginMessage(event, {
          ...begin(event, event.data.messageId),
          ticketId: event.data.ticketId,
          contactId: event.data.contactId,
          connectionId: event.data.connectionId,
          order: event.position,
          externalId: null,
          ...content(event.data),
          fromMe: true,
          ack: 0,
          participant: null,
          userId: event.data.userId,
          automatic: event.data.automatic ?? null,
          ...untouchedState,
          createdAt: event.metadata.at,
          updatedAt: event.metadata.at,
        }),
    },
    MessageRecovered: {
      id,
      apply: (doc, event) => {
        if (!doc || doc.ticketId !== event.data.ticketId || doc.isErased) return undefined;
        return beginMessage(event, {
          ...doc,
          ...content(event.data),
          participant: event.data.participant ?? doc.participant,
          updatedAt: event.metadata.at,
        });
      },
    },
    MessageReacted: {
      id,
      apply: (doc, event) => {
        if (!doc || doc.ticketId !== event.data.ticketId || event.erased || doc.isErased) return undefined;
        const { revision } = event;
        const { at } = event.metadata;
        const own = event.data.fromMe && doc.changeFailure?.change === 'react';
        return {
          ...doc,
          reactions: addReaction(doc, event.data, { userId: userOf(event), revision, at }),
          ...(own && { changeFailure: null }),
          updatedAt: at,
        };
      },
    },
    MessageReactionSettled: {
      id,
      apply: (doc, event) => {
        const { failure, ticketId } = event.data;
        const reactions = doc && doc.ticketId === ticketId ? settleReaction(doc, event.data) : undefined;
        if (!doc || !reactions) return undefined;
        return {
          ...doc,
          reactions,
          ...(failure && { changeFailure: { change: 'react', ...failure } }),
          updatedAt: event.metadata.at,
        };
      },
    },
    PollVoted: {
      id,
      apply: (doc, event) =>
        doc && doc.ticketId === event.data.ticketId && !event.erased && !doc.isErased
          ? { ...doc, votes: addVote(doc, event.data) ?? [], updatedAt: event.metadata.at }
          : undefined,
    },
    MessageSent: {
      id,
      apply: (doc, event) =>
        doc && {
          ...doc,
          externalId: event.data.externalId,
          ack: Math.max(doc.ack, 1),
          failure: null,
          ...waitsNoMore(doc),
          updatedAt: event.metadata.at,
        },
    },
    MessageHeld: {
      id,
      apply: (doc, { data: { until, reason }, metadata: { at } }) =>
        doc && { ...doc, held: { until, reason }, updatedAt: at },
    },
    MessageAcknowledged: {
      id: (event) => event.data.messageIds,
      // Any receipt implies sent, so that a failure reported before it was wrong.
      apply: (doc, event) =>
        doc && event.data.ack > doc.ack
          ? { ...doc, ack: event.data.ack, failure: null, ...waitsNoMore(doc), updatedAt: event.metadata.at }
          : undefined,
    },
    MessageEdited: {
      id,
      apply: (doc, event) =>
        doc && {
          ...doc,
          body: event.data.body,
          isEdited: true,
          editedBy: event.data.byContact ? null : userOf(event),
          changeFailure: null,
          updatedAt: event.metadata.at,
        },
    },
    MessageDeleted: {
      id,
      // The body stays for those who may see deleted texts; the API hides it from everyone else.
      apply: (doc, event) =>
        doc && {
          ...doc,
          isDeleted: true,
          deletedBy: event.data.byContact ? null : userOf(event),
          changeFailure: null,
          updatedAt: event.metadata.at,
        },
    },
    TicketErased: {
      id: (event) => event.data.messageIds,
      apply: (doc, event) =>
        doc && doc.ticketId === event.data.ticketId ? eraseMessage(doc, event.metadata.at) : undefined,
    },
    MessageFailed: {
      id,
      apply: (doc, event) =>
        doc && {
          ...doc,
          failure: failureOf(event.data),
          ...waitsNoMore(doc),
          updatedAt: event.metadata.at,
        },
    },
    MessageRetried: {
      id,
      apply: (doc, event) => doc && { ...doc, failure: null, updatedAt: event.metadata.at },
    },
    MessageChangeSettled: {
      id,
      apply: (doc, event) =>
        doc && (event.data.failure || isInDoubt(doc))
          ? {
              ...doc,
              changeFailure: event.data.failure ? { change: event.data.change, ...event.data.failure } : null,
              updatedAt: event.metadata.at,
            }
          : undefined,
    },
  },
  deleteBy: { TicketDeleted: { field: 'ticketId', value: (event) => event.data.ticketId } },
});
