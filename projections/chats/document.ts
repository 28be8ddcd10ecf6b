import type { StoredDocument } from '../ports/read-store.ts';

/** Collection `chats`: what colleagues talk in. */
export interface ChatDocument extends StoredDocument {
  readonly title: string;
  readonly ownerId: string;
  /** Its members. */
  readonly userIds: readonly string[];
  /** What each member has not read. */
  readonly unreads: readonly { readonly userId: string; readonly count: number }[];
  /** Empty: nothing was said yet. */
  readonly lastMessage: string;
  /** Position of the last message; 0: there is none. */
  readonly lastOrder: number;
  readonly createdAt: string;
  /** When it last changed, or somebody said something. */
  readonly updatedAt: string;
}

/** Collection `chatMessages`. */
export interface ChatMessageDocument extends StoredDocument {
  readonly chatId: string;
  /** Who said it. */
  readonly userId: string;
  /** Who got it: the members of then. */
  readonly userIds: readonly string[];
  readonly body: string;
  /** Position of its event: its place in the chat. */
  readonly order: number;
  readonly createdAt: string;
}
