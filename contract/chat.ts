import { z } from 'zod';
import { userRef } from './refs.ts';

/** A chat between colleagues, under the specification's names. */
export const chatView = z.object({
  id: z.string(),
  /** The same: what its page is addressed by. */
  uuid: z.string(),
  title: z.string(),
  ownerId: z.string(),
  /** Whether the owner is still of the company; if not, any member may change or delete it. */
  hasOwner: z.boolean(),
  lastMessage: z.string(),
  /** Position of the last message; 0: there is none. */
  lastOrder: z.number(),
  users: z.array(z.object({ userId: z.string(), unreads: z.number(), user: userRef.nullable() })),
  createdAt: z.string(),
  updatedAt: z.string(),
  position: z.number(),
});
export type ChatView = z.output<typeof chatView>;

export const chatMessageView = z.object({
  id: z.string(),
  chatId: z.string(),
  senderId: z.string(),
  sender: userRef.nullable(),
  message: z.string(),
  /** Its place in the chat. */
  order: z.number(),
  createdAt: z.string(),
  position: z.number(),
});
export type ChatMessageView = z.output<typeof chatMessageView>;

/** A page of somebody's chats. */
export const chatPage = z.object({
  records: z.array(chatView),
  hasMore: z.boolean(),
  count: z.number(),
  /** Messages that they have not read, in all of their chats. */
  unreads: z.number(),
});
export type ChatPage = z.output<typeof chatPage>;

/** A page of what was said in a chat. */
export const chatMessagePage = z.object({
  records: z.array(chatMessageView),
  hasMore: z.boolean(),
  count: z.number(),
});
export type ChatMessagePage = z.output<typeof chatMessagePage>;
