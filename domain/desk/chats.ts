import { type ChatCommand, type ChatContent, type ChatState, chatDecider } from '../chat/chat.ts';
import { chatMessageDecider, chatReadingDecider } from '../chat/chat-message.ts';
import { DomainError } from '../errors.ts';
import { chatMessageStream, chatReadingStream, chatStream } from '../streams.ts';
import type { Context, Outcome } from './context.ts';
import { outcome } from './context.ts';
import type { CommandRuntime } from './runtime.ts';

interface Named {
  readonly chatId: string;
}
type DataOf<T extends ChatCommand['type']> = Extract<ChatCommand, { type: T }>['data'];

/** Returns the commands of the chat between colleagues. */
export const createChats = (runtime: CommandRuntime) => {
  const chats = runtime.aggregate(chatDecider);
  const messages = runtime.aggregate(chatMessageDecider);
  const readings = runtime.aggregate(chatReadingDecider);

  const run = (context: Context, chatId: string, command: Pick<ChatCommand, 'type' | 'data'>) =>
    runtime.withDeadline(async (deadline): Promise<Outcome> => {
      const full = { ...command, metadata: runtime.metadataOf(context) } as ChatCommand;
      return outcome(await chats.handle(chatStream(context.companyId, chatId), full, deadline));
    });

  /** Returns a chat by its own events, as they stand now. */
  const look = async (companyId: string, chatId: string): Promise<ChatState> =>
    (await chats.streams.refresh(chatStream(companyId, chatId))).state;

  return {
    look,
    /** @throws ERR_VALIDATION */
    create: (
      context: Context,
      { chatId: given, ...data }: ChatContent & { readonly ownerId: string } & Partial<Named>,
    ): Promise<Outcome & Named> =>
      runtime.withNewId(context, 'chat', given, async (chatId, { commandId }) => ({
        ...(await run({ ...context, commandId }, chatId, { type: 'CreateChat', data: { ...data, chatId } })),
        chatId,
      })),
    /** @throws ERR_NO_CHAT_FOUND, ERR_NO_PERMISSION, ERR_VALIDATION */
    update: (context: Context, { chatId, ...data }: DataOf<'UpdateChat'> & Named) =>
      run(context, chatId, { type: 'UpdateChat', data }),
    /** @throws ERR_NO_CHAT_FOUND, ERR_NO_PERMISSION */
    delete: (context: Context, { chatId, ...data }: DataOf<'DeleteChat'> & Named) =>
      run(context, chatId, { type: 'DeleteChat', data }),
    /**
     * Says something to whoever is a member now; under one id once.
     * @throws ERR_NO_CHAT_FOUND to who is no member, ERR_ALREADY_EXISTS at an id that somebody else has said something under,
     * or in another chat, ERR_VALIDATION
     */
    send: (
      context: Context,
      message: {
        readonly chatId: string;
        readonly userId: string;
        readonly body: string;
        readonly messageId?: string | undefined;
      },
    ): Promise<Outcome & { readonly messageId: string }> =>
      runtime.withNewId(context, 'chatMessage', message.messageId, (messageId, metadata) =>
        runtime.withDeadline(async (deadline) => {
          const { chatId, userId, body } = message;
          const chat = await look(context.companyId, chatId);
          if (chat.status !== 'open' || !chat.userIds.includes(userId))
            throw new DomainError('ERR_NO_CHAT_FOUND');
          const { userIds } = chat;
          const stream = chatMessageStream(context.companyId, messageId);
          const data = { chatId, messageId, userId, body, userIds };
          const handled = await messages.handle(
            stream,
            { type: 'SendChatMessage', data, metadata },
            deadline,
          );
          return { ...outcome(handled), messageId };
        }),
      ),
    /** Takes what stands up to a position as seen. @throws ERR_NO_CHAT_FOUND to who is no member */
    read: (
      context: Context,
      data: { readonly chatId: string; readonly userId: string; readonly upTo: number },
    ): Promise<Outcome> =>
      runtime.withDeadline(async (deadline) => {
        const { chatId, userId } = data;
        const chat = await look(context.companyId, chatId);
        if (chat.status !== 'open' || !chat.userIds.includes(userId))
          throw new DomainError('ERR_NO_CHAT_FOUND');
        const stream = chatReadingStream(context.companyId, `${chatId}.${userId}`);
        const metadata = runtime.metadataOf(context);
        return outcome(await readings.handle(stream, { type: 'ReadChat', data, metadata }, deadline));
      }),
  };
};
