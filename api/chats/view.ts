import type { ChatMessageView, ChatView } from '../../contract/chat.ts';
import type { ChatDocument, ChatMessageDocument } from '../../projections/chats/document.ts';
import type { CompanyNames } from '../names/names.ts';
import { presentUserRefOf } from '../names/refs.ts';

type Names = Pick<CompanyNames, 'get'>;

export function chatViewOf(chat: ChatDocument, names: Names): ChatView {
  const { companyId: _company, userIds: _members, unreads, ...rest } = chat;
  return {
    ...rest,
    uuid: chat.id,
    hasOwner: names.get('users', chat.ownerId) !== undefined,
    users: unreads.map(({ userId, count }) => ({
      userId,
      unreads: count,
      user: presentUserRefOf(names, userId),
    })),
  };
}

export function chatMessageViewOf(message: ChatMessageDocument, names: Names): ChatMessageView {
  const { id, chatId, userId, body, order, createdAt, position } = message;
  const sender = presentUserRefOf(names, userId);
  return { id, chatId, senderId: userId, sender, message: body, order, createdAt, position };
}
