import { z } from 'zod';
import { connectionStatus } from '../domain/connection/events.ts';
import { handover, mediaType, ticketStatus } from '../domain/ticket/events.ts';
import { choiceShape } from '../domain/ticket/fields/schemas.ts';
import { contactView } from './contact.ts';
import { messageKinds } from './message.ts';
import { queueRef, tagView, userRef } from './refs.ts';

/** The last message as lists preview it (at most 120 characters). `ack` only for own messages. */
const lastMessageView = z.object({
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
    addresses: true,
  }),
  userId: z.string().nullable(),
  user: userRef.nullable(),
  queueId: z.string().nullable(),
  queue: queueRef.nullable(),
  connectionId: z.string(),
  connection: z
    .object({ id: z.string(), name: z.string(), channel: z.string(), status: connectionStatus })
    .nullable(),
  tags: z.array(tagView),
  ...choiceShape,
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
  /** Why the bot, or the assistant, that spoke last is done. */
  handover: handover.optional(),
  useIntegration: z.boolean(),
  promptId: z.string().nullable(),
  integrationId: z.string().nullable(),
  createdAt: z.string(),
  acceptedAt: z.string().nullable(),
  /** Who is no user any more keeps their name. */
  acceptedBy: userRef.nullable(),
  closedAt: z.string().nullable(),
  /** Null: it closed by itself, or an integration closed it. */
  closedBy: userRef.nullable(),
  updatedAt: z.string(),
  /** Of a search in messages: the newest one found, cut around what was looked for. */
  match: z.object({ id: z.string(), body: z.string(), fromMe: z.boolean(), at: z.string() }).optional(),
  position: z.number(),
});
export type TicketView = z.output<typeof ticketView>;

/** Numbers for the tabs. `unread`: of one's own and those that wait, tickets with something unread. */
export const ticketCounts = z.object({ open: z.number(), pending: z.number(), unread: z.number() });
export type TicketCounts = z.output<typeof ticketCounts>;

/** A page of tickets. */
export const ticketPage = z.object({ tickets: z.array(ticketView), count: z.number(), hasMore: z.boolean() });
export type TicketPage = z.output<typeof ticketPage>;
