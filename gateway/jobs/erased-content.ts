import { addressKey } from '../../domain/contact/address.ts';
import type { ContactEvent } from '../../domain/contact/events.ts';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import type { TicketEvent } from '../../domain/ticket/events.ts';
import { fileIdOf } from '../../domain/ticket/files.ts';
import { pollKey } from '../secrets/poll-secrets.ts';

/** An event of a stream; `unreadable`: its content cannot be read, and says nothing. */
type Readable<E> = E & Pick<RecordedEvent, 'metadata'> & { readonly unreadable?: unknown };

/** Returns what the events of an erased contact, and of its tickets, name that lies elsewhere and goes with them. */
export function createErasedContent() {
  const files = new Set<string>();
  /** Fetched perhaps at this very moment: nothing names them yet. */
  const onItsWay = new Set<string>();
  /** Whoever became part of this contact is the same person: they have a key, a name and addresses of their own. */
  const absorbedContacts = new Set<string>();
  const addresses = new Set<string>();
  /** Numbers that they had once: key of the address → until when. */
  const givenUp = new Map<string, string>();
  let lastNumber = '';
  /** Of their other addresses. */
  const otherKeys = new Set<string>();
  let deletedAt: string | undefined;
  /** Keys of the times when it was several. */
  const keyIds = new Set<string>();
  const saidCounts = { messages: 0, notes: 0 };

  /** Who was let go is somebody else, and so are their addresses. */
  const takeBack = (released: Extract<ContactEvent, { type: 'ContactReleased' }>['data']): void => {
    for (const id of released.contactIds) absorbedContacts.delete(id);
    const keys = new Set(released.addresses.map(addressKey));
    for (const key of keys) otherKeys.delete(key);
    for (const address of addresses) if (keys.has(addressKey(address))) addresses.delete(address);
    if (released.pictureId) files.delete(released.pictureId);
  };

  const takeAddress = (address: string): void => {
    addresses.add(address);
    givenUp.delete(addressKey(address));
  };
  const takeAliases = (aliases: readonly string[]): void => {
    for (const alias of aliases) {
      takeAddress(alias);
      otherKeys.add(addressKey(alias));
    }
  };
  const takeNumber = (number: string, at: string): void => {
    const before = addressKey(lastNumber);
    if (lastNumber !== '' && before !== addressKey(number) && !otherKeys.has(before)) givenUp.set(before, at);
    takeAddress(number);
    lastNumber = number;
  };

  return {
    files,
    onItsWay,
    absorbed: absorbedContacts,
    addresses,
    /** Returns until when an address that is somebody else's was theirs; undefined: until they were erased. */
    theirsUntil: (address: string): string | undefined => givenUp.get(addressKey(address)) ?? deletedAt,
    keyIds,
    said: saidCounts,

    ofContact(event: Readable<ContactEvent>): void {
      if (event.unreadable !== undefined) return;
      if (event.type === 'ContactUpdated' || event.type === 'ContactAliasAdded')
        if (event.data.keyId) keyIds.add(event.data.keyId);
      if (event.type === 'ContactAbsorbed') for (const id of event.data.contactIds) absorbedContacts.add(id);
      if (event.type === 'ContactAliasAdded') takeAliases([event.data.alias]);
      // A contact of its own again: the network may have told more of its addresses while it was part of another.
      if (event.type === 'ContactUnmerged') takeAliases(event.data.aliases);
      if (
        event.type === 'ContactCreated' ||
        event.type === 'ContactUpdated' ||
        event.type === 'ContactUnmerged'
      )
        takeNumber(event.data.number, event.metadata.at);
      if (event.type === 'ContactDeleted') deletedAt = event.metadata.at;
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
