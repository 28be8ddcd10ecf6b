import type { Command } from '../command.ts';
import { DomainError } from '../errors.ts';
import type { Decider } from '../kernel/decider.ts';
import { seenName } from '../text/clean.ts';
import { type ChatEvent, chatEvents } from './events.ts';
import { longestTitle, mostMembers } from './limits.ts';

export type ChatState =
  | { readonly status: 'absent' | 'deleted' }
  | {
      readonly status: 'open';
      readonly id: string;
      readonly title: string;
      readonly ownerId: string;
      readonly userIds: readonly string[];
    };
export type Chat = Extract<ChatState, { status: 'open' }>;

/** What the dialog says. */
export interface ChatContent {
  readonly title: string;
  /** The owner is a member in any case. */
  readonly userIds: readonly string[];
}

/** `byOwner`: nobody else may change or delete it; false: its owner is no longer there, any member may. */
interface ByWhom {
  readonly userId: string;
  readonly byOwner: boolean;
}
export type ChatCommand =
  | Command<'CreateChat', ChatContent & { readonly chatId: string; readonly ownerId: string }>
  | Command<'UpdateChat', ChatContent & ByWhom>
  | Command<'DeleteChat', ByWhom>;

/** @throws ERR_VALIDATION */
function demandSound(title: string, userIds: readonly string[]): void {
  const errors = {
    ...(title === '' && { title: 'required' as const }),
    ...(title.length > longestTitle && { title: 'tooLong' as const }),
    ...(userIds.length < 2 && { users: 'required' as const }),
    ...(userIds.length > mostMembers && { users: 'tooMany' as const }),
  };
  if (Object.keys(errors).length > 0) throw new DomainError('ERR_VALIDATION', 'not a chat', { errors });
}

const membersOf = (ownerId: string, userIds: readonly string[]): string[] => [
  ...new Set([ownerId, ...userIds]),
];

/** Returns the chat of who asks. @throws ERR_NO_CHAT_FOUND to who is no member, ERR_NO_PERMISSION to who is not the owner */
function demandOwn(state: ChatState, { userId, byOwner }: ByWhom): Chat {
  if (state.status !== 'open' || !state.userIds.includes(userId)) throw new DomainError('ERR_NO_CHAT_FOUND');
  if (byOwner && state.ownerId !== userId) throw new DomainError('ERR_NO_PERMISSION');
  return state;
}

function decide(command: ChatCommand, state: ChatState): readonly ChatEvent[] {
  const { type, data } = command;
  if (type === 'CreateChat') {
    if (state.status !== 'absent') return [];
    const { chatId, ownerId } = data;
    const title = seenName(data.title);
    const userIds = membersOf(ownerId, data.userIds);
    demandSound(title, userIds);
    return [{ type: 'ChatCreated', data: { chatId, title, ownerId, userIds } }];
  }
  const { id: chatId, ownerId, title: formerTitle, userIds: before } = demandOwn(state, data);
  if (type === 'DeleteChat') return [{ type: 'ChatDeleted', data: { chatId, before: [...before] } }];
  const title = seenName(data.title);
  // Whoever takes over from an owner who is gone stays in it too.
  const userIds = membersOf(data.byOwner ? ownerId : data.userId, data.userIds);
  demandSound(title, userIds);
  if (title === formerTitle && userIds.length === before.length && userIds.every((id) => before.includes(id)))
    return [];
  return [{ type: 'ChatUpdated', data: { chatId, title, userIds, before: [...before] } }];
}

function evolve(state: ChatState, event: ChatEvent): ChatState {
  switch (event.type) {
    case 'ChatCreated': {
      const { chatId: id, ...chat } = event.data;
      return { ...chat, id, status: 'open' };
    }
    case 'ChatUpdated':
      return state.status === 'open'
        ? { ...state, title: event.data.title, userIds: event.data.userIds }
        : state;
    case 'ChatDeleted':
      return { status: 'deleted' };
    default:
      return state;
  }
}

/** A chat between colleagues: who is in it. What is said there stands in streams of its own (`chat-message.ts`). */
export const chatDecider: Decider<ChatState, ChatCommand, ChatEvent> = {
  category: 'chat',
  types: new Set(Object.keys(chatEvents)),
  initial: { status: 'absent' },
  decide,
  evolve,
};
