import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { ParkedReason } from '../../domain/connection/parked-kind.ts';
import type { Context, Desk } from '../../domain/desk/desk.ts';
import { DomainError, isDomainError } from '../../domain/errors.ts';
import type { EventStore } from '../../domain/kernel/event-store.ts';
import { retry, StoppedError } from '../../domain/kernel/retry.ts';
import type { StateStore } from '../../domain/ports/state-store.ts';
import { cleanText } from '../../domain/text/clean.ts';
import { isEmoji } from '../../domain/text/emoji.ts';
import type { Side } from '../../domain/ticket/commands.ts';
import type { FileClaim } from '../../domain/ticket/events.ts';
import { safeName } from '../../domain/ticket/file-name.ts';
import type { Group } from '../../messaging/groups.ts';
import { type Parked, park } from '../../messaging/parked.ts';
import { presentContact } from '../../projections/contacts/present-contact.ts';
import type { MessageDocument } from '../../projections/messages/document.ts';
import type { ReadStore } from '../../projections/ports/read-store.ts';
import type { DriverChange, DriverMessage, Marking } from '../driver/driver.ts';
import { inboundLimits } from '../driver/limits.ts';
import type { SentIndex } from '../outbound/sent-index.ts';
import { hopeless } from '../scheduling/hopeless.ts';
import { keyedQueue } from '../scheduling/keyed-queue.ts';
import { isAuthor, isOfChat } from './authorship.ts';
import type { Calls } from './calls.ts';
import type { Files } from './files.ts';
import { inPersonalOrder } from './persons.ts';

export interface InboundDeps {
  readonly companyId: string;
  readonly connectionId: string;
  /** Where a ticket that a message opens starts: the connection's only queue, or null. Asked for every message. */
  readonly queueId: () => string | null;
  /** How long after closing a contact's message reopens the ticket; undefined: it opens another. */
  readonly reopenWithinMs: () => number | undefined;
  /** Whether what is written in groups is taken in. Asked for every message. */
  readonly takesGroups: () => boolean;
  readonly calls: Calls;
  readonly desk: Pick<Desk, 'tickets' | 'contacts'>;
  readonly eventStore: Pick<EventStore, 'head'>;
  readonly readStore: Pick<ReadStore, 'forCompany'>;
  readonly state: StateStore;
  readonly sent: SentIndex;
  readonly files: Pick<Files, 'expect'>;
  /** Why a file is not even asked for. */
  readonly refusalOf: (claim: FileClaim) => string | undefined;
  /** Told of everyone who wrote, or was written to from the company's own phone. */
  readonly onMet?: (contactId: string) => void;
  readonly considerPicture?: (contactId: string, address: string | undefined, isGroup: boolean) => void;
  readonly projectorReached: (position: number, signal: AbortSignal) => Promise<void>;
  /** Resolves when the pending messages of ours are known: the network may play them back. */
  readonly primed: Promise<void>;
  readonly log: Logger;
  readonly signal: AbortSignal;
  /** Told of each thing that could not be taken in. */
  readonly onParked?: ((reason: ParkedReason) => void) | undefined;
  /** Conversations handled at a time. */
  readonly parallel?: number;
}

const refusals = 6;
/** Things set aside with their content, a connection and hour. */
const mostParked = 200;

/** Messages that may bear one id: senders choose it. */
const mostOfOneId = 20;

/** What the network handed over, as it is set aside if it must be. */
interface Handed extends Pick<DriverChange, 'addresses' | 'externalId'> {
  readonly kind: Parked['kind'];
  readonly what: object;
}

const claimOf = ({ handle: _, name, ...claim }: NonNullable<DriverMessage['media']>): FileClaim => ({
  ...claim,
  name: safeName(name),
});

/** Undefined: the contact was erased, or goes on in another one. */
const unlessGone = <T>(work: () => Promise<T>): Promise<T | undefined> =>
  work().catch((error: unknown) => {
    if (isDomainError(error, 'ERR_CONTACT_ERASED') || isDomainError(error, 'ERR_CONTACT_MERGED'))
      return undefined;
    throw error;
  });

/** Undefined: the message was deleted meanwhile, or is no poll: there is nothing to react to or to vote in. */
const unlessUnknown = <T>(work: () => Promise<T>): Promise<T | undefined> =>
  work().catch((error: unknown) => {
    if (isDomainError(error, 'ERR_NO_MESSAGE_FOUND')) return undefined;
    throw error;
  });

/**
 * What the messaging app hands over becomes contacts, tickets and messages. In order per conversation, in parallel
 * across them. A promise resolves when the message is durable: stores that are away are waited for.
 */
export function createInbound(deps: InboundDeps) {
  const { companyId, connectionId, desk, signal, log, sent } = deps;
  const system: Context = { companyId, actor: { kind: 'system', id: 'gateway' } };
  /** The company's own phone: whoever held it. */
  const phone: Context = { companyId, actor: { kind: 'system', id: 'phone' } };
  const reader = deps.readStore.forCompany(companyId);
  const queue = keyedQueue(deps.parallel ?? 256);
  const ofPerson = inPersonalOrder(queue);
  let hour = { since: Date.now(), parked: 0 };
  /** What groups are called, as this process was told and has seen to. */
  const groupNames = new LRUCache<string, string>({ max: 1_000 });

  const insist = <T>(work: () => Promise<T>) =>
    retry(work, {
      signal,
      giveUp: (error, failures) => hopeless(error) !== undefined && failures >= refusals,
      onFailure: (error, failures) =>
        log.warn({ err: error, failures, connectionId }, 'inbound waits to be written'),
    });

  async function receive(message: DriverMessage): Promise<void> {
    if (message.fromMe) {
      await deps.primed;
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
      const { contactId } = met;
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
      if (message.isGroup && message.name && address) await nameGroup(address, message.name);
      deps.onMet?.(contactId);
      if (!message.fromMe) deps.considerPicture?.(contactId, message.addresses[0], message.isGroup);
      return;
    }
  }

  /** A group of which nobody has written yet is called so once somebody does; one that is known by its number, at once. */
  async function nameGroup(number: string, name: string, formerName?: string): Promise<void> {
    if (name.length < 2 || groupNames.get(number) === name) return;
    await insist(() =>
      desk.contacts.nameGroup(system, { number, name, ...(formerName !== undefined && { formerName }) }),
    );
    groupNames.set(number, name);
  }

  function meet(message: DriverMessage, gone: string | undefined) {
    return insist(() =>
      desk.contacts.ensure(system, {
        numbers: message.addresses,
        name: message.name || groupNames.get(message.addresses[0] ?? '') || (message.addresses[0] ?? ''),
        ...(message.isGroup ? { isGroup: true } : {}),
        origin: 'inbound',
        connectionId,
        ...(gone === undefined ? {} : { gone }),
      }),
    );
  }

  function write(
    message: DriverMessage,
    { file, mediaError }: { readonly file: FileClaim | undefined; readonly mediaError: string | undefined },
    { contactId, created, merged }: Awaited<ReturnType<Desk['contacts']['ensure']>>,
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
      ...(merged ? { merged } : {}),
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

  /**
   * What is refused for good must not hold its conversation up: it is set aside, whole, for a person. A flood of such
   * things must not fill the store either: beyond so many an hour they are only logged and counted.
   */
  async function setAside({ kind, externalId, addresses, what }: Handed, error: unknown): Promise<void> {
    const reason = hopeless(error) ?? 'defect';
    deps.onParked?.(reason);
    const now = Date.now();
    if (now - hour.since > 3_600_000) hour = { since: now, parked: 0 };
    const kept = ++hour.parked <= mostParked;
    log.error({ err: error, connectionId, externalId, kind, kept }, 'could not be taken in: set aside');
    if (!kept) return;
    const { name, body } = what as { name?: string; body?: string };
    await retry(
      () =>
        park(deps.state, companyId, {
          ...{ connectionId, kind, externalId, addresses, reason, what },
          ...{ name: name ?? '', body: body ?? '' },
          detail: cleanText(String(error), inboundLimits.detail),
          at: new Date(now).toISOString(),
        }),
      { signal, giveUp: (failure) => hopeless(failure) !== undefined },
    );
  }

  const inOrder = (handed: Handed, work: () => Promise<void>): Promise<void> =>
    ofPerson(handed.addresses, handed.externalId, async () => {
      try {
        await work();
      } catch (error) {
        if (error instanceof StoppedError || signal.aborted) throw error;
        await setAside(handed, error);
      }
    });

  /** The message that a change names, if whoever makes the change `may`. */
  async function find(change: DriverChange, may: typeof isAuthor): Promise<MessageDocument | undefined> {
    const { externalId } = change;
    await deps.projectorReached(await insist(() => deps.eventStore.head()), signal);
    const found = await insist(() =>
      reader.find<MessageDocument>('messages', {
        where: { connectionId, externalId },
        limit: mostOfOneId,
      }),
    );
    for (const message of found) {
      const contact = await insist(() => presentContact(reader, message.contactId));
      if (contact && may(change, message, contact)) return { ...message, contactId: contact.id };
    }
    if (found.length > 0)
      log.warn(
        { connectionId, ...change, ...{ body: undefined, emoji: undefined } },
        'change of a message by who may not make it dropped',
      );
    // Written before the number was paired, or another of its devices: there is nothing here to change.
    else log.info({ connectionId, externalId }, 'change of an unknown message ignored');
    return undefined;
  }

  async function change(
    made: DriverChange,
    command: (context: Context, message: { ticketId: string; messageId: string }) => Promise<unknown>,
  ): Promise<void> {
    const message = await find(made, isAuthor);
    if (!message) return;
    const { ticketId, id: messageId, contactId, participant } = message;
    const context: Context = made.fromMe
      ? phone
      : {
          companyId,
          actor: { kind: 'contact', id: contactId, ...(participant && { name: participant.name }) },
        };
    // Of a contact who was erased nothing is changed, and nothing set aside either: it would keep what was to go.
    await insist(() => unlessGone(() => command(context, { ticketId, messageId })));
  }

  /** A reaction to a message, or a vote in a poll: by whoever is of the conversation. */
  async function mark(
    made: Marking,
    command: (
      context: Context,
      target: { ticketId: string; messageId: string; sentAt: string } & Side,
    ) => Promise<unknown>,
  ): Promise<void> {
    const message = await find(made, isOfChat);
    if (!message || message.isDeleted || message.isErased) return;
    const { fromMe, authorName, sentAt, author } = made;
    const { ticketId, id: messageId, contactId } = message;
    const number = author?.[0];
    const participant = fromMe || number === undefined ? undefined : { name: authorName || number, number };
    const context: Context = fromMe
      ? phone
      : {
          companyId,
          actor: { kind: 'contact', id: contactId, ...(participant && { name: participant.name }) },
        };
    const target = { ticketId, messageId, sentAt, fromMe, ...(participant && { participant }) };
    await insist(() => unlessGone(() => unlessUnknown(() => command(context, target))));
  }

  return {
    message: (message: DriverMessage) => {
      if (message.isGroup && !deps.takesGroups()) return Promise.resolve();
      const { externalId, addresses } = message;
      const what = { ...message, media: message.media && { ...message.media, handle: undefined } };
      return inOrder({ kind: 'message', externalId, addresses, what }, () => receive(message));
    },
    edit: (edit: DriverChange & { body: string }) =>
      inOrder({ kind: 'edit', ...edit, what: edit }, () =>
        change(edit, (context, message) =>
          desk.tickets.edit(context, { ...message, body: edit.body, byContact: true }),
        ),
      ),
    delete: (deletion: DriverChange) =>
      inOrder({ kind: 'delete', ...deletion, what: deletion }, () =>
        change(deletion, (context, message) =>
          desk.tickets.deleteMessage(context, { ...message, byContact: true }),
        ),
      ),
    reaction: ({ emoji, ...made }: Marking & { emoji: string }) => {
      if (emoji !== '' && !isEmoji(emoji)) {
        log.warn({ connectionId, externalId: made.externalId }, 'a reaction that is no emoji dropped');
        return Promise.resolve();
      }
      return inOrder({ kind: 'reaction', ...made, what: made }, () =>
        mark(made, (context, target) => desk.tickets.react(context, { ...target, emoji, byContact: true })),
      );
    },
    vote: ({ choices, ...made }: Marking & { choices: readonly number[] }) =>
      inOrder({ kind: 'vote', ...made, what: made }, () =>
        mark(made, (context, target) => desk.tickets.vote(context, { ...target, choices })),
      ),
    /** The contact of a group is called as the group is, unless people called it otherwise. */
    group: ({ address, name }: Group, formerName: string | undefined) =>
      ofPerson([address], 'group', () => nameGroup(address, name, formerName)),
    /** Addresses of one person, as the network says without a message: who is known by one of them is known by all. */
    identity: (addresses: readonly string[]) =>
      inOrder({ kind: 'unread', externalId: 'identity', addresses, what: { addresses } }, () =>
        insist(() => desk.contacts.recognise(system, { numbers: addresses, connectionId })),
      ),
    /** The driver itself could not make sense of it. */
    unread: ({ error, ...change }: Pick<DriverChange, 'addresses' | 'externalId'> & { error: unknown }) =>
      inOrder({ kind: 'unread', ...change, what: change }, () => Promise.reject(error)),
    get size() {
      return queue.size;
    },
    /** Resolves when all that was handed over is written. */
    idle: () => queue.idle(),
  };
}
