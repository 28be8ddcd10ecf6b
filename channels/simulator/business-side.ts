import { mediaTypeOf } from '../../domain/media/media-type.ts';
import { type PhoneChats, phoneNumber, type StoredBubble } from './phone-chats.ts';
import type { PhoneOutbound } from './phone-events.ts';
import type { PhoneInbox } from './phone-inbox.ts';

/** Returns what the business does to pretend phones, by its driver. False: there is no such message. */
export function businessSide(parts: {
  readonly chats: PhoneChats;
  readonly inbox: PhoneInbox;
  readonly instant: () => string;
}) {
  const { chats, inbox, instant } = parts;
  const { change } = chats;

  return {
    /**
     * Puts a message of the business on the phone, exactly once per external id. True when it was new. A pretend phone
     * waits for no disk: a real one's network does not either, on this machine.
     */
    async accept(connectionId: string, number: string, outbound: PhoneOutbound): Promise<boolean> {
      const message: StoredBubble = {
        id: outbound.externalId,
        fromBusiness: true,
        body: outbound.body,
        mediaType: outbound.mediaType ?? mediaTypeOf(outbound.media?.mime),
        media: outbound.media ?? null,
        extra: null,
        quotedId: outbound.quotedId ?? null,
        ack: 3,
        at: instant(),
        edited: false,
        deleted: false,
        order: inbox.nextOrder(),
      };
      const isFresh = await chats.put(connectionId, number, message, true);
      // Also for a repeat: the sender may have died before the receipt was written.
      const receipt = {
        kind: 'receipt',
        number: phoneNumber(number),
        messageIds: [outbound.externalId],
        ack: 3,
      } as const;
      await inbox.post(connectionId, receipt, { passing: true });
      return isFresh;
    },

    editByBusiness: (connectionId: string, number: string, externalId: string, body: string) =>
      change(connectionId, number, externalId, (m) => (m.fromBusiness ? { body, edited: true } : undefined)),
    deleteByBusiness: (connectionId: string, number: string, externalId: string) =>
      change(connectionId, number, externalId, (m) => (m.fromBusiness ? { deleted: true } : undefined)),
    reactByBusiness: (connectionId: string, number: string, externalId: string, emoji: string) =>
      chats.react(connectionId, number, externalId, 'business', emoji),
    /** Numbers that end in 0000 are not on this network. */
    exists: (number: string): boolean =>
      /^\d{8,15}$/.test(phoneNumber(number)) && !phoneNumber(number).endsWith('0000'),
  };
}
