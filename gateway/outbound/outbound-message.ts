import type { MediaStore } from '../../domain/ports/media-store.ts';
import { presentContact } from '../../projections/contacts/present-contact.ts';
import type { MessageDocument } from '../../projections/messages/document.ts';
import type { CompanyReader } from '../../projections/ports/read-store.ts';
import type { Addressing } from '../driver/addressing.ts';
import type { Driver, MessageTarget, OutboundMessage } from '../driver/driver.ts';
import { type Failure, failures } from './failures.ts';
import type { MessageState } from './message-state.ts';

type IdPolicy = Pick<Driver, 'externalIdOf'>;

/** It cannot be sent, whoever tries: `failure` says why. */
export class UnsendableError extends Error {
  override readonly name = 'UnsendableError';
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.cause);
    this.failure = failure;
  }
}

/**
 * Returns where the contact's messages go.
 * @param to.whenSettled resolves when the read models know everything written before the call
 * @throws UnsendableError when the contact is gone or has no address on the channel
 */
export async function addressOf(
  reader: CompanyReader,
  contactId: string,
  {
    externalId,
    addressing,
    whenSettled,
  }: {
    readonly externalId: string;
    readonly addressing: Addressing;
    readonly whenSettled: () => Promise<void>;
  },
): Promise<MessageTarget> {
  let contact = await presentContact(reader, contactId);
  if (!contact) {
    // A contact made a moment ago may not be projected yet.
    await whenSettled();
    contact = await presentContact(reader, contactId);
  }
  if (!contact) throw new UnsendableError(failures.noContact);
  const to = addressing.of(contact);
  if (!to) throw new UnsendableError(failures.noAddress);
  return { to, isGroup: contact.isGroup, externalId };
}

const areOne = async (reader: CompanyReader, one: string, other: string): Promise<boolean> =>
  one === other || (await presentContact(reader, one))?.id === (await presentContact(reader, other))?.id;

/**
 * Returns what a message quotes and goes out with its text: only what this very contact wrote or was written to, and
 * nobody took back since. Whatever else a command may name is left out, for the message itself is to arrive.
 */
async function quotedBy(
  reader: CompanyReader,
  contactId: string,
  quotedId: string | undefined,
  driver: IdPolicy,
): Promise<OutboundMessage['quoted']> {
  const quoted = quotedId && (await reader.get<MessageDocument>('messages', quotedId));
  if (!quoted || quoted.isDeleted || !(await areOne(reader, quoted.contactId, contactId))) return undefined;
  const { id: messageId, fromMe, body, participant } = quoted;
  const author = fromMe ? undefined : participant?.number;
  const externalId = quoted.externalId ?? driver.externalIdOf?.(messageId);
  if (externalId === undefined) return undefined;
  return { messageId, externalId, fromMe, body, ...(author && { author }) };
}

/** Returns the message as a driver takes it. @throws UnsendableError when its file is gone */
export async function outboundMessage(
  sources: {
    reader: CompanyReader;
    media: MediaStore;
    companyId: string;
    contactId: string;
    driver: IdPolicy;
  },
  target: MessageTarget,
  content: MessageState['content'],
): Promise<OutboundMessage> {
  const { reader, media, companyId, contactId, driver } = sources;
  const file = content.media;
  if (file && !(await media.stat(companyId, file.id))) throw new UnsendableError(failures.noFile);
  const quoted = await quotedBy(reader, contactId, content.quotedId, driver);
  return {
    ...target,
    body: content.body,
    mediaType: content.mediaType,
    ...(file ? { media: { ...file, open: () => media.open(companyId, file.id) } } : {}),
    ...(content.extra ? { extra: content.extra } : {}),
    ...(quoted ? { quoted } : {}),
  };
}
