import { z } from 'zod';
import { heldReason } from '../domain/connection/pace.ts';
import { fileClaim, media, mediaType } from '../domain/ticket/events.ts';
import { messageExtra } from '../domain/ticket/extra.ts';
import { failure } from '../domain/ticket/failure.ts';
import { kindsOfExtra } from '../domain/ticket/kind.ts';
import { userRef } from './refs.ts';

export const messageKinds = z.enum([...mediaType.options, ...kindsOfExtra, 'liveLocation']);

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
const voteView = reactionView
  .pick({ fromMe: true, participant: true })
  .extend({ choices: z.array(z.number()) });

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

/** A page of a conversation, oldest first. */
export const messagePage = z.object({
  messages: z.array(messageView),
  hasMore: z.boolean(),
  count: z.number(),
  cursors: z.object({ before: z.number().nullable(), after: z.number().nullable() }),
});
export type MessagePage = z.output<typeof messagePage>;

/** The first of the messages that wait their turn. */
export const heldPage = z.object({ held: z.array(heldView), hasMore: z.boolean() });
export type HeldPage = z.output<typeof heldPage>;
