import { z } from 'zod';
import { connectionStatus } from '../connection/events.ts';
import { heldReason, pace } from '../connection/pace.ts';
import { extraInfo } from '../contact/events.ts';
import { fileClaim, media, mediaType, ticketStatus } from '../ticket/events.ts';
import { messageExtra } from '../ticket/extra.ts';
import { failure } from '../ticket/failure.ts';
import { kindsOfExtra } from '../ticket/kind.ts';
import { profile } from '../user/events.ts';

// What the API answers and the change feed carries: the same shapes for REST, GraphQL, OpenAPI and the console.
// Instants are ISO strings; `position` is that of the last event folded into the document: a client drops older ones.

export const queueRef = z.object({ id: z.string(), name: z.string(), color: z.string() });
export const tagView = z.object({ id: z.string(), name: z.string(), color: z.string() });
export const userRef = z.object({ id: z.string(), name: z.string() });

export const contactView = z.object({
  id: z.string(),
  name: z.string(),
  number: z.string(),
  email: z.string(),
  profilePicUrl: z.string().nullable(),
  urlPicture: z.string().nullable(),
  extraInfo,
  isGroup: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
  position: z.number(),
});
export type ContactView = z.output<typeof contactView>;

/** Somebody in a group. `name` is empty where nobody knows one, `number` where only a hidden id is known. */
export const groupMemberView = z.object({
  contactId: z.string().nullable(),
  name: z.string(),
  number: z.string(),
  admin: z.boolean(),
});
export type GroupMemberView = z.output<typeof groupMemberView>;

/** A contact who was erased: who did it, how far it is, and what it took (the certificate). */
export const erasureView = z.object({
  contactId: z.string(),
  status: z.enum(['erasing', 'erased']),
  at: z.string(),
  completedAt: z.string().nullable(),
  by: z.object({ kind: z.string(), id: z.string(), name: z.string() }),
  taken: z
    .object({
      tickets: z.number(),
      messages: z.number(),
      notes: z.number(),
      files: z.number(),
      entries: z.number(),
    })
    .nullable(),
  /** What was stored before stands in the clear in the log; null: all of it, or it is not done yet. */
  sealedSince: z.string().nullable(),
  position: z.number(),
});
export type ErasureView = z.output<typeof erasureView>;

const messageKinds = z.enum([...mediaType.options, ...kindsOfExtra, 'liveLocation']);

/** The last message as lists preview it (at most 120 characters). `ack` only for own messages. */
export const lastMessageView = z.object({
  id: z.string(),
  body: z.string(),
  mediaType,
  fromMe: z.boolean(),
  ack: z.number(),
  failed: z.boolean(),
  isDeleted: z.boolean(),
  isErased: z.boolean().optional(),
  seconds: z.number().optional(),
  fileName: z.string().optional(),
  kind: messageKinds.optional(),
  unknown: z.string().optional(),
  about: z.string().optional(),
  /** The contact's reaction, later than this message, to it or to one before it. */
  reaction: z.object({ emoji: z.string(), messageId: z.string(), name: z.string().nullable() }).optional(),
  at: z.string(),
});

/** A side's reaction to a message: the contact's (in a group a member's), or the company's (`fromMe`). */
export const reactionView = z.object({
  emoji: z.string(),
  fromMe: z.boolean(),
  participant: z.object({ name: z.string(), number: z.string() }).nullable(),
  /** Who gave it here; null: it was given on a phone. */
  user: userRef.nullable(),
  at: z.string(),
  /** It has not reached the contact yet. */
  pending: z.boolean(),
});
export type ReactionView = z.output<typeof reactionView>;

/** What a side chose in a poll, by the options' places. */
export const voteView = reactionView
  .pick({ fromMe: true, participant: true })
  .extend({ choices: z.array(z.number()) });

export const ticketView = z.object({
  id: z.string(),
  uuid: z.string(),
  protocol: z.string(),
  status: ticketStatus,
  isGroup: z.boolean(),
  contactId: z.string(),
  contact: contactView.pick({
    id: true,
    name: true,
    number: true,
    email: true,
    profilePicUrl: true,
    extraInfo: true,
  }),
  userId: z.string().nullable(),
  user: userRef.nullable(),
  queueId: z.string().nullable(),
  queue: queueRef.nullable(),
  whatsappId: z.string(),
  whatsapp: z
    .object({ id: z.string(), name: z.string(), channel: z.string(), status: connectionStatus })
    .nullable(),
  tags: z.array(tagView),
  /** Text of the last message, for those who only want a string; `preview` has the rest. */
  lastMessage: z.string(),
  preview: lastMessageView.nullable(),
  /** Given to its user by somebody else, who have not seen it yet; `user` null: by the system. */
  handed: z.object({ user: userRef.nullable(), at: z.string() }).nullable(),
  unreadMessages: z.number(),
  /** Since when the contact waits for an answer; null when the company spoke last. */
  waitingSince: z.string().nullable(),
  previousTicketId: z.string().nullable(),
  /** Tickets of the same person, known as another contact until then, whose conversation goes on in this one. */
  joined: z.array(z.object({ ticketId: z.string(), at: z.string() })).optional(),
  /** 1 dissatisfied, 2 satisfied, 3 very satisfied. */
  rating: z.number().nullable(),
  chatbot: z.boolean(),
  useIntegration: z.boolean(),
  promptId: z.string().nullable(),
  integrationId: z.string().nullable(),
  createdAt: z.string(),
  acceptedAt: z.string().nullable(),
  /** Null too when they were deleted since. */
  acceptedBy: userRef.nullable(),
  closedAt: z.string().nullable(),
  /** Null: it closed by itself, or whoever closed it was deleted since. */
  closedBy: userRef.nullable(),
  updatedAt: z.string(),
  /** Of a search in messages: the newest one found, cut around what was looked for. */
  match: z.object({ id: z.string(), body: z.string(), fromMe: z.boolean(), at: z.string() }).optional(),
  position: z.number(),
});
export type TicketView = z.output<typeof ticketView>;

const quotable = z.object({
  id: z.string(),
  body: z.string(),
  fromMe: z.boolean(),
  mediaType,
  mediaUrl: z.string().nullable(),
  isDeleted: z.boolean(),
  author: z.string().nullable(),
  kind: messageKinds.optional(),
});

export const messageView = z.object({
  id: z.string(),
  ticketId: z.string(),
  body: z.string(),
  fromMe: z.boolean(),
  read: z.boolean(),
  /** 0 pending, 1-2 sent, 3 delivered, 4-5 read. */
  ack: z.number(),
  mediaType,
  mediaUrl: z.string().nullable(),
  media: media.nullable(),
  /** Why there is no file (code). */
  mediaError: z.string().nullable(),
  /** What its sender says of a file that is not there: on its way, or not to be had (`mediaError`). */
  file: fileClaim.nullable(),
  extra: messageExtra.nullable(),
  reactions: z.array(reactionView),
  votes: z.array(voteView),
  isDeleted: z.boolean(),
  /** Its contact was erased: nothing is left of what it said. */
  isErased: z.boolean().optional(),
  isEdited: z.boolean(),
  /** Users who changed it last, also when it is not their own; null: nobody here did. */
  editedBy: userRef.nullable(),
  deletedBy: userRef.nullable(),
  quotedMsg: quotable.nullable(),
  contactId: z.string(),
  contact: z.object({ id: z.string(), name: z.string() }).nullable(),
  participant: z.object({ name: z.string(), number: z.string() }).nullable(),
  userId: z.string().nullable(),
  user: userRef.nullable(),
  automatic: z.string().nullable(),
  failure: failure.nullable(),
  /** It waits its turn on the connection, until about then. */
  held: z.object({ until: z.string(), reason: heldReason }).optional(),
  /** An edit or a deletion of it, or a reaction to it, that did not reach the contact. */
  changeFailure: z.object({ change: z.enum(['edit', 'delete', 'react']), ...failure.shape }).nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
  position: z.number(),
});
export type MessageView = z.output<typeof messageView>;

/** A note of a ticket, for colleagues only. `order`: its place among the ticket's messages. */
export const noteView = z.object({
  id: z.string(),
  note: z.string(),
  ticketId: z.string(),
  contactId: z.string(),
  userId: z.string().nullable(),
  user: userRef.nullable(),
  order: z.number(),
  createdAt: z.string(),
  position: z.number(),
});
export type NoteView = z.output<typeof noteView>;

/** Whether a gateway drives a connection now; where none does, when one last did (null: nobody knows). */
export const gatewayView = z.object({ alive: z.boolean(), seenAt: z.string().nullable() });
export type GatewayView = z.output<typeof gatewayView>;

export const connectionView = z.object({
  id: z.string(),
  name: z.string(),
  number: z.string(),
  /** What the last event said; it is true only while a gateway drives the connection. */
  status: connectionStatus,
  gateway: gatewayView,
  channel: z.string(),
  isDefault: z.boolean(),
  qrcode: z.string(),
  /** To be typed into the phone; '' or absent: the QR code is to be scanned. */
  pairingCode: z.string().optional(),
  retries: z.number(),
  reason: z.string().nullable(),
  queues: z.array(queueRef),
  greetingMessage: z.string(),
  complationMessage: z.string(),
  outOfHoursMessage: z.string(),
  ratingMessage: z.string(),
  /** How fast it writes to new people: its own pace, or its channel's usual one; absent: nobody minds. */
  pace: pace.optional(),
  updatedAt: z.string(),
  position: z.number(),
});
export type ConnectionView = z.output<typeof connectionView>;

/**
 * Something of a messaging network that could not be taken in. `from`: the sender's best address. `refused`: the desk
 * said no, again and again; `unreadable`: its conversation holds an event that cannot be read; `tooLarge`: for the
 * event store; `defect`: one of ours.
 */
export const parkedView = z.object({
  id: z.string(),
  connection: z.object({ id: z.string(), name: z.string() }),
  kind: z.enum(['message', 'edit', 'delete', 'reaction', 'vote', 'unread']),
  from: z.string(),
  name: z.string(),
  body: z.string(),
  reason: z.enum(['refused', 'unreadable', 'tooLarge', 'defect']),
  detail: z.string(),
  at: z.string(),
});
export type ParkedView = z.output<typeof parkedView>;

/** A message of ours that waits its turn on a connection, until about then. */
export const heldView = z.object({
  id: z.string(),
  ticketId: z.string(),
  contact: z.object({ id: z.string(), name: z.string() }),
  connection: z.object({ id: z.string(), name: z.string() }),
  until: z.string(),
  reason: heldReason,
});
export type HeldView = z.output<typeof heldView>;

export const userView = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  profile,
  super: z.boolean(),
  companyId: z.string(),
  allTicket: z.enum(['enabled', 'desabled']),
  whatsappId: z.string().nullable(),
  queues: z.array(queueRef),
  position: z.number(),
});
export type UserView = z.output<typeof userView>;

export const companyView = z.object({
  id: z.string(),
  name: z.string(),
  dueDate: z.string().nullable(),
  timeZone: z.string(),
  settings: z.array(z.object({ key: z.string(), value: z.string() })),
  flags: z.array(z.string()),
});

/** GET /auth/me, and `user` of login and refresh. */
export const sessionUserView = userView.extend({ company: companyView });
export type SessionUserView = z.output<typeof sessionUserView>;

/** GET /tickets/{id}/history. */
export const historyEventView = z.object({
  revision: z.number(),
  position: z.number(),
  type: z.string(),
  at: z.string(),
  actor: z.object({ kind: z.string(), id: z.string(), name: z.string() }),
  data: z.record(z.string(), z.unknown()),
});
export type HistoryEventView = z.output<typeof historyEventView>;

/** GET /tickets/{id}/as-of. */
export const asOfView = z.object({
  revision: z.number(),
  at: z.string(),
  ticket: ticketView,
  messages: z.array(messageView),
  /** Asks for the messages before these; null: there are none. */
  before: z.number().nullable(),
  notes: z.array(noteView),
});
export type AsOfView = z.output<typeof asOfView>;

/** One item of a frame of `subscription { changes(channels, after) { seq items } }`. */
export interface Change<T = unknown> {
  readonly channel: string;
  /** 'create' | 'update' | 'delete' | 'updateUnread' | 'new-message' … ; 'resync' (no document): reload everything. */
  readonly action: string;
  readonly id: string;
  readonly document?: T;
  readonly position: number;
}

/** Channel names of the change feed. Messages of a ticket flow only to those who subscribe to `room(ticketId)`. */
export const channels = {
  ticket: (companyId: string) => `company-${companyId}-ticket`,
  appMessage: (companyId: string) => `company-${companyId}-appMessage`,
  room: (companyId: string, ticketId: string) => `company-${companyId}-appMessage/${ticketId}`,
  /** Notes, too, flow only to those who joined their ticket. */
  ticketNote: (companyId: string) => `company-${companyId}-ticketNote`,
  contact: (companyId: string) => `company-${companyId}-contact`,
  user: (companyId: string) => `company-${companyId}-user`,
  auth: (companyId: string) => `company-${companyId}-auth`,
  whatsapp: (companyId: string) => `company-${companyId}-whatsapp`,
  whatsappSession: (companyId: string) => `company-${companyId}-whatsappSession`,
  presence: (companyId: string) => `company-${companyId}-presence`,
  company: (companyId: string) => `company-${companyId}-company`,
  record: (companyId: string, record: string) => `company-${companyId}-${record}`,
} as const;
