/**
 * What the product decides, an aggregate a folder, without I/O, clock or chance. Here lies what all of them share:
 * events, commands, errors, streams.
 */

import type { z } from 'zod';
import { apiTokenEvents } from './api-token/events.ts';
import { campaignEvents, campaignSettingsEvents, shippingEvents } from './campaign/events.ts';
import { chatEvents } from './chat/events.ts';
import { companyEvents } from './company/events.ts';
import { connectionEvents } from './connection/events.ts';
import { contactOf, openEvent, sealEvent, sealedFor, withoutName } from './contact/codec.ts';
import { contactEvents } from './contact/events.ts';
import { contactListEvents, contactListItemEvents } from './contact-list/events.ts';
import { DomainError } from './errors.ts';
import { invoiceEvents } from './invoice/events.ts';
import { claimEvents } from './kernel/claim-events.ts';
import type { DomainEvent, EventEnvelope, RecordedEvent } from './kernel/event.ts';
import { type EventStore, InvalidEventError, UnavailableError } from './kernel/event-store.ts';
import { chainEvents } from './kernel/log-chain.ts';
import { retry } from './kernel/retry.ts';
import type { EventSchemas } from './kernel/schema.ts';
import { shareSubscription } from './kernel/shared-subscription.ts';
import type { ContactKeys, FoundKey } from './ports/contact-keys.ts';
import { records } from './records/index.ts';
import { recordEvents } from './records/record-aggregate.ts';
import { scheduleEvents } from './schedule/events.ts';
import { ticketEvents } from './ticket/events.ts';
import { healLoop, healNulls } from './ticket/heal.ts';
import { userEvents } from './user/events.ts';

/** Every event type with its schema, current versions only. `ClaimLost` is the same in every category. */
export const eventSchemas: EventSchemas = {
  ...companyEvents,
  ...userEvents,
  ...contactEvents,
  ...contactListEvents,
  ...contactListItemEvents,
  ...connectionEvents,
  ...invoiceEvents,
  ...ticketEvents,
  ...scheduleEvents,
  ...campaignEvents,
  ...campaignSettingsEvents,
  ...shippingEvents,
  ...chatEvents,
  ...apiTokenEvents,
  ...claimEvents,
  ...chainEvents,
  ...Object.assign({}, ...records.map(recordEvents)),
};

/**
 * How an event of an older shape becomes one of today's: stored type → what it reads as. A reshaped event is written
 * as `TicketOpened.v2` from then on; the entry `TicketOpened` here turns the old ones into it, step by step.
 */
export type Upcasters = Readonly<Record<string, (event: DomainEvent) => DomainEvent>>;
const upcasters: Upcasters = {};

/**
 * What was stored once, before events were parsed on their way in for the most part, and would be refused now: event type → the data as it
 * should have been. Looked at only when the schema refuses, so that whatever is sound costs nothing.
 */
const healers: Readonly<Record<string, (data: unknown) => unknown>> = {
  MessageReceived: healNulls,
  MessageQueued: healNulls,
  AssistantHandedOver: healLoop,
};

/** A stored event that its schema does not accept: a defect of this build or a damaged log, never to be passed on. */
export class UnreadableEventError extends Error {
  override readonly name = 'UnreadableEventError';
}

const entry = <T>(table: Readonly<Record<string, T>>, type: string): T | undefined =>
  Object.hasOwn(table, type) ? table[type] : undefined;
const schemaOf = (type: string): z.ZodType | undefined => entry(eventSchemas, type);

export const upcast = (event: DomainEvent, table: Upcasters = upcasters): DomainEvent => {
  let current = event;
  for (let step = entry(table, current.type); step; step = entry(table, current.type))
    current = step(current);
  return current;
};

/** How the key of a contact is found, of those whose boxes are about to be opened. */
export type KeyOf = (companyId: string, contactId: string) => FoundKey;
const noKeys: KeyOf = () => 'missing';

const unreadable = (event: RecordedEvent, why: string, cause: unknown) =>
  new UnreadableEventError(`${event.type} at ${event.stream}@${event.revision}: ${why}`, { cause });

const opened = (event: RecordedEvent, contactId: string, keyOf: KeyOf): RecordedEvent => {
  try {
    return openEvent(keyOf(event.metadata.companyId, contactId), event);
  } catch (error) {
    throw unreadable(event, error instanceof Error ? error.message : String(error), error);
  }
};

/**
 * Returns a stored event as this build reads it: opened, brought up to date, parsed (defaults filled in). A type that
 * it does not know passes unchanged: it comes from a newer build, and whoever folds it decides nothing on its stream.
 * @throws UnreadableEventError
 */
export const parseEvent = (storedEvent: RecordedEvent, keyOf: KeyOf = noKeys): RecordedEvent => {
  const contactId = sealedFor(storedEvent);
  const event = contactId === undefined ? storedEvent : opened(storedEvent, contactId, keyOf);
  const current = upcast(event);
  const schema = schemaOf(current.type);
  if (schema === undefined) return storedEvent;
  let result = schema.safeParse(current.data);
  const heal = entry(healers, current.type);
  if (!result.success && heal) result = schema.safeParse(heal(current.data));
  if (!result.success) throw unreadable(storedEvent, result.error.message, result.error);
  return { ...event, type: current.type, data: result.data };
};

/**
 * Returns an event as it may be stored: its data as whoever reads it will find them. Parsing what was decided is as
 * good as parsing what JSON makes of it, and costs no JSON: whatever JSON would turn into something else (NaN, a Date)
 * the schemas refuse as it is.
 * @throws InvalidEventError
 */
const checkEvent = (event: EventEnvelope): EventEnvelope => {
  const result = schemaOf(event.type)?.safeParse(event.data);
  if (result === undefined) return event;
  if (!result.success) throw new InvalidEventError(event.type, result.error.issues[0]?.path ?? []);
  return { ...event, data: result.data };
};

const asUnreadable = (event: RecordedEvent, error: unknown): RecordedEvent => ({
  ...event,
  unreadable: error instanceof Error ? error.message : String(error),
});

const parseOrMark = (event: RecordedEvent, keyOf: KeyOf): RecordedEvent => {
  try {
    return parseEvent(event, keyOf);
  } catch (error) {
    return asUnreadable(event, error);
  }
};

/** What was said, not what a ticket is: without one of these its stream can still be decided on. */
const messageTypes = new Set(Object.keys(ticketEvents).filter((type) => /^(Message|TicketNote)/.test(type)));

const parseOfStream = (event: RecordedEvent, keyOf: KeyOf): RecordedEvent => {
  try {
    return parseEvent(event, keyOf);
  } catch (error) {
    if (messageTypes.has(event.type)) return asUnreadable(event, error);
    throw error;
  }
};

/** Resolves with the keys of a page of events; those this process remembers cost no waiting. */
const keysFor = async (keys: ContactKeys, events: readonly RecordedEvent[]): Promise<KeyOf> => {
  const foundKeys = new Map<string, Map<string, FoundKey>>();
  const lookUps: Promise<void>[] = [];
  for (const event of events) {
    const { companyId } = event.metadata;
    // Whoever reads of an erasure goes on with no key of before.
    if (event.type === 'ContactErased' || event.type === 'TicketErased')
      keys.forget(companyId, (event.data as { contactId: string }).contactId);
    if (event.type === 'ContactListItemsResealed')
      keys.forget(companyId, (event.data as { formerKeyId: string }).formerKeyId);
    const contactId = sealedFor(event);
    if (contactId === undefined) continue;
    let ofCompany = foundKeys.get(companyId);
    if (ofCompany === undefined) {
      ofCompany = new Map();
      foundKeys.set(companyId, ofCompany);
    }
    const ofContacts = ofCompany;
    if (ofContacts.has(contactId)) continue;
    const key = keys.known(companyId, contactId);
    ofContacts.set(contactId, key ?? 'missing');
    if (key === undefined)
      lookUps.push(keys.find(companyId, contactId).then((one) => void ofContacts.set(contactId, one)));
  }
  if (lookUps.length > 0) await Promise.all(lookUps);
  return (companyId, contactId) => foundKeys.get(companyId)?.get(contactId) ?? 'missing';
};

/**
 * Resolves with events as they are stored: parsed, and what is personal in them sealed.
 * @throws DomainError ERR_CONTACT_ERASED: of a contact who was erased nothing more is written
 */
const sealAll = async (
  keys: ContactKeys,
  stream: string,
  events: readonly EventEnvelope[],
): Promise<readonly EventEnvelope[]> => {
  const sealedEvents: EventEnvelope[] = [];
  for (const event of events) {
    const contactId = contactOf(event);
    if (contactId === undefined) {
      sealedEvents.push(withoutName(event));
      continue;
    }
    const key = await keys.ensure(event.metadata.companyId, contactId);
    if (key === 'erased') throw new DomainError('ERR_CONTACT_ERASED');
    sealedEvents.push(sealEvent(key, stream, event));
  }
  return sealedEvents;
};

/** Resolves with the answer, asked for again while the keys cannot be asked for: a subscription survives stores that are away by itself. */
const insistently = <T>(ask: () => Promise<T>, signal: AbortSignal): Promise<T> =>
  retry(ask, {
    capMs: 1_000,
    giveUp: (error) => !(error instanceof UnavailableError) || signal.aborted,
  });

/** Of events that this process has written a moment ago: so many at most wait for who follows the log. */
const mostFresh = 4_000;

/** Returns events remembered until they are read, so that who writes one and follows the log opens and parses none of its own. */
const createFresh = () => {
  const freshEvents = new Map<string, RecordedEvent>();
  return {
    add(event: RecordedEvent): void {
      if (freshEvents.size >= mostFresh) freshEvents.delete(freshEvents.keys().next().value!);
      freshEvents.set(event.id, event);
    },
    /** Returns the event as it was written, before its box was closed, once. */
    take({ id, stream, revision, position }: RecordedEvent): RecordedEvent | undefined {
      const known = freshEvents.get(id);
      if (known === undefined) return undefined;
      freshEvents.delete(id);
      if (known.stream !== stream || known.revision !== revision) return undefined;
      return known.position === position ? known : { ...known, position };
    },
    clear: (): void => freshEvents.clear(),
  };
};

/** Returns the types by which events are stored that may be read as one of these. */
const storedTypes = (types: ReadonlySet<string>): ReadonlySet<string> =>
  new Set([...types, ...Object.keys(upcasters)]);

/**
 * Returns which events of a page are for who wants these types. All others are neither opened nor parsed but the last,
 * which says how far the log was read.
 */
const isOf =
  (types: ReadonlySet<string>) =>
  ({ type }: RecordedEvent, index: number, { length }: { readonly length: number }): boolean =>
    types.has(type) || index === length - 1;

/** On a store that does this already, and on what a test makes of one by spreading it: sealed twice nothing would open. */
const schemasMark = Symbol('withSchemas');

/**
 * Returns the store with every event parsed on the way in, so that nothing is stored that could not be read, and on the
 * way out; with `keys`, personal data of contacts sealed on the way in and opened on the way out. A stream with an
 * unreadable event is refused, for nobody may decide on it, unless that event is only something that was said: one
 * message must not keep a conversation from ever being answered or closed. It is given marked then, as every unreadable
 * event is in readings of the whole log.
 */
export const withSchemas = (store: EventStore, keys?: ContactKeys): EventStore => {
  if (schemasMark in store) return store;
  const readAs = async (
    events: readonly RecordedEvent[],
    read: (event: RecordedEvent, keyOf: KeyOf) => RecordedEvent,
  ) => {
    const keyOf = keys ? await keysFor(keys, events) : noKeys;
    return events.map((event) => read(event, keyOf));
  };
  const freshEvents = createFresh();
  let followers = 0;
  const readFollowed = async (events: readonly RecordedEvent[]) => {
    const known = events.map(freshEvents.take);
    const others = events.filter((_, index) => known[index] === undefined);
    const read = others.length > 0 ? await readAs(others, parseOrMark) : others;
    let next = 0;
    return known.map((event) => event ?? read[next++]!);
  };
  return {
    [schemasMark]: true,
    append: async (stream, expected, given) => {
      const events = given.map(checkEvent);
      if (keys === undefined) return store.append(stream, expected, events);
      const sealedEvents = await sealAll(keys, stream, events);
      const appendedEvents = await store.append(stream, expected, sealedEvents);
      // What stood there already was sealed by another try.
      const back = appendedEvents.events.map((event, index) =>
        event.data === sealedEvents[index]?.data ? { ...event, data: events[index]!.data } : undefined,
      );
      if (back.every((event) => event !== undefined)) {
        if (followers > 0)
          for (const [index, event] of back.entries()) {
            const isSealed = sealedEvents[index]!.data !== events[index]!.data;
            const { metadata } = isSealed ? events[index]! : event;
            freshEvents.add({ ...event, metadata, position: appendedEvents.position });
          }
        return { ...appendedEvents, events: back };
      }
      const there = appendedEvents.events.map((event) => ({ ...event, position: appendedEvents.position }));
      return { ...appendedEvents, events: await readAs(there, parseOfStream) };
    },
    read: async (stream, options) => {
      const events = await store.read(stream, options);
      // Mostly nothing is new.
      return events.length === 0 ? events : readAs(events, parseOfStream);
    },
    readAll: async (options) => readAs(await store.readAll(options), parseOrMark),
    // Parsed once, however many follow.
    subscribe: shareSubscription({
      subscribe: async function* (options) {
        followers += 1;
        try {
          const types = options.types && storedTypes(options.types);
          for await (const events of store.subscribe({ ...options, types })) {
            const wanted = types ? events.filter(isOf(types)) : events;
            yield await insistently(() => readFollowed(wanted), options.signal);
          }
        } finally {
          followers -= 1;
          if (followers === 0) freshEvents.clear();
        }
      },
      stands: (mark) => store.stands(mark),
    }),
    stands: (mark) => store.stands(mark),
    rewinds: () => store.rewinds(),
    head: () => store.head(),
    logId: () => store.logId(),
    ping: () => store.ping(),
    close: () => store.close(),
  } as EventStore;
};
