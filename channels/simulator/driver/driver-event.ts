import type { DriverEvent } from '../../../gateway/driver/driver.ts';
import type { PhoneEvent } from '../phone-events.ts';

type Extra = Extract<PhoneEvent, { kind: 'message' }>['message']['extra'];

/** Returns how a call ended: one that nobody has taken yet is refused where the company takes none. */
const endCall = (extra: Extra, takesCalls: boolean): Extra =>
  extra?.call?.missed && !takesCalls
    ? { ...extra, call: { ...extra.call, missed: false, outcome: 'refused' } }
    : extra;

/** Returns what happened on a pretend phone as the gateway is told it. */
export function driverEvent(
  event: Exclude<PhoneEvent, { kind: 'fault' }>,
  takesCalls: () => boolean = () => true,
): DriverEvent {
  const addresses = [event.number];
  switch (event.kind) {
    case 'receipt':
      return { type: 'receipt', externalIds: event.messageIds, ack: event.ack };
    case 'edit':
      return { type: 'edit', addresses, externalId: event.messageId, fromMe: false, body: event.body };
    case 'delete':
      return { type: 'delete', addresses, externalId: event.messageId, fromMe: false };
    case 'reaction': {
      const { messageId: externalId, emoji, at: sentAt } = event;
      return { type: 'reaction', addresses, externalId, fromMe: false, emoji, sentAt };
    }
    case 'vote': {
      const { messageId: externalId, choices, at: sentAt } = event;
      return { type: 'vote', addresses, externalId, fromMe: false, choices, sentAt };
    }
    case 'message': {
      const { group, message, name, number } = event;
      const file = message.media;
      const extra = endCall(message.extra, takesCalls());
      return {
        type: 'message',
        message: {
          externalId: message.id,
          addresses: group ? [group.number] : addresses,
          name: group?.name ?? name,
          isGroup: group !== undefined,
          ...(group && { participant: { name, number } }),
          fromMe: message.fromBusiness,
          body: message.body,
          mediaType: message.mediaType,
          ...(file ? { media: { ...file, handle: file.id } } : {}),
          ...(extra ? { extra } : {}),
          ...(message.quotedId ? { quotedExternalId: message.quotedId } : {}),
          sentAt: message.at,
        },
      };
    }
  }
}
