import type { Context, Desk } from '../../domain/desk/desk.ts';
import { DomainError } from '../../domain/errors.ts';
import type { FileClaim } from '../../domain/ticket/events.ts';
import { safeName } from '../../domain/ticket/file-name.ts';
import type { DriverMessage } from '../driver/driver.ts';
import type { SentIndex } from '../outbound/sent-index.ts';
import type { Calls } from './calls.ts';
import type { Files } from './files.ts';
import type { GroupNames } from './group-names.ts';
import type { Insist } from './insist.ts';
import { unlessGone } from './unless-gone.ts';

export interface ReceivingDeps {
  readonly companyId: string;
  readonly connectionId: string;
  /** Where a ticket that a message opens starts: the connection's only queue, or null. Asked for every message. */
  readonly queueId: () => string | null;
  /** How long after closing a contact's message reopens the ticket; undefined: it opens another. */
  readonly reopenWithinMs: () => number | undefined;
  readonly calls: Calls;
  readonly desk: Pick<Desk, 'tickets' | 'contacts'>;
  readonly sentIndex: SentIndex;
  readonly files: Pick<Files, 'expect'>;
  /** Why a file is not even asked for. */
  readonly refusalOf: (claim: FileClaim) => string | undefined;
  /** Told of everyone who wrote, or was written to from the company's own phone. */
  readonly onMet?: (contactId: string) => void;
  readonly considerPicture?: (contactId: string, address: string | undefined, isGroup: boolean) => void;
  /** Resolves when the pending messages of ours are known: the network may play them back. */
  readonly whenPrimed: Promise<void>;
}

const claimOf = ({ handle: _, name, ...claim }: NonNullable<DriverMessage['media']>): FileClaim => ({
  ...claim,
  name: safeName(name),
});

/** Returns what makes a message that came a contact, a ticket and a message of it; it resolves when that is durable. */
export function createReceiving(
  deps: ReceivingDeps,
  { insist, groupNames }: { readonly insist: Insist; readonly groupNames: GroupNames },
): (message: DriverMessage) => Promise<void> {
  const { companyId, connectionId, desk, sentIndex: sent } = deps;
  const system: Context = { companyId, actor: { kind: 'system', id: 'gateway' } };

  async function receive(message: DriverMessage): Promise<void> {
    if (message.fromMe) {
      await deps.whenPrimed;
      // Sent by us a moment ago and played back: the outbound side writes down what became of it.
      if (sent.has(message.externalId)) return;
    }
    if (message.mediaType === 'call_log') return receiveCall(message);
    return receiveMessage(message);
  }

  async function receiveCall(message: DriverMessage): Promise<void> {
    const { calls } = deps;
    const ticketId = await insist(() => calls.ticketOf(message));
    if (ticketId !== undefined || calls.opens(message)) await receiveMessage(message);
    await calls.after(message, ticketId);
  }

  async function receiveMessage(message: DriverMessage): Promise<void> {
    const { media, mediaType } = message;
    const file = media && claimOf(media);
    const mediaError = file && deps.refusalOf(file);
    let gone: string | undefined;
    for (;;) {
      const met = await meet(message, gone);
      const { contactId, via = contactId } = met;
      const outcome = await insist(() => unlessGone(() => write(message, { file, mediaError }, met)));
      if (outcome === undefined && contactId !== gone) {
        // Another process erased or merged them a moment ago, and this one remembered their number: it is looked up anew.
        gone = contactId;
        continue;
      }
      if (outcome === undefined) throw new DomainError('ERR_CONTACT_ERASED');
      // After the message: until this is kept too, the driver holds the message, and hands it over again.
      if (media && file && mediaError === undefined) {
        const { ticketId, messageId } = outcome;
        const recipe = { mediaType, claim: file, handle: media.handle };
        await insist(() => deps.files.expect({ ticketId, messageId, contactId }, recipe));
      }
      const [address] = message.addresses;
      if (message.isGroup && message.name && address) await groupNames.learn(address, message.name);
      // What waits for the first word of a part of them waits under its id.
      for (const id of new Set([contactId, via])) deps.onMet?.(id);
      if (!message.fromMe) deps.considerPicture?.(contactId, message.addresses[0], message.isGroup);
      return;
    }
  }

  function meet(message: DriverMessage, goneContact: string | undefined) {
    return insist(() =>
      desk.contacts.ensure(system, {
        numbers: message.addresses,
        name: message.name || groupNames.of(message.addresses[0] ?? '') || (message.addresses[0] ?? ''),
        ...(message.isGroup ? { isGroup: true } : {}),
        origin: 'inbound',
        connectionId,
        ...(goneContact === undefined ? {} : { gone: goneContact }),
      }),
    );
  }

  function write(
    message: DriverMessage,
    { file, mediaError }: { readonly file: FileClaim | undefined; readonly mediaError: string | undefined },
    { contactId, created, merged: mergedBefore, via }: Awaited<ReturnType<Desk['contacts']['ensure']>>,
  ) {
    const context: Context = message.fromMe
      ? system
      : { companyId, actor: { kind: 'contact', id: contactId } };
    const reopenWithinMs = deps.reopenWithinMs();
    return desk.tickets.receive(context, {
      connectionId,
      queueId: deps.queueId(),
      contactId,
      isNewContact: created,
      ...(mergedBefore ? { merged: mergedBefore } : {}),
      ...(via === undefined ? {} : { via }),
      ...(message.isGroup ? { isGroup: true } : {}),
      externalId: message.externalId,
      fromMe: message.fromMe,
      body: message.body,
      mediaType: message.mediaType,
      ...(file && { file }),
      ...(mediaError !== undefined && { mediaError }),
      ...(message.extra ? { extra: message.extra } : {}),
      ...(message.quotedExternalId ? { quotedExternalId: message.quotedExternalId } : {}),
      ...(message.participant ? { participant: message.participant } : {}),
      sentAt: message.sentAt,
      ...(reopenWithinMs === undefined ? {} : { reopenWithinMs }),
    });
  }

  return receive;
}
