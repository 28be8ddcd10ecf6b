import { z } from 'zod';
import type { EventOf } from '../kernel/schema.ts';

const chatId = z.string();
const members = z.array(z.string());

export const chatEvents = {
  /** `userIds`: its members, the owner among them. */
  ChatCreated: z.object({ chatId, title: z.string(), ownerId: z.string(), userIds: members }),
  /** `before`: who its members were. */
  ChatUpdated: z.object({ chatId, title: z.string(), userIds: members, before: members }),
  ChatDeleted: z.object({ chatId, before: members }),
  /** `userIds`: who gets it, the members of that moment. */
  ChatMessageSent: z.object({
    chatId,
    messageId: z.string(),
    userId: z.string(),
    body: z.string(),
    userIds: members,
  }),
  /** A member has seen all up to the message that stands at this position. */
  ChatRead: z.object({ chatId, userId: z.string(), upTo: z.number().int().min(0) }),
} as const;

export type ChatEvent = EventOf<typeof chatEvents>;
