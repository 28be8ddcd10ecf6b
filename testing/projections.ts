import type { RecordedEvent } from '../domain/kernel/event.ts';
import type { EventStore } from '../domain/kernel/event-store.ts';
import type { TicketEvent } from '../domain/ticket/events.ts';
import type { Failure } from '../domain/ticket/failure.ts';
import type { Projection } from '../projections/definition.ts';
import type { Notice, ReadStore, StoredDocument } from '../projections/ports/read-store.ts';
import { applyBatch } from '../projections/projector/apply-batch.ts';
import { deletionsCollection } from '../projections/projector/deletions.ts';
import { createDispatch } from '../projections/projector/dispatch.ts';
import { createDocumentCache } from '../projections/projector/document-cache.ts';
import type { Run } from '../projections/projector/run.ts';
import { foldAll } from '../projections/tickets/fold-ticket.ts';
import { createInMemoryReadStore } from './in-memory/read-store.ts';

// For tests of projections, and of what stands on them.

export const company = 'c1';

export type Written = { readonly type: string; readonly data: object };
type Data<T extends TicketEvent['type']> = Extract<TicketEvent, { type: T }>['data'];

/** An instant for each position: a second apart. */
export const instant = (position: number) => new Date(Date.UTC(2026, 0, 1) + position * 1000).toISOString();

/** Makes a log of what was written: positions 1, 2, 3 …, one stream unless `stream` tells them apart. */
export const recorded = (
  written: readonly (Written & { readonly companyId?: string; readonly stream?: string })[],
): RecordedEvent[] => {
  const revisions = new Map<string, number>();
  return written.map(({ type, data, companyId = company, stream = 'ticket-c1_t1' }, index) => {
    const revision = (revisions.get(stream) ?? -1) + 1;
    revisions.set(stream, revision);
    const position = index + 1;
    return {
      id: `event-${position}`,
      type,
      data,
      metadata: {
        companyId,
        actor: { kind: 'user', id: 'u1', name: 'Ana' },
        commandId: `command-${position}`,
        correlationId: `command-${position}`,
        at: instant(position),
      },
      stream,
      revision,
      position,
    };
  });
};

const before = { status: 'pending', queueId: 'q1', userId: null } as const;

/** Events with the fields a test does not speak of filled in. */
export const event = {
  opened: (data: Partial<Data<'TicketOpened'>> = {}): Written => ({
    type: 'TicketOpened',
    data: {
      ticketId: 't1',
      protocol: '202601010001',
      contactId: 'k1',
      connectionId: 'w1',
      queueId: 'q1',
      userId: null,
      status: 'pending',
      isGroup: false,
      claim: 'claim-c1_k1w1',
      claimRevision: 0,
      ...data,
    },
  }),
  accepted: (data: Partial<Data<'TicketAccepted'>> = {}): Written => ({
    type: 'TicketAccepted',
    data: { ticketId: 't1', userId: 'u1', queueId: 'q1', before, waitedMs: 1000, ...data },
  }),
  transferred: (data: Partial<Data<'TicketTransferred'>> = {}): Written => ({
    type: 'TicketTransferred',
    data: { ticketId: 't1', status: 'pending', queueId: 'q2', userId: null, before, ...data },
  }),
  resolved: (data: Partial<Data<'TicketResolved'>> = {}): Written => ({
    type: 'TicketResolved',
    data: {
      ticketId: 't1',
      before: { ...before, status: 'open', userId: 'u1' },
      handledMs: 1000,
      reason: 'agent',
      ...data,
    },
  }),
  received: (messageId: string, data: Partial<Data<'MessageReceived'>> = {}): Written => ({
    type: 'MessageReceived',
    data: {
      ticketId: 't1',
      messageId,
      contactId: 'k1',
      connectionId: 'w1',
      body: `body of ${messageId}`,
      mediaType: 'chat',
      externalId: `x-${messageId}`,
      fromMe: false,
      sentAt: '2026-01-01T00:00:00.000Z',
      queueId: 'q1',
      userId: null,
      ...data,
    },
  }),
  queued: (messageId: string, data: Partial<Data<'MessageQueued'>> = {}): Written => ({
    type: 'MessageQueued',
    data: {
      ticketId: 't1',
      messageId,
      contactId: 'k1',
      connectionId: 'w1',
      body: `body of ${messageId}`,
      mediaType: 'chat',
      userId: 'u1',
      queueId: 'q1',
      ...data,
    },
  }),
  sent: (messageId: string): Written => ({
    type: 'MessageSent',
    data: { ticketId: 't1', messageId, externalId: `x-${messageId}` },
  }),
  acknowledged: (messageIds: readonly string[], ack: number): Written => ({
    type: 'MessageAcknowledged',
    data: { ticketId: 't1', messageIds, ack },
  }),
  held: (messageId: string, until: string): Written => ({
    type: 'MessageHeld',
    data: { ticketId: 't1', messageId, until, reason: 'newContacts' },
  }),
  failed: (messageId: string): Written => ({
    type: 'MessageFailed',
    data: { ticketId: 't1', messageId, code: 'ERR_SENDING_WAPP_MSG', reason: 'refused' },
  }),
  fileAttached: (messageId: string, media: Data<'MessageFileAttached'>['media']): Written => ({
    type: 'MessageFileAttached',
    data: {
      ...{ ticketId: 't1', messageId, contactId: 'k1', connectionId: 'w1' },
      mediaType: 'image',
      media,
    },
  }),
  fileFailed: (messageId: string, code = 'ERR_WAPP_DOWNLOAD_MEDIA'): Written => ({
    type: 'MessageFileFailed',
    data: { ticketId: 't1', messageId, contactId: 'k1', connectionId: 'w1', code },
  }),
  fileRequested: (messageId: string): Written => ({
    type: 'MessageFileRequested',
    data: { ticketId: 't1', messageId, contactId: 'k1', connectionId: 'w1' },
  }),
  retried: (messageId: string): Written => ({
    type: 'MessageRetried',
    data: { ticketId: 't1', messageId, contactId: 'k1', connectionId: 'w1' },
  }),
  edited: (messageId: string, body: string, byContact = false): Written => ({
    type: 'MessageEdited',
    data: {
      ticketId: 't1',
      messageId,
      contactId: 'k1',
      connectionId: 'w1',
      body,
      beforeBody: 'before',
      byContact,
    },
  }),
  deletedMessage: (messageId: string, byContact = false): Written => ({
    type: 'MessageDeleted',
    data: { ticketId: 't1', messageId, contactId: 'k1', connectionId: 'w1', byContact },
  }),
  recovered: (messageId: string, data: Partial<Data<'MessageRecovered'>> = {}): Written => ({
    type: 'MessageRecovered',
    data: {
      ...{ ticketId: 't1', messageId, contactId: 'k1', connectionId: 'w1' },
      ...{ body: 'readable now', mediaType: 'chat', ...data },
    },
  }),
  reacted: (messageId: string, emoji: string, data: Partial<Data<'MessageReacted'>> = {}): Written => ({
    type: 'MessageReacted',
    data: {
      ...{ ticketId: 't1', messageId, contactId: 'k1', connectionId: 'w1', emoji },
      ...{ fromMe: true, byContact: false, sentAt: '2026-01-01T00:00:00.000Z', ...data },
    },
  }),
  reactionSettled: (messageId: string, revision: number, failure?: Failure): Written => ({
    type: 'MessageReactionSettled',
    data: { ticketId: 't1', messageId, revision, ...(failure && { failure }) },
  }),
  voted: (
    messageId: string,
    choices: readonly number[],
    participant?: { name: string; number: string },
  ): Written => ({
    type: 'PollVoted',
    data: {
      ...{ ticketId: 't1', messageId, contactId: 'k1', connectionId: 'w1', choices, fromMe: false },
      ...{ sentAt: '2026-01-01T00:00:00.000Z', ...(participant && { participant }) },
    },
  }),
  settled: (messageId: string, change: 'edit' | 'delete', revision: number, failure?: Failure): Written => ({
    type: 'MessageChangeSettled',
    data: { ticketId: 't1', messageId, change, revision, ...(failure && { failure }) },
  }),
  read: (): Written => ({ type: 'TicketRead', data: { ticketId: 't1' } }),
  deletedTicket: (): Written => ({ type: 'TicketDeleted', data: { ticketId: 't1', before } }),
} as const;

/** A run over a store, as the projector makes one after a start: nothing is remembered, everything may have been folded. */
export const startRun = async (
  store: ReadStore,
  projections: readonly Projection[],
  options: { settled?: number; quiet?: boolean; fence?: number } = {},
): Promise<Run> => {
  const heads = new Map(await store.heads());
  return {
    dispatch: createDispatch(projections),
    store,
    cache: createDocumentCache(projections.length, 1_000),
    projector: 'main',
    logId: 'in-memory',
    fence: options.fence ?? 1,
    position: (await store.checkpoint('main'))?.position ?? 0,
    mark: undefined,
    settled: options.settled ?? Number.POSITIVE_INFINITY,
    nextSeq: options.quiet
      ? undefined
      : (companyId) => {
          const seq = (heads.get(companyId) ?? 0) + 1;
          heads.set(companyId, seq);
          return seq;
        },
    onParked: () => {},
    isAwaited: true,
    hasDeletions: false,
  };
};

/**
 * Given events, the documents of each collection by id. Folded once in one batch, once event by event, and once
 * delivered twice: all three must be the same, or this throws.
 */
export const documentsAfter = async (
  projections: readonly Projection[],
  written: Parameters<typeof recorded>[0],
): Promise<ReadonlyMap<string, ReadonlyMap<string, StoredDocument>>> => {
  const events = recorded(written);
  const expected = foldAll(projections, events);
  const collections = [...projections, { name: 'parked', indexes: [] }, deletionsCollection];
  for (const batches of [[events], events.map((one) => [one]), [events, events]]) {
    const store = createInMemoryReadStore({ collections });
    for (const batch of batches) await applyBatch(await startRun(store, projections), batch);
    const actual = await contentOf(store, projections);
    if (stable(actual) !== stable(expected))
      throw new Error(`folded otherwise: ${stable(actual)} instead of ${stable(expected)}`);
  }
  return expected;
};

/** Everything a reader can see, by collection and id. */
export const contentOf = async (store: ReadStore, projections: readonly Projection[]) => {
  const reader = store.allCompanies();
  const content = new Map<string, ReadonlyMap<string, StoredDocument>>();
  for (const { name } of projections) {
    const documents = await reader.find<StoredDocument>(name, {});
    content.set(name, new Map(documents.map((document) => [document.id, document])));
  }
  return content;
};

/** Text that is the same for the same content, whatever order it was written in. */
export const stable = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) => {
    if (inner instanceof Map) return stableEntries([...inner.entries()]);
    if (inner === null || typeof inner !== 'object' || Array.isArray(inner)) return inner;
    return stableEntries(Object.entries(inner));
  });
const stableEntries = (entries: [string, unknown][]) =>
  Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));

/** Appends a log's events to a store, stream by stream as they stand. */
export const appendAll = async (eventStore: EventStore, events: readonly RecordedEvent[]) => {
  for (const { id, type, data, metadata, stream, revision } of events)
    await eventStore.append(stream, revision - 1, [{ id, type, data, metadata }]);
};

/** What a client holds that follows the feed: the last state told of each document. */
export const screenOf = (notices: readonly Notice[]): ReadonlyMap<string, unknown> => {
  const screen = new Map<string, { position: number; document: unknown }>();
  for (const { channel, id, action, document, position } of notices) {
    const key = `${channel}/${id}`;
    const held = screen.get(key);
    if (held && held.position > position) continue;
    if (action === 'delete') screen.set(key, { position, document: undefined });
    else screen.set(key, { position, document });
  }
  return new Map(
    [...screen]
      .filter(([, { document }]) => document !== undefined)
      .map(([key, { document }]) => [key, document]),
  );
};
