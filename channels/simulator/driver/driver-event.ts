import type { DriverEvent } from '../../../gateway/driver/driver.ts';
import type { PhoneEvent } from '../phone-events.ts';

/** Returns what happened on a pretend phone as the gateway is told it. */
export function driverEvent(event: Exclude<PhoneEvent, { kind: 'fault' }>): DriverEvent {
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
      const { message } = event;
      const file = message.media;
      return {
        type: 'message',
        message: {
          externalId: message.id,
          addresses,
          name: event.name,
          isGroup: false,
          fromMe: message.fromBusiness,
          body: message.body,
          mediaType: message.mediaType,
          ...(file ? { media: { ...file, handle: file.id } } : {}),
          ...(message.extra ? { extra: message.extra } : {}),
          ...(message.quotedId ? { quotedExternalId: message.quotedId } : {}),
          sentAt: message.at,
        },
      };
    }
  }
}
