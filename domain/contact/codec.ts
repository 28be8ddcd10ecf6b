import type { DomainEvent } from '../kernel/event.ts';
import type { ContactEvent } from './events.ts';

/**
 * The one seam through which personal data of contacts enters and leaves the log, so that a later change can encrypt
 * it with a key per contact (erasure by deleting the key). Today it is stored as it is.
 */
export interface ContactCodec {
  encode(event: ContactEvent): ContactEvent;
  /** Undefined: it can no longer be read. */
  decode(event: DomainEvent): DomainEvent | undefined;
}

/** `sealed` is how an encrypted event will look; this build holds no keys. */
export const plainCodec: ContactCodec = {
  encode: (event) => event,
  decode: (event) =>
    typeof event.data === 'object' && event.data !== null && 'sealed' in event.data ? undefined : event,
};

/** An event that can no longer be read folds to exactly what ContactErased writes. */
export const decodeContactEvent = (codec: ContactCodec, event: DomainEvent): DomainEvent => {
  const decoded = codec.decode(event);
  if (decoded !== undefined) return decoded;
  const { contactId } = event.data as { contactId: string };
  return { type: 'ContactErased', data: { contactId } };
};
