import type { ChatMessageView } from '../../../contract/chat.ts';

/** What is older than this when it comes has been missed: the badge counts it, nothing rings. */
const newsMs = 60_000;

interface Reader {
  readonly userId: string;
  /** The chat that is on the screen now; undefined: none, or nobody looks. */
  readonly reading: string | undefined;
  /** Milliseconds since 1970, by the server. */
  readonly now: number;
}

/** Returns whether somebody is to hear that this was said: a colleague's, just now, in a chat that is not being read. */
export const isNews = (
  { senderId, chatId, createdAt }: Pick<ChatMessageView, 'senderId' | 'chatId' | 'createdAt'>,
  { userId, reading, now }: Reader,
): boolean => senderId !== userId && chatId !== reading && Date.parse(createdAt) >= now - newsMs;
