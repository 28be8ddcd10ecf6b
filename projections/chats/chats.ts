import { channels } from '../../contract/channels.ts';
import type { ChatEvent } from '../../domain/chat/events.ts';
import { begin, projection } from '../definition.ts';
import type { ChatDocument, ChatMessageDocument } from './document.ts';

const chatId = (event: { data: { chatId: string } }) => event.data.chatId;
/** As much of a message as a list shows. */
const shownLetters = 200;

/** Chats between colleagues. Told to their members and to nobody else. */
export const chats = projection<ChatDocument, ChatEvent>('chats', {
  indexes: [['-updatedAt']],
  arrays: ['userIds'],
  notices: [
    {
      channel: channels.chat,
      audience: (doc) => ({ members: doc.userIds }),
      audienceBefore: ({ data }) =>
        typeof data === 'object' && data !== null && 'before' in data
          ? { members: data.before as readonly string[] }
          : undefined,
    },
  ],
  on: {
    ChatCreated: {
      id: chatId,
      creates: true,
      apply: (_doc, event) => {
        const { chatId: id, title, ownerId, userIds } = event.data;
        const { at } = event.metadata;
        return {
          ...begin(event, id),
          title,
          ownerId,
          userIds,
          lastMessage: '',
          lastOrder: 0,
          createdAt: at,
          updatedAt: at,
          unreads: userIds.map((userId) => ({ userId, count: 0 })),
        };
      },
    },
    ChatUpdated: {
      id: chatId,
      apply: (doc, { data: { title, userIds }, metadata: { at } }) =>
        doc && {
          ...doc,
          title,
          userIds,
          unreads: userIds.map(
            (userId) => doc.unreads.find((one) => one.userId === userId) ?? { userId, count: 0 },
          ),
          updatedAt: at,
        },
    },
    ChatMessageSent: {
      id: chatId,
      apply: (doc, { data, position, metadata: { at } }) =>
        doc && {
          ...doc,
          lastMessage: [...data.body.slice(0, 2 * shownLetters)].slice(0, shownLetters).join(''),
          lastOrder: position,
          updatedAt: at,
          // Whoever says something has seen what stands above it.
          unreads: doc.unreads.map(({ userId, count }) => ({
            userId,
            count: userId === data.userId ? 0 : count + 1,
          })),
        },
    },
    ChatRead: {
      id: chatId,
      // What came meanwhile is not seen: the reader's next word clears it.
      apply: (doc, { data: { userId, upTo } }) =>
        doc && upTo >= doc.lastOrder
          ? {
              ...doc,
              unreads: doc.unreads.map((one) => (one.userId === userId ? { userId, count: 0 } : one)),
            }
          : undefined,
    },
    ChatDeleted: { id: chatId, apply: () => 'delete' },
  },
});

/** What is said in chats, by its place. */
export const chatMessages = projection<ChatMessageDocument, ChatEvent>('chatMessages', {
  indexes: [['chatId', '-order']],
  notices: [{ channel: channels.chatMessage, audience: (doc) => ({ members: doc.userIds }) }],
  on: {
    ChatMessageSent: {
      id: (event) => event.data.messageId,
      creates: true,
      companion: ({ data }) => ({ collection: 'chats', id: data.chatId }),
      apply: (_doc, event, { companion: chat }) => {
        // Sent while the chat was being deleted: nobody would ever find it again, or delete it.
        if (chat === undefined || chat.deleted) return undefined;
        const { messageId, ...said } = event.data;
        return {
          ...begin(event, messageId),
          ...said,
          order: event.position,
          createdAt: event.metadata.at,
        };
      },
    },
  },
  deleteBy: { ChatDeleted: { field: 'chatId', value: (event) => event.data.chatId } },
});
