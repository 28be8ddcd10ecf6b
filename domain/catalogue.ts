import type { z } from 'zod';
import { companyEvents } from './company/events.ts';
import { connectionEvents } from './connection/events.ts';
import { decodeContactEvent, plainCodec } from './contact/codec.ts';
import { contactEvents } from './contact/events.ts';
import { claimEvents } from './kernel/claim-events.ts';
import type { DomainEvent, EventEnvelope, RecordedEvent } from './kernel/event.ts';
import type { EventSchemas } from './kernel/schema.ts';
import { shareSubscription } from './kernel/shared-subscription.ts';
import { streamCategory } from './kernel/streams.ts';
import { type EventStore, InvalidEventError } from './ports/event-store.ts';
import { records } from './records/index.ts';
import { recordEvents } from './records/record-aggregate.ts';
import { ticketEvents } from './ticket/events.ts';
import { healNulls } from './ticket/heal.ts';
import { userEvents } from './user/events.ts';

/** Every event type with its schema, current versions only. `ClaimLost` is the same in every category. */
export const eventSchemas: EventSchemas = {
  ...companyEvents,
  ...userEvents,
  ...contactEvents,
  ...connectionEvents,
  ...ticketEvents,
  ...claimEvents,
  ...Object.assign({}, ...records.map(recordEvents)),
};

/**
 * How an event of an older shape becomes one of today's: stored type → what it reads as. A reshaped event is written
 * as `TicketOpened.v2` from then on; the entry `TicketOpened` here turns the old ones into it, step by step.
 */
export type Upcasters = Readonly<Record<string, (event: DomainEvent) => DomainEvent>>;
export const upcasters: Upcasters = {};

/**
 * What was stored before events were parsed on their way in and would be refused now: event type → the data as it
 * should have been. Looked at only when the schema refuses, so that whatever is sound costs nothing.
 */
const healers: Readonly<Record<string, (data: unknown) => unknown>> = {
  MessageReceived: healNulls,
  MessageQueued: healNulls,
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

/**
 * A stored event as this build reads it: brought up to date, decoded, parsed (defaults filled in). A type that it
 * does not know passes unchanged: it comes from a newer build, and whoever folds it decides nothing on its stream.
 * @throws UnreadableEventError
 */
export const parseEvent = (event: RecordedEvent): RecordedEvent => {
  let current = upcast(event);
  if (streamCategory(event.stream) === 'contact') current = decodeContactEvent(plainCodec, current);
  const schema = schemaOf(current.type);
  if (schema === undefined) return event;
  let result = schema.safeParse(current.data);
  const heal = entry(healers, current.type);
  if (!result.success && heal) result = schema.safeParse(heal(current.data));
  if (!result.success)
    throw new UnreadableEventError(
      `${event.type} at ${event.stream}@${event.revision}: ${result.error.message}`,
      {
        cause: result.error,
      },
    );
  return { ...event, type: current.type, data: result.data };
};

/**
 * An event as it may be stored: its data as whoever reads it will find them. Parsing what was decided is as good as
 * parsing what JSON makes of it, and costs no JSON: whatever JSON would turn into something else (NaN, a Date) the
 * schemas refuse as it is.
 * @throws InvalidEventError
 */
const checked = (event: EventEnvelope): EventEnvelope => {
  const result = schemaOf(event.type)?.safeParse(event.data);
  if (result === undefined) return event;
  if (!result.success) throw new InvalidEventError(event.type, result.error.issues[0]?.path ?? []);
  return { ...event, data: result.data };
};

const marked = (event: RecordedEvent, error: unknown): RecordedEvent => ({
  ...event,
  unreadable: error instanceof Error ? error.message : String(error),
});

const parseOrMark = (event: RecordedEvent): RecordedEvent => {
  try {
    return parseEvent(event);
  } catch (error) {
    return marked(event, error);
  }
};

/** What was said, not what a ticket is: without one of these its stream can still be decided on. */
const said = new Set(Object.keys(ticketEvents).filter((type) => /^(Message|TicketNote)/.test(type)));

const parseOfStream = (event: RecordedEvent): RecordedEvent => {
  try {
    return parseEvent(event);
  } catch (error) {
    if (said.has(event.type)) return marked(event, error);
    throw error;
  }
};
const wrapped = new WeakSet<EventStore>();

/**
 * The store with every event parsed on the way in, so that nothing is stored that could not be read, and on the way
 * out. A stream with an unreadable event is refused, for nobody may decide on it, unless that event is only something
 * that was said: one message must not keep a conversation from ever being answered or closed. It is given marked then,
 * as every unreadable event is in readings of the whole log.
 */
export const withSchemas = (store: EventStore): EventStore => {
  if (wrapped.has(store)) return store;
  const parsed: EventStore = {
    append: async (stream, expected, events) => store.append(stream, expected, events.map(checked)),
    read: async (stream, options) => (await store.read(stream, options)).map(parseOfStream),
    readAll: async (options) => (await store.readAll(options)).map(parseOrMark),
    // Parsed once, however many follow.
    subscribe: shareSubscription({
      subscribe: async function* (options) {
        for await (const events of store.subscribe(options)) yield events.map(parseOrMark);
      },
      stands: (mark) => store.stands(mark),
    }),
    stands: (mark) => store.stands(mark),
    rewinds: () => store.rewinds(),
    head: () => store.head(),
    logId: () => store.logId(),
    ping: () => store.ping(),
    close: () => store.close(),
  };
  wrapped.add(parsed);
  return parsed;
};
