import type { z } from 'zod';
import { channels } from '../../contract/channels.ts';
import type { Actor, RecordedEvent } from '../../domain/kernel/event.ts';
import { tagsInLane } from '../../domain/ticket/decide-fields.ts';
import type { TicketEvent, ticketEvents } from '../../domain/ticket/events.ts';
import {
  type FieldEventType,
  type FieldValues,
  filteredFields,
  plainFields,
  usualFields,
} from '../../domain/ticket/fields/derive.ts';
import { begin, type FoldContext, type Handler, projection } from '../definition.ts';
import type { TicketAudience as Audience } from '../ports/read-store.ts';
import type { LastMessage, TicketDocument } from './document.ts';
import { aboutFile, lastMessage, preview } from './last-message.ts';

type Data<T extends keyof typeof ticketEvents> = z.output<(typeof ticketEvents)[T]>;

/** Nothing of it is unread. */
const seenState = { unreadMessages: 0, unreadFrom: null, handed: null } as const;

const id = (event: { data: { ticketId: string } }) => event.data.ticketId;

/** Returns a handler of a change of the ticket itself: it moves to the top of the lists. */
const moveTicket =
  <T extends keyof typeof ticketEvents>(
    change: (
      doc: TicketDocument,
      data: Data<T>,
      at: string,
      position: number,
      actor: Actor,
    ) => Partial<TicketDocument>,
  ) =>
  (doc: TicketDocument | undefined, event: RecordedEvent<T, Data<T>>): TicketDocument | undefined =>
    doc && {
      ...doc,
      ...change(doc, event.data, event.metadata.at, event.position, event.metadata.actor),
      updatedAt: event.metadata.at,
    };

/** Returns a handler of a change of the message that lists preview; of any other message the ticket knows nothing. */
const changePreview = <Event extends RecordedEvent<string, { ticketId: string }>>(
  messageIds: (data: Event['data']) => string | readonly string[],
  change: (last: LastMessage, data: Event['data']) => LastMessage,
) => ({
  id,
  apply(doc: TicketDocument | undefined, event: Event, _context: FoldContext): TicketDocument | undefined {
    const last = doc?.lastMessage;
    if (!last) return undefined;
    const ids = messageIds(event.data);
    if (typeof ids === 'string' ? ids !== last.id : !ids.includes(last.id)) return undefined;
    const lastMessage = change(last, event.data);
    return lastMessage === last ? undefined : { ...doc, lastMessage };
  },
});

/** Returns by whom and when the ticket was given to somebody else than themselves; null: it was not. */
const handedOver = (
  userId: string | null,
  before: string | null,
  actor: Actor,
  at: string,
): TicketDocument['handed'] => {
  const by = actor.kind === 'user' ? actor.id : null;
  return userId === null || userId === before || userId === by ? null : { by, at };
};

const audienceOf = (ticket: { queueId: string | null; userId: string | null }): Audience => ({
  queueId: ticket.queueId,
  userId: ticket.userId,
});

const sets: readonly string[] = plainFields.filter(({ kind }) => kind === 'ids').map(({ name }) => name);
const choicesAsked = filteredFields.map(({ name }) => name).filter((name) => !sets.includes(name));

type Folds<T extends FieldEventType> = {
  readonly [Type in T]: Handler<TicketDocument, RecordedEvent<Type, Data<Type>>>;
};
/** A plain field is what its last event says; by that alone a ticket does not move in the lists. */
const fieldFolds = Object.fromEntries(
  plainFields.map(({ name, event }) => [
    event,
    {
      id,
      apply: (doc: TicketDocument | undefined, { data }: { readonly data: FieldValues }) =>
        doc && { ...doc, [name]: data[name] },
    },
  ]),
) as unknown as Folds<FieldEventType>;

/** Tickets as lists show them: where they stand, whose they are, what was said last and what is unread. */
export const tickets = projection<TicketDocument, TicketEvent>('tickets', {
  indexes: [
    // Each message of a contact moves its ticket in every index with `updatedAt`: only the lists, and the search by contact, have one.
    ['status', '-updatedAt'],
    ['status', 'userId', '-updatedAt'],
    ['status', 'queueId', '-updatedAt'],
    ['contactId', '-updatedAt'],
    ['connectionId', 'status'],
    ['-createdAt'],
    ['protocol'],
    ...sets.map((name) => [name]),
  ],
  arrays: sets,
  references: ['status', 'userId', 'queueId', 'connectionId'],
  filters: ['unreadMessages', 'waitingSince', 'isGroup', ...choicesAsked],
  reread: true,
  notices: [
    {
      channel: channels.ticket,
      action: (event) => (event.type === 'TicketRead' ? 'updateUnread' : 'update'),
      audience: audienceOf,
      audienceBefore(event) {
        const data = event.data as { before?: Audience } & Partial<Audience>;
        if (data.before) return audienceOf(data.before);
        // A contact's message names its ticket's queue and user; in MessageQueued `userId` is the author.
        return event.type === 'MessageReceived' ? audienceOf(data as Audience) : undefined;
      },
    },
  ],
  on: {
    ...fieldFolds,
    TicketLaneChanged: {
      id,
      apply: (doc, { data }) => doc && { ...doc, tagIds: tagsInLane(doc.tagIds, data) },
    },
    TicketOpened: {
      id,
      creates: true,
      apply: (_doc, event) => {
        const { data } = event;
        const { at } = event.metadata;
        return {
          ...begin(event, data.ticketId),
          protocol: data.protocol,
          status: data.status,
          isGroup: data.isGroup,
          contactId: data.contactId,
          ...(data.via !== undefined && { homeId: data.via }),
          connectionId: data.connectionId,
          queueId: data.queueId,
          userId: data.userId,
          ...usualFields,
          ...seenState,
          receivedUpTo: null,
          integration: null,
          chatbot: false,
          lastMessage: null,
          waitingSince: null,
          previousTicketId: data.previousTicketId ?? null,
          rating: null,
          createdAt: at,
          acceptedAt: data.status === 'open' ? at : null,
          acceptedBy: data.status === 'open' ? data.userId : null,
          closedAt: null,
          closedBy: null,
          updatedAt: at,
        };
      },
    },
    TicketAccepted: {
      id,
      apply: moveTicket<'TicketAccepted'>((_doc, { userId, queueId }, at) => ({
        chatbot: false,
        status: 'open',
        userId,
        queueId,
        acceptedAt: at,
        acceptedBy: userId,
        closedAt: null,
        closedBy: null,
        handed: null,
      })),
    },
    TicketReturned: {
      id,
      apply: moveTicket<'TicketReturned'>(() => ({
        chatbot: false,
        status: 'pending',
        userId: null,
        acceptedAt: null,
        acceptedBy: null,
        handed: null,
      })),
    },
    TicketTransferred: {
      id,
      apply: moveTicket<'TicketTransferred'>(
        (doc, { status, queueId, userId, connectionId, before }, at, _position, actor) => ({
          chatbot: false,
          status,
          queueId,
          userId,
          connectionId: connectionId ?? doc.connectionId,
          acceptedAt: status === 'open' ? (doc.acceptedAt ?? at) : null,
          acceptedBy: status === 'open' ? (doc.acceptedBy ?? userId) : null,
          closedAt: null,
          closedBy: null,
          handed: handedOver(userId, before.userId, actor, at),
        }),
      ),
    },
    TicketResolved: {
      id,
      apply: moveTicket<'TicketResolved'>((_doc, _data, at, _position, actor) => ({
        status: 'closed',
        ...seenState,
        chatbot: false,
        integration: null,
        waitingSince: null,
        closedAt: at,
        closedBy: actor.kind === 'user' ? actor.id : null,
      })),
    },
    // The answer itself wants no answer.
    TicketRated: {
      id,
      apply: moveTicket<'TicketRated'>((_doc, { rating }) => ({ rating, ...seenState, waitingSince: null })),
    },
    TicketReopened: {
      id,
      apply: moveTicket<'TicketReopened'>((_doc, { status, userId }, at) => ({
        chatbot: false,
        status,
        userId,
        acceptedAt: status === 'open' ? at : null,
        acceptedBy: status === 'open' ? userId : null,
        closedAt: null,
        closedBy: null,
      })),
    },
    TicketRead: {
      id,
      apply: (doc) => (doc && doc.unreadMessages > 0 ? { ...doc, ...seenState } : undefined),
    },
    TicketMarkedUnread: {
      id,
      apply: (doc) =>
        doc && doc.unreadMessages === 0
          ? { ...doc, unreadMessages: 1, unreadFrom: doc.receivedUpTo }
          : undefined,
    },
    TicketIntegrationChanged: {
      id,
      apply: (doc, { data: { useIntegration, promptId, integrationId } }) =>
        doc && {
          ...doc,
          chatbot: useIntegration ? doc.status === 'pending' && !doc.isGroup : false,
          integration: { useIntegration, promptId, integrationId },
        },
    },
    BotMenuShown: { id, apply: moveTicket<'BotMenuShown'>(() => ({ chatbot: true })) },
    BotSaidClosed: { id, apply: moveTicket<'BotSaidClosed'>(() => ({ chatbot: false })) },
    BotHandedOver: {
      id,
      apply: moveTicket<'BotHandedOver'>((_doc, { reason }, at) => ({
        chatbot: false,
        handover: { by: 'bot', reason, at },
      })),
    },
    AssistantBegan: {
      id,
      apply: moveTicket<'AssistantBegan'>((_doc, { promptId, integrationId }) => ({
        chatbot: true,
        integration: { useIntegration: true, promptId, integrationId },
      })),
    },
    AssistantHandedOver: {
      id,
      apply: moveTicket<'AssistantHandedOver'>((_doc, { reason, failure, cause, unheard }, at) => ({
        chatbot: false,
        integration: null,
        handover: {
          by: 'assistant',
          reason,
          ...(failure !== undefined && { failure }),
          ...(cause !== undefined && { cause }),
          ...(unheard && { unheard }),
          at,
        },
      })),
    },
    TicketDeleted: { id, apply: () => 'delete' },
    TicketContactChanged: {
      id,
      apply: (doc, { data: { contactId, beforeContactId } }) =>
        doc && { ...doc, contactId, homeId: doc.homeId ?? beforeContactId },
    },
    TicketJoined: {
      id,
      apply: moveTicket<'TicketJoined'>((doc, { joinedTicketId }, at) => ({
        joined: [...(doc.joined ?? []), { ticketId: joinedTicketId, at }],
      })),
    },
    TicketErased: {
      id,
      apply: (doc) => {
        if (!doc?.lastMessage) return undefined;
        const { fileName: _, isErased: __, reaction: ___, about: ____, ...rest } = doc.lastMessage;
        return { ...doc, lastMessage: { ...rest, body: '', isErased: true } };
      },
    },

    MessageReceived: {
      id,
      apply: moveTicket<'MessageReceived'>((doc, data, _at, position) => ({
        lastMessage: lastMessage(data, {
          fromMe: data.fromMe,
          ack: data.fromMe ? 1 : 0,
          at: data.sentAt,
        }),
        // Written on the company's own phone: whoever wrote it has seen what stood above.
        ...(data.fromMe
          ? seenState
          : {
              unreadMessages: doc.unreadMessages + 1,
              unreadFrom: doc.unreadFrom ?? position,
              receivedUpTo: position,
            }),
        waitingSince: data.fromMe ? null : (doc.waitingSince ?? data.sentAt),
        chatbot: doc.chatbot && !data.fromMe,
      })),
    },
    MessageRecovered: changePreview<RecordedEvent<'MessageRecovered', Data<'MessageRecovered'>>>(
      (data) => data.messageId,
      (last, data) => (last.isErased ? last : lastMessage(data, last)),
    ),
    // It moves nothing and waits for nothing: a list says it beside the last message until another one comes.
    MessageReacted: {
      id,
      apply(doc, event) {
        const last = doc?.lastMessage;
        const { emoji, fromMe, messageId, participant } = event.data;
        if (!last || fromMe || event.erased || last.isErased) return undefined;
        const { reaction, ...rest } = last;
        if (emoji === '')
          return reaction?.messageId === messageId ? { ...doc, lastMessage: rest } : undefined;
        const name = participant?.name ?? null;
        return { ...doc, lastMessage: { ...rest, reaction: { emoji, messageId, name } } };
      },
    },
    MessageQueued: {
      id,
      apply: moveTicket<'MessageQueued'>((_doc, data, at) => ({
        lastMessage: lastMessage(data, { fromMe: true, ack: 0, at }),
        // Who answers has read; an automatic text reads nothing and is no answer to who waits.
        ...(data.automatic === undefined && data.userId !== null ? { ...seenState, waitingSince: null } : {}),
      })),
    },
    MessageFileAttached: changePreview<RecordedEvent<'MessageFileAttached', Data<'MessageFileAttached'>>>(
      (data) => data.messageId,
      (last, { mediaType, media }) => (last.isErased ? last : { ...last, mediaType, ...aboutFile(media) }),
    ),
    MessageSent: changePreview<RecordedEvent<'MessageSent', Data<'MessageSent'>>>(
      (data) => data.messageId,
      (last) => ({ ...last, ack: Math.max(last.ack, 1), failed: false }),
    ),
    MessageAcknowledged: changePreview<RecordedEvent<'MessageAcknowledged', Data<'MessageAcknowledged'>>>(
      (data) => data.messageIds,
      (last, { ack }) => (ack > last.ack ? { ...last, ack, failed: false } : last),
    ),
    MessageEdited: changePreview<RecordedEvent<'MessageEdited', Data<'MessageEdited'>>>(
      (data) => data.messageId,
      (last, { body }) => ({ ...last, body: preview(body) }),
    ),
    // A deleted text is for few eyes: the preview, which everyone in the queue sees, forgets it.
    MessageDeleted: changePreview<RecordedEvent<'MessageDeleted', Data<'MessageDeleted'>>>(
      (data) => data.messageId,
      ({ reaction: _, about: __, ...last }) => ({ ...last, body: '', isDeleted: true }),
    ),
    MessageFailed: changePreview<RecordedEvent<'MessageFailed', Data<'MessageFailed'>>>(
      (data) => data.messageId,
      (last) => ({ ...last, failed: true }),
    ),
    MessageRetried: changePreview<RecordedEvent<'MessageRetried', Data<'MessageRetried'>>>(
      (data) => data.messageId,
      (last) => ({ ...last, failed: false }),
    ),
  },
});
