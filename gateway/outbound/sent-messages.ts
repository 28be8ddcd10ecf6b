import { belongsTo } from '../../domain/contact/address.ts';
import type { EventStore } from '../../domain/kernel/event-store.ts';
import type { MediaStore } from '../../domain/ports/media-store.ts';
import { presentContact } from '../../projections/contacts/present-contact.ts';
import type { MessageDocument } from '../../projections/messages/document.ts';
import type { ReadStore } from '../../projections/ports/read-store.ts';
import type { Addressing } from '../driver/addressing.ts';
import type { OutboundMessage } from '../driver/driver.ts';
import { readMessageState } from './message-state.ts';
import { addressOf, outboundMessage } from './outbound-message.ts';
import type { SentIndex } from './sent-index.ts';

/**
 * Returns what finds messages of ours that a phone could not read and asks for again, as the log has them, however
 * long ago they were sent. Only for those they were sent to: whoever asks may know ids of other people's messages.
 */
export function createSentMessages(deps: {
  readonly companyId: string;
  readonly connectionId: string;
  readonly eventStore: Pick<EventStore, 'read'>;
  readonly readStore: Pick<ReadStore, 'forCompany'>;
  readonly media: MediaStore;
  readonly sentIndex: SentIndex;
  readonly addressing: Addressing;
}) {
  const { companyId, connectionId, eventStore, media, addressing } = deps;
  const reader = deps.readStore.forCompany(companyId);

  async function documentOf(externalId: string): Promise<MessageDocument | undefined> {
    const ref = deps.sentIndex.get(externalId);
    if (ref) return reader.get<MessageDocument>('messages', ref.messageId);
    const found = await reader.find<MessageDocument>('messages', {
      where: { connectionId, externalId },
      limit: 20,
    });
    return found.find(({ fromMe }) => fromMe);
  }

  /** @param given addresses of the conversation it is asked for in, as the channel writes them */
  return async (externalId: string, given: readonly string[]): Promise<OutboundMessage | undefined> => {
    const addresses = given.map((address) => addressing.stored(address));
    const document = await documentOf(externalId);
    if (!document) return undefined;
    const { contactId, ticketId, id: messageId } = document;
    // Those of a long conversation go bit by bit after it.
    if (!(await reader.get('tickets', ticketId))) return undefined;
    const contact = await presentContact(reader, contactId);
    if (!contact || !belongsTo(addresses, contact)) return undefined;
    const state = await readMessageState(eventStore, { companyId, ticketId, messageId });
    if (!state || state.deleted || state.phase === 'failed') return undefined;
    const target = await addressOf(reader, contactId, {
      externalId,
      addressing,
      whenSettled: async () => {},
    });
    // Asked for again by those it was sent to: what it quotes was sent to them too, and has its id.
    return outboundMessage({ reader, media, companyId, contactId, driver: {} }, target, state.content);
  };
}
