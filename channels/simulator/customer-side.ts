import { mediaTypeOf } from '../../domain/media/media-type.ts';
import type { PhoneChats, StoredBubble } from './phone-chats.ts';
import { phoneNumber } from './phone-chats.ts';
import { type PhoneDelivery, phoneDelivery } from './phone-events.ts';
import type { PhoneInbox } from './phone-inbox.ts';

/** Returns what customers write on their pretend phones, and read there. */
export function customerSide(parts: {
  readonly chats: PhoneChats;
  readonly inbox: PhoneInbox;
  readonly newId: () => string;
  readonly instant: () => string;
}) {
  const { chats, inbox, newId, instant } = parts;
  const { change } = chats;
  const { post, nextOrder } = inbox;

  return {
    /** A customer (or, with `fromMe`, the company's own phone) writes. Durable when it resolves. */
    async deliver(connectionId: string, delivery: PhoneDelivery): Promise<{ readonly id: string }> {
      const {
        number: written,
        name,
        group,
        id = newId(),
        fromMe,
        ...content
      } = phoneDelivery.parse(delivery);
      const number = phoneNumber(written);
      const order = nextOrder();
      const message: StoredBubble = {
        id,
        fromBusiness: fromMe,
        body: content.body,
        mediaType: content.mediaType ?? mediaTypeOf(content.media?.mime),
        media: content.media ?? null,
        extra: content.extra ?? null,
        quotedId: content.quotedId ?? null,
        ack: fromMe ? 3 : 1,
        at: instant(),
        edited: false,
        deleted: false,
        order,
      };
      const { order: _, ...shown } = message;
      // A repeat of an id leaves the bubble as it is and is handed to the business once more: that is what a duplicate is.
      await Promise.all([
        chats.put(connectionId, group?.number ?? number, message),
        post(
          connectionId,
          { kind: 'message', number, name, ...(group && { group }), message: shown },
          { order },
        ),
      ]);
      return { id };
    },

    /** The customer has read everything. Gives how many messages of the business turned read. */
    async read(connectionId: string, number: string): Promise<number> {
      const unreadBubbles = (await chats.list(connectionId, number)).filter(
        (m) => m.fromBusiness && m.ack < 4,
      );
      if (unreadBubbles.length === 0) return 0;
      const messageIds = unreadBubbles.map((message) => message.id);
      // The receipt first: marked before it, a crash in between would leave the business without it for ever.
      await post(connectionId, { kind: 'receipt', number: phoneNumber(number), messageIds, ack: 4 });
      await Promise.all(
        messageIds.map((id) => change(connectionId, number, id, (m) => (m.ack < 4 ? { ack: 4 } : undefined))),
      );
      return unreadBubbles.length;
    },
  };
}
