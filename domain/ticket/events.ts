import { z } from 'zod';
import { heldReason } from '../connection/pace.ts';
import { claimLost } from '../kernel/claim-events.ts';
import type { Personal } from '../kernel/personal.ts';
import type { EventOf } from '../kernel/schema.ts';
import { systemFailures } from '../ports/other-system.ts';
import { campaignMessageEvents } from './campaign-events.ts';
import { messageExtra } from './extra.ts';
import { failure } from './failure.ts';
import { fieldEvents } from './fields/schemas.ts';

// These types and shapes ARE the storage format: a stored type never changes meaning, new fields get defaults.

export const ticketStatus = z.enum(['pending', 'open', 'closed']);
export type TicketStatus = z.output<typeof ticketStatus>;

export const mediaType = z.enum([
  'chat',
  'image',
  'audio',
  'video',
  'application',
  'locationMessage',
  'contactMessage',
  'vcard',
  'call_log',
]);
export type MediaType = z.output<typeof mediaType>;

/** A stored file a message carries; `id` names it in the media store. Durations in seconds, sizes in bytes. */
export const media = z.object({
  id: z.string(),
  name: z.string(),
  mime: z.string(),
  size: z.number().int().nonnegative(),
  seconds: z.number().nonnegative().optional(),
  width: z.number().int().positive().optional(),
  height: z.number().int().positive().optional(),
});
export type Media = z.output<typeof media>;

/** What its sender says of a file that is not there yet: nothing of it is proven. Units as in `media`. */
export const fileClaim = media.omit({ id: true, size: true }).extend({ size: media.shape.size.optional() });
export type FileClaim = z.output<typeof fileClaim>;

/** Where the ticket stood before: dashboards count from the event alone. Durations in milliseconds, never negative. */
const before = z.object({
  status: ticketStatus,
  queueId: z.string().nullable(),
  userId: z.string().nullable(),
});
const ids = { ticketId: z.string() };
/** What may answer a ticket instead of an agent. */
export const ticketIntegration = z.object({
  useIntegration: z.boolean(),
  promptId: z.string().nullable(),
  integrationId: z.string().nullable(),
});
export type TicketIntegration = z.output<typeof ticketIntegration>;
const botReason = z.enum(['asked', 'wrong', 'chosen', 'closed']);
const assistantReason = z.enum(['asked', 'chosen', 'failed', 'limit', 'gone']);
/** What is nearer the truth than a reason that every build knows: an older one reads the reason alone. */
const assistantCause = z.enum(['loop']).optional();
const assistantFailure = z.enum(systemFailures).optional();
/** What failed was making words of a voice message. */
const assistantUnheard = z.literal(true).optional();
/** How a bot or an assistant came to its end, as a ticket keeps it. */
export const handover = z.object({
  by: z.enum(['bot', 'assistant']),
  reason: z.enum([...botReason.options, ...assistantReason.options]),
  failure: assistantFailure,
  cause: assistantCause,
  unheard: assistantUnheard,
  at: z.string(),
});
export type Handover = z.output<typeof handover>;
const message = { ...ids, messageId: z.string() };
const note = { ...ids, noteId: z.string() };
/** Which way a message goes or came: receipts and the outbox are found by the event alone, whatever the ticket became since. */
const route = { contactId: z.string(), connectionId: z.string() };

/** In a group: who did it. */
const participant = z.object({ name: z.string(), number: z.string() }).optional();

/** What every message has, whoever wrote it. `mediaError`: why it has no file, said with the message (code). */
const content = {
  body: z.string(),
  mediaType: mediaType.default('chat'),
  media: media.optional(),
  mediaError: z.string().optional(),
  extra: messageExtra.optional(),
  quotedId: z.string().optional(),
};

export const ticketEvents = {
  TicketOpened: z.object({
    ...ids,
    protocol: z.string(),
    contactId: z.string(),
    connectionId: z.string(),
    queueId: z.string().nullable(),
    userId: z.string().nullable(),
    status: z.enum(['pending', 'open']),
    isGroup: z.boolean().default(false),
    /** The contact, part of this one, through whose address it was opened: its words are that one's (decision 38). */
    via: z.string().optional(),
    /** Stream of the claim 'one open ticket per contact and connection', and its revision that this ticket holds. */
    claim: z.string(),
    claimRevision: z.number().int(),
    previousTicketId: z.string().optional(),
  }),
  /**
   * A conversation that nobody is shown before its contact answers, which opens it: what a campaign says waits in it. Its claim is
   * taken and not held: whoever opens a ticket in its place just does.
   */
  TicketPrepared: z.object({
    ...ids,
    ...route,
    /** Where the answer will be. */
    queueId: z.string().nullable(),
    claim: z.string(),
    claimRevision: z.number().int(),
    previousTicketId: z.string().optional(),
  }),
  ...campaignMessageEvents,
  TicketAccepted: z.object({
    ...ids,
    userId: z.string(),
    queueId: z.string().nullable(),
    before,
    waitedMs: z.number().nonnegative(),
  }),
  TicketReturned: z.object({ ...ids, before }),
  TicketTransferred: z.object({
    ...ids,
    status: z.enum(['pending', 'open']),
    queueId: z.string().nullable(),
    userId: z.string().nullable(),
    /** Another connection is another claim: its stream and the revision this ticket holds. */
    connectionId: z.string().optional(),
    claim: z.string().optional(),
    claimRevision: z.number().int().optional(),
    before,
  }),
  /** `handledMs`: since the last acceptance. */
  TicketResolved: z.object({
    ...ids,
    before,
    handledMs: z.number().nonnegative(),
    reason: z.enum(['agent', 'auto', 'contact-merged']).default('agent'),
  }),
  /** The contact was asked what they think of the agent, and may say so until an instant. */
  RatingRequested: z.object({ ...ids, userId: z.string(), until: z.string() }),
  /** 1 dissatisfied, 2 satisfied, 3 very satisfied; `messageId`: the contact's own words, `userId`: whose work it was. */
  TicketRated: z.object({ ...message, rating: z.int().min(1).max(3), userId: z.string() }),
  TicketReopened: z.object({
    ...ids,
    userId: z.string().nullable(),
    status: z.enum(['pending', 'open']).default('open'),
    claimRevision: z.number().int(),
    before,
  }),
  /**
   * The bot answered a message with the menu of queues (`queueId` null), of a queue or of one of its options. What was
   * written before is answered by it too. `wrong`: answers in a row that chose nothing.
   */
  BotMenuShown: z.object({
    ...message,
    queueId: z.string().nullable(),
    optionId: z.string().nullable(),
    wrong: z.number().int().nonnegative(),
  }),
  /** The contact chose a queue (`optionId` null) or an option; `title`: as it was called. */
  BotChoiceMade: z.object({
    ...message,
    queueId: z.string(),
    optionId: z.string().nullable(),
    title: z.string(),
  }),
  /** The bot said that the company is closed, and goes on with the next message in its hours. */
  BotSaidClosed: z.object({ ...message }),
  /** The bot is done: an agent is next. `wrong`: three answers that were none; `chosen`: nothing is left to choose. */
  BotHandedOver: z.object({ ...message, reason: botReason }),
  /** An assistant answers from now on: `waiting` first; where nothing waits, it begins by itself (`messageId` was a choice). */
  AssistantBegan: z.object({
    ...message,
    promptId: z.string().nullable(),
    integrationId: z.string().nullable(),
    waiting: z.array(z.string()),
  }),
  /**
   * The assistant answered all that was written up to a message. `tokens`: what the model counted for it. `silent`: it had nothing to
   * say.
   */
  AssistantAnswered: z.object({
    ...message,
    tokens: z.number().int().nonnegative().default(0),
    silent: z.boolean().optional(),
  }),
  /**
   * The assistant is done: an agent is next. `asked`: the contact wants one; `chosen`: it decided so itself; `failed`: it did not
   * answer, `failure` says how, `unheard` that it was a voice message that it could not hear; `limit`: what it may cost a day is spent; `gone`: it was deleted or may not be used any more. With
   * `cause` `loop` the limit is another: it answered so often in a quarter of an hour, or in a day, that another robot seems to write.
   */
  AssistantHandedOver: z.object({
    ...message,
    reason: assistantReason,
    failure: assistantFailure,
    cause: assistantCause,
    unheard: assistantUnheard,
  }),
  ...fieldEvents,
  /** It goes to the lane of a tag of the board, null: to that of the tickets without one. `removed`: the lanes it leaves. */
  TicketLaneChanged: z.object({ ...ids, tagId: z.string().nullable(), removed: z.array(z.string()) }),
  /** An agent has seen everything up to now: unread becomes 0. */
  TicketRead: z.object({ ...ids, connectionId: z.string().optional() }),
  /** An agent wants to come back to it: it counts as unread although it was seen. */
  TicketMarkedUnread: z.object({ ...ids }),
  /** Who answers instead of an agent: an assistant's prompt, an integration. Cleared by TicketResolved. */
  TicketIntegrationChanged: z.object({ ...ids, ...ticketIntegration.shape }),
  /** A supervisor or admin looked at the conversation without taking it: nothing of it changed. */
  TicketPeeked: z.object({ ...ids, userId: z.string() }),
  TicketDeleted: z.object({ ...ids, before }),
  /**
   * Its contact turned out to be another one, which has it from now on; `undone`: the one it was before, after all. The claim is as
   * in TicketTransferred.
   */
  TicketContactChanged: z.object({
    ...ids,
    contactId: z.string(),
    beforeContactId: z.string(),
    claim: z.string(),
    claimRevision: z.number().int(),
    undone: z.boolean().optional(),
  }),
  /** Both of its contacts, who are one, had an open ticket: the conversation of the other one, which closes, goes on here. */
  TicketJoined: z.object({ ...ids, joinedTicketId: z.string() }),
  /** Another stream took over the claim at its revision; a stream that begins with this can never be opened. */
  ClaimLost: claimLost,

  /**
   * `externalId` is the messaging app's id, `sentAt` its own time stamp. `fromMe`: written on the company's own phone.
   * `file`: what it says of its file, which is fetched afterwards (MessageFileAttached), unless `mediaError` says why not.
   * `via`: the contact through whose address it came, where that is not the one whose ticket this was when it began.
   */
  MessageReceived: z.object({
    ...message,
    ...content,
    ...route,
    via: z.string().optional(),
    file: fileClaim.optional(),
    externalId: z.string(),
    fromMe: z.boolean().default(false),
    participant,
    sentAt: z.string(),
    queueId: z.string().nullable(),
    userId: z.string().nullable(),
  }),
  /** What could not be read when it came, and came again: it takes the place of that, as whoever sent it sent it. */
  MessageRecovered: z.object({
    ...message,
    ...route,
    ...content,
    file: fileClaim.optional(),
    participant,
  }),
  /** The file of a message that came before it is there; `mediaType` is what its bytes turned out to be. */
  MessageFileAttached: z.object({ ...message, ...route, mediaType, media }),
  /** It could not be fetched (code), and is not tried again unless somebody asks for it. */
  MessageFileFailed: z.object({ ...message, ...route, code: z.string() }),
  /** Somebody asked for a file that could not be fetched. */
  MessageFileRequested: z.object({ ...message, ...route }),
  /** To be sent. `userId` null: an automatic message. */
  MessageQueued: z.object({
    ...message,
    ...route,
    ...content,
    userId: z.string().nullable(),
    queueId: z.string().nullable(),
    automatic: z.string().optional(),
  }),
  MessageSent: z.object({ ...message, externalId: z.string() }),
  /** One event may acknowledge many messages; ack 0 to 5 only grows. */
  MessageAcknowledged: z.object({
    ...ids,
    messageIds: z.array(z.string()).min(1),
    ack: z.number().int().min(1).max(5),
  }),
  MessageEdited: z.object({
    ...message,
    ...route,
    body: z.string(),
    beforeBody: z.string(),
    byContact: z.boolean().default(false),
  }),
  MessageDeleted: z.object({ ...message, ...route, byContact: z.boolean().default(false) }),
  /**
   * One reaction a side: of the contact (in a group: of each member), and of the company's number (`fromMe`). A later one
   * takes its place; `emoji` '' takes it back. `byContact`: it happened on the messaging app. `sentAt`: its time stamp.
   */
  MessageReacted: z.object({
    ...message,
    ...route,
    emoji: z.string(),
    fromMe: z.boolean(),
    byContact: z.boolean(),
    participant,
    sentAt: z.string(),
  }),
  /** An agent's reaction was brought to the messaging app, or given up. `revision`: of the event that asked for it. */
  MessageReactionSettled: z.object({
    ...message,
    revision: z.number().int().nonnegative(),
    failure: failure.optional(),
  }),
  /** Places of the options somebody chose in a poll, in place of what they chose before; none: they took it back. */
  PollVoted: z.object({
    ...message,
    ...route,
    choices: z.array(z.number().int().nonnegative()),
    fromMe: z.boolean(),
    participant,
    sentAt: z.string(),
  }),
  /** For its fields see `domain/ticket/failure.ts`. */
  MessageFailed: z.object({ ...message, ...failure.shape }),
  /** It waits its turn on the connection, until about then: see `domain/connection/pace.ts`. */
  MessageHeld: z.object({ ...message, until: z.string(), reason: heldReason }),
  MessageRetried: z.object({ ...message, ...route }),
  /**
   * The gateway carried out an agent's edit or deletion on the messaging app, or gave it up with `failure`. `revision`
   * is that of the event it carried out: an edit made meanwhile is still to be done.
   */
  MessageChangeSettled: z.object({
    ...message,
    change: z.enum(['edit', 'delete']),
    revision: z.number().int().nonnegative(),
    failure: failure.optional(),
  }),
  /** For colleagues only: a note is never sent. `userId` null: the system wrote it. */
  TicketNoteAdded: z.object({
    ...note,
    contactId: z.string(),
    userId: z.string().nullable(),
    note: z.string(),
  }),
  TicketNoteDeleted: z.object({ ...note }),
  /**
   * Its contact was erased: from the first of these on nothing more is said in it, and these messages and notes have
   * no content any more. Of many messages there are several.
   */
  TicketErased: z.object({
    ...ids,
    contactId: z.string(),
    messageIds: z.array(z.string()),
    noteIds: z.array(z.string()),
  }),
} as const;

const noSayings = { body: '', 'media.name': '', extra: undefined };
/** What of them is personal data of the contact. A ticket is opened for none who was erased: it names nothing, and asks for the key. */
export const ticketPersonal: Personal<typeof ticketEvents> = {
  TicketOpened: {},
  TicketPrepared: {},
  MessageReceived: { ...noSayings, 'file.name': '', participant: undefined },
  MessageRecovered: { ...noSayings, 'file.name': '', participant: undefined },
  MessageFileAttached: { 'media.name': '' },
  MessageQueued: noSayings,
  MessageEdited: { body: '', beforeBody: '' },
  MessageDeleted: {},
  MessageReacted: { emoji: '', participant: undefined },
  PollVoted: { choices: [], participant: undefined },
  TicketNoteAdded: { note: '' },
};

export type TicketEvent = EventOf<typeof ticketEvents>;
