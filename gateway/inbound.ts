import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { type Parked, type ParkedReason, park } from '../domain/connection/parked.ts';
import type { Context, Desk } from '../domain/desk.ts';
import type { EventStore } from '../domain/ports/event-store.ts';
import type { StateStore } from '../domain/ports/state-store.ts';
import { cleanText } from '../domain/text/clean.ts';
import type { MessageDocument } from '../projections/documents.ts';
import type { ReadStore } from '../projections/ports/read-store.ts';
import type { DriverMessage } from './driver.ts';
import { hopeless } from './hopeless.ts';
import { keyedQueue } from './keyed-queue.ts';
import { inboundLimits } from './limits.ts';
import type { TakenMedia } from './media-intake.ts';
import type { MessageRef, SentIndex } from './sent-index.ts';
import { persist, StoppedError } from './waiting.ts';

export interface InboundDeps {
  readonly companyId: string;
  readonly connectionId: string;
  /** Where a ticket that a message opens starts: the connection's only queue, or null. Asked for every message. */
  readonly queueId: () => string | null;
  /** How long after closing a contact's message reopens the ticket; undefined: it opens another. */
  readonly reopenWithinMs: () => number | undefined;
  readonly desk: Pick<Desk, 'tickets' | 'contacts'>;
  readonly eventStore: Pick<EventStore, 'head'>;
  readonly readStore: Pick<ReadStore, 'forCompany'>;
  readonly state: StateStore;
  readonly sent: SentIndex;
  readonly takeMedia: (message: DriverMessage) => Promise<TakenMedia>;
  readonly considerPicture?: (contactId: string, address: string | undefined) => void;
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

interface Change {
  readonly addresses: readonly string[];
  readonly externalId: string;
}
/** What the network handed over, as it is set aside if it must be. */
interface Handed extends Change {
  readonly kind: Parked['kind'];
  readonly what: object;
}

/**
 * What the messaging app hands over becomes contacts, tickets and messages. In order per conversation, in parallel
 * across them. A promise resolves when the message is durable: stores that are away are waited for.
 */
export function createInbound(deps: InboundDeps) {
  const { companyId, connectionId, desk, signal, log, sent } = deps;
  const system: Context = { companyId, actor: { kind: 'system', id: 'gateway' } };
  const reader = deps.readStore.forCompany(companyId);
  const queue = keyedQueue(deps.parallel ?? 256);
  let hour = { since: Date.now(), parked: 0 };
  const received = new LRUCache<string, MessageRef>({ maxSize: 20_000, sizeCalculation: () => 1 });

  const durably = <T>(work: () => Promise<T>) =>
    persist(work, {
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
    const taken: TakenMedia = message.media
      ? await deps.takeMedia(message)
      : { mediaType: message.mediaType };
    const { contactId } = await durably(() =>
      desk.contacts.ensure(system, {
        numbers: message.addresses,
        name: message.name || (message.addresses[0] ?? ''),
        ...(message.isGroup ? { isGroup: true } : {}),
        origin: 'inbound',
      }),
    );
    const context: Context = message.fromMe
      ? system
      : { companyId, actor: { kind: 'contact', id: contactId } };
    const reopenWithinMs = deps.reopenWithinMs();
    const outcome = await durably(() =>
      desk.tickets.receive(context, {
        connectionId,
        queueId: deps.queueId(),
        contactId,
        ...(message.isGroup ? { isGroup: true } : {}),
        externalId: message.externalId,
        fromMe: message.fromMe,
        body: message.body,
        ...taken,
        ...(message.extra ? { extra: message.extra } : {}),
        ...(message.quotedExternalId ? { quotedExternalId: message.quotedExternalId } : {}),
        ...(message.participant ? { participant: message.participant } : {}),
        sentAt: message.sentAt,
        ...(reopenWithinMs === undefined ? {} : { reopenWithinMs }),
      }),
    );
    received.set(message.externalId, outcome);
    if (!message.fromMe) deps.considerPicture?.(contactId, message.addresses[0]);
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
    await persist(
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
    queue.run(handed.addresses[0] ?? handed.externalId, async () => {
      try {
        await work();
      } catch (error) {
        if (error instanceof StoppedError || signal.aborted) throw error;
        await setAside(handed, error);
      }
    });

  async function find(externalId: string): Promise<MessageRef | undefined> {
    const known = received.get(externalId);
    if (known) return known;
    await deps.projectorReached(await durably(() => deps.eventStore.head()), signal);
    const [document] = await durably(() =>
      reader.find<MessageDocument>('messages', { where: { connectionId, externalId }, limit: 1 }),
    );
    return document && { ticketId: document.ticketId, messageId: document.id };
  }

  async function change(
    externalId: string,
    command: (context: Context, ref: MessageRef) => Promise<unknown>,
  ): Promise<void> {
    const ref = await find(externalId);
    // Written before the number was paired, or another of its devices: there is nothing here to change.
    if (!ref) return log.info({ connectionId, externalId }, 'change of an unknown message ignored');
    await durably(() => command(system, ref));
  }

  return {
    message: (message: DriverMessage) => {
      const { externalId, addresses } = message;
      const what = { ...message, media: message.media && { ...message.media, handle: undefined } };
      return inOrder({ kind: 'message', externalId, addresses, what }, () => receive(message));
    },
    edit: (edit: Change & { body: string }) =>
      inOrder({ kind: 'edit', ...edit, what: edit }, () =>
        change(edit.externalId, (context, { ticketId, messageId }) =>
          desk.tickets.edit(context, { ticketId, messageId, body: edit.body, byContact: true }),
        ),
      ),
    delete: (deletion: Change) =>
      inOrder({ kind: 'delete', ...deletion, what: deletion }, () =>
        change(deletion.externalId, (context, { ticketId, messageId }) =>
          desk.tickets.deleteMessage(context, { ticketId, messageId, byContact: true }),
        ),
      ),
    /** The driver itself could not make sense of it. */
    unread: ({ error, ...change }: Change & { error: unknown }) =>
      inOrder({ kind: 'unread', ...change, what: change }, () => Promise.reject(error)),
    get size() {
      return queue.size;
    },
  };
}
export type Inbound = ReturnType<typeof createInbound>;
