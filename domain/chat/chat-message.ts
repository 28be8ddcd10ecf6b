import type { Command } from '../command.ts';
import { DomainError } from '../errors.ts';
import type { Decider } from '../kernel/decider.ts';
import { type ChatEvent, chatEvents } from './events.ts';
import { longestChatMessage } from './limits.ts';

export type ChatMessageState =
  | { readonly status: 'absent' }
  | { readonly status: 'sent'; readonly chatId: string; readonly userId: string };
export type ChatMessageCommand = Command<
  'SendChatMessage',
  {
    readonly chatId: string;
    readonly messageId: string;
    readonly userId: string;
    readonly body: string;
    readonly userIds: readonly string[];
  }
>;

/** One message between colleagues: a stream of its own, so that a chat of years costs no more than one of a day. */
export const chatMessageDecider: Decider<ChatMessageState, ChatMessageCommand, ChatEvent> = {
  category: 'chatMessage',
  types: new Set(Object.keys(chatEvents)),
  initial: { status: 'absent' },
  decide({ data }, state) {
    if (state.status === 'sent') {
      if (state.userId === data.userId && state.chatId === data.chatId) return [];
      throw new DomainError('ERR_ALREADY_EXISTS', 'another message has this id', { errors: { id: 'taken' } });
    }
    const { length } = data.body.trim();
    if (length === 0 || data.body.length > longestChatMessage)
      throw new DomainError('ERR_VALIDATION', 'not a message', {
        errors: { message: length === 0 ? 'required' : 'tooLong' },
      });
    return [{ type: 'ChatMessageSent', data: { ...data, userIds: [...data.userIds] } }];
  },
  evolve: (state, { type, data }) =>
    type === 'ChatMessageSent' ? { status: 'sent', chatId: data.chatId, userId: data.userId } : state,
};

export interface ChatReadingState {
  readonly status: 'absent' | 'read';
  readonly upTo: number;
}
export type ChatReadingCommand = Command<
  'ReadChat',
  { readonly chatId: string; readonly userId: string; readonly upTo: number }
>;

/** How far one member has read one chat. */
export const chatReadingDecider: Decider<ChatReadingState, ChatReadingCommand, ChatEvent> = {
  category: 'chatReading',
  types: new Set(Object.keys(chatEvents)),
  initial: { status: 'absent', upTo: -1 },
  decide: ({ data }, state) => (data.upTo > state.upTo ? [{ type: 'ChatRead', data }] : []),
  evolve: (state, event) => (event.type === 'ChatRead' ? { status: 'read', upTo: event.data.upTo } : state),
};
