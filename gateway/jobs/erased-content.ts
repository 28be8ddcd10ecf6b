import { addressKey } from '../../domain/contact/address.ts';
import type { ContactEvent } from '../../domain/contact/events.ts';
import type { TicketEvent } from '../../domain/ticket/events.ts';
import { fileIdOf } from '../../domain/ticket/files.ts';
import { pollKey } from '../secrets/poll-secrets.ts';

/** An event of a stream; `unreadable`: its content cannot be read, and says nothing. */
type Readable<E> = E & { readonly unreadable?: unknown };

/** Returns what the events of an erased contact, and of its tickets, name that lies elsewhere and goes with them. */
export function createErasedContent() {
  const files = new Set<string>();
  /** Fetched perhaps at this very moment: nothing names them yet. */
  const onItsWay = new Set<string>();
  /** Whoever became part of this contact is the same person: they have a key, a name and addresses of their own. */
  const absorbedContacts = new Set<string>();
  const addresses = new Set<string>();
  /** Keys of the times when it was several. */
  const keyIds = new Set<string>();
  const saidCounts = { messages: 0, notes: 0 };

  /** Who was let go is somebody else, and so are their addresses. */
  const takeBack = (released: Extract<ContactEvent, { type: 'ContactReleased' }>['data']): void => {
    for (const id of released.contactIds) absorbedContacts.delete(id);
    const keys = new Set(released.addresses.map(addressKey));
    for (const address of addresses) if (keys.has(addressKey(address))) addresses.delete(address);
    if (released.pictureId) files.delete(released.pictureId);
  };

  return {
    files,
    onItsWay,
    absorbed: absorbedContacts,
    addresses,
    keyIds,
    said: saidCounts,

    ofContact(event: Readable<ContactEvent>): void {
      if (event.unreadable !== undefined) return;
      if (event.type === 'ContactUpdated' || event.type === 'ContactAliasAdded')
        if (event.data.keyId) keyIds.add(event.data.keyId);
      if (event.type === 'ContactAbsorbed') for (const id of event.data.contactIds) absorbedContacts.add(id);
      if (event.type === 'ContactAliasAdded') addresses.add(event.data.alias);
      if (event.type === 'ContactCreated' || event.type === 'ContactUpdated')
        addresses.add(event.data.number);
      if (event.type === 'ContactPictureChanged' && event.data.mediaId !== null)
        files.add(event.data.mediaId);
      if (event.type === 'ContactReleased') takeBack(event.data);
    },

    /** Returns the key under which the secret of a poll lies, if this message is one. */
    ofTicket(event: Readable<TicketEvent>): string | undefined {
      if (event.unreadable !== undefined) return undefined;
      switch (event.type) {
        case 'TicketErased':
          saidCounts.messages += event.data.messageIds.length;
          saidCounts.notes += event.data.noteIds.length;
          return undefined;
        case 'MessageReceived':
        case 'MessageRecovered':
          if (event.data.media) files.add(event.data.media.id);
          if (event.data.file) onItsWay.add(fileIdOf(event.data.messageId));
          return event.type === 'MessageReceived'
            ? pollKey(event.data.connectionId, event.data.externalId)
            : undefined;
        case 'MessageQueued':
        case 'MessageFileAttached':
          if (event.data.media) files.add(event.data.media.id);
          return undefined;
        default:
          return undefined;
      }
    },
  };
}
export type ErasedContent = ReturnType<typeof createErasedContent>;
