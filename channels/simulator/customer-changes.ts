import { type PhoneChats, phoneNumber } from './phone-chats.ts';
import type { PhoneInbox } from './phone-inbox.ts';

/** Returns what customers do to messages on their pretend phones. False: there is no such message, or it is deleted. */
export function customerChanges(parts: {
  readonly chats: PhoneChats;
  readonly inbox: Pick<PhoneInbox, 'post'>;
  readonly instant: () => string;
}) {
  const { chats, inbox, instant } = parts;
  const { change } = chats;
  const { post } = inbox;

  return {
    async editByCustomer(connectionId: string, number: string, id: string, body: string): Promise<boolean> {
      const done = await change(connectionId, number, id, (message) =>
        !message.fromBusiness && !message.deleted ? { body, edited: true } : undefined,
      );
      if (done)
        await post(connectionId, {
          kind: 'edit',
          number: phoneNumber(number),
          messageId: id,
          body,
          at: instant(),
        });
      return done;
    },

    async deleteByCustomer(connectionId: string, number: string, id: string): Promise<boolean> {
      const done = await change(connectionId, number, id, (message) =>
        !message.fromBusiness ? { deleted: true } : undefined,
      );
      if (done)
        await post(connectionId, {
          kind: 'delete',
          number: phoneNumber(number),
          messageId: id,
          at: instant(),
        });
      return done;
    },

    /** To a message of either side; '' takes it back. */
    async reactByCustomer(connectionId: string, number: string, id: string, emoji: string): Promise<boolean> {
      const done = await chats.react(connectionId, number, id, 'customer', emoji);
      if (done)
        await post(connectionId, {
          kind: 'reaction',
          number: phoneNumber(number),
          messageId: id,
          emoji,
          at: instant(),
        });
      return done;
    },

    /** By the options' places. False: no such poll. */
    async voteByCustomer(
      connectionId: string,
      number: string,
      id: string,
      choices: readonly number[],
    ): Promise<boolean> {
      const done = await change(connectionId, number, id, (message) =>
        message.extra?.poll && !message.deleted ? { choices } : undefined,
      );
      if (done)
        await post(connectionId, {
          kind: 'vote',
          number: phoneNumber(number),
          messageId: id,
          choices,
          at: instant(),
        });
      return done;
    },
  };
}
