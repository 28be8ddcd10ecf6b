import type { z } from 'zod';
import { companyEvents } from './company/events.ts';
import { connectionEvents } from './connection/events.ts';
import { decodeContactEvent, plainCodec } from './contact/codec.ts';
import { contactEvents } from './contact/events.ts';
import { claimEvents } from './kernel/claim-events.ts';
import type { DomainEvent, RecordedEvent } from './kernel/event.ts';
import type { EventSchemas } from './kernel/schema.ts';
import { streamCategory } from './kernel/streams.ts';
import type { EventStore } from './ports/event-store.ts';
import { records } from './records/index.ts';
import { recordEvents } from './records/record-aggregate.ts';
import { ticketEvents } from './ticket/events.ts';
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

/** A stored event that its schema does not accept: a defect of this build or a damaged log, never to be passed on. */
export class UnreadableEventError extends Error {
  override readonly name = 'UnreadableEventError';
}

export const upcast = (event: DomainEvent, table: Upcasters = upcasters): DomainEvent => {
  let current = event;
  for (let step = Object.hasOwn(table, current.type) ? table[current.type] : undefined; step; ) {
    current = step(current);
    step = Object.hasOwn(table, current.type) ? table[current.type] : undefined;
  }
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
  const schema: z.ZodType | undefined = Object.hasOwn(eventSchemas, current.type)
    ? eventSchemas[current.type]
    : undefined;
  if (schema === undefined) return event;
  const result = schema.safeParse(current.data);
  if (!result.success)
    throw new UnreadableEventError(
      `${event.type} at ${event.stream}@${event.revision}: ${result.error.message}`,
      {
        cause: result.error,
      },
    );
  return { ...event, type: current.type, data: result.data };
};

const parse = (events: readonly RecordedEvent[]) => events.map(parseEvent);

const parseOrMark = (event: RecordedEvent): RecordedEvent => {
  try {
    return parseEvent(event);
  } catch (error) {
    return { ...event, unreadable: error instanceof Error ? error.message : String(error) };
  }
};
const wrapped = new WeakSet<EventStore>();

/**
 * The store with every event parsed on the way out. What was just appended is ours and needs no parsing. A stream with
 * an unreadable event is refused, for nobody may decide on it; readings of the whole log give that event marked.
 */
export const withSchemas = (store: EventStore): EventStore => {
  if (wrapped.has(store)) return store;
  const parsed: EventStore = {
    append: (stream, expected, events) => store.append(stream, expected, events),
    read: async (stream, options) => parse(await store.read(stream, options)),
    readAll: async (options) => (await store.readAll(options)).map(parseOrMark),
    subscribe: async function* (options) {
      for await (const events of store.subscribe(options)) yield events.map(parseOrMark);
    },
    head: () => store.head(),
    logId: () => store.logId(),
    ping: () => store.ping(),
    close: () => store.close(),
  };
  wrapped.add(parsed);
  return parsed;
};
