import { channels } from '../../contract/channels.ts';
import type { Rule } from '../../domain/access/policy.ts';
import type { ChatMessageDocument } from '../../projections/chats/document.ts';
import type { Audience, Notice } from '../../projections/ports/read-store.ts';

const listOf = (audience: Audience | null | undefined): string | undefined =>
  audience && 'listId' in audience ? audience.listId : undefined;
const membersOf = (audience: Audience | null | undefined): readonly string[] =>
  audience && 'members' in audience ? audience.members : [];

/** Where a change is told besides, and as what. */
export type Told = Pick<Notice, 'channel' | 'action'>;

/** Returns the specification's narrower channels that a change is told on besides its own: of one list, one chat, one person's chats. */
export function narrowerOf(companyId: string, suffix: string, notice: Notice): readonly Told[] {
  const { id, action, before, after } = notice;
  switch (suffix) {
    case 'ContactListItem': {
      const listId = listOf(after) ?? listOf(before);
      return listId === undefined
        ? []
        : [{ channel: channels.contactListItemsOf(companyId, listId), action }];
    }
    case 'chat': {
      const people = new Set([...membersOf(before), ...membersOf(after)]);
      return [
        { channel: channels.chatAlone(companyId, id), action },
        ...[...people].map((userId) => ({ channel: channels.chatsOfUser(companyId, userId), action })),
      ];
    }
    case 'chatMessage': {
      const { chatId } = (notice.document ?? {}) as Partial<ChatMessageDocument>;
      // Beside the chat's own changes, which are 'update'.
      return chatId === undefined
        ? []
        : [{ channel: channels.chatAlone(companyId, chatId), action: 'new-message' }];
    }
    default:
      return [];
  }
}

/** Returns what one must be allowed to do to follow a narrower channel; undefined: there is none, or it is somebody else's. */
export function ruleOfNarrow(suffix: string, userId: string): Rule | undefined {
  if (/^ContactListItem-[A-Za-z0-9.-]{1,100}$/.test(suffix)) return 'contact-lists:manage';
  if (suffix.startsWith('chat-user-')) return suffix === `chat-user-${userId}` ? 'chats:use' : undefined;
  return /^chat-[A-Za-z0-9.-]{1,100}$/.test(suffix) ? 'chats:use' : undefined;
}
