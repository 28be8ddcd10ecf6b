import { randomUUID } from 'node:crypto';
import {
  BACKWARDS,
  END,
  EventStoreDBClient,
  FORWARDS,
  jsonEvent,
  NO_STREAM,
  START,
  StreamNotFoundError,
  streamNameFilter,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import type { Logger } from 'pino';
import type { EventEnvelope, Metadata, RecordedEvent } from '../../domain/kernel/event.ts';
import {
  type Appended,
  ConflictError,
  type EventStore,
  UnavailableError,
} from '../../domain/ports/event-store.ts';
import { checkAppend } from './append-input.ts';
import { createBackoff } from './backoff.ts';

// Facts of the client and server this relies on are in docs/decisions/0002-eventstoredb.md.

const identityStream = 'log-identity';
const pageSize = 500;
/** Streams that are not ours: the server's own, and the log's identity. */
const business = streamNameFilter({ regex: `^(?!\\$)(?!${identityStream}$)` });

interface Found {
  readonly streamId: string;
  readonly id: string;
  readonly type: string;
  readonly revision: bigint;
  readonly data: unknown;
  readonly metadata?: unknown;
  readonly position?: { readonly commit: bigint; readonly prepare: bigint };
}

/** A log position is a byte offset: past 2^53 it would no longer be one number. */
const safe = (position: bigint): number => {
  if (position > BigInt(Number.MAX_SAFE_INTEGER))
    throw new RangeError(`log position ${position} is not a safe integer`);
  return Number(position);
};
/** Every record of an append has a prepare position of its own; appends without a transaction commit each where it stands. */
const positionOf = (position: Found['position']): number => {
  if (position === undefined) throw new UnavailableError('the server gave an event without its position');
  return safe(position.prepare);
};
const at = (position: number) => ({ commit: BigInt(position), prepare: BigInt(position) });

const recorded = (event: Found): RecordedEvent => ({
  id: event.id,
  type: event.type,
  data: event.data,
  metadata: event.metadata as Metadata,
  stream: event.streamId,
  revision: Number(event.revision),
  position: positionOf(event.position),
});
const isOurs = (event: Found) => !event.streamId.startsWith('$') && event.streamId !== identityStream;

/**
 * The log on EventStoreDB (23.10, or KurrentDB) through its official client.
 * @param options.url `esdb://host:2113?tls=false`
 */
export async function openEventStoreDb({ url, log }: { url: string; log?: Logger }): Promise<EventStore> {
  const client = EventStoreDBClient.connectionString(url);
  let logId: string | undefined;

  const read = async (
    stream: string,
    {
      from,
      backwards = false,
      limit = Number.MAX_SAFE_INTEGER,
    }: { from?: number; backwards?: boolean; limit?: number } = {},
  ): Promise<readonly RecordedEvent[]> => {
    if (limit <= 0 || (backwards && from !== undefined && from < 0)) return [];
    const found: RecordedEvent[] = [];
    try {
      const events = client.readStream(stream, {
        direction: backwards ? BACKWARDS : FORWARDS,
        fromRevision: from === undefined ? (backwards ? END : START) : BigInt(from),
        ...(limit < Number.MAX_SAFE_INTEGER && { maxCount: limit }),
      });
      for await (const { event } of events) if (event) found.push(recorded(event as Found));
    } catch (error) {
      if (error instanceof StreamNotFoundError) return [];
      throw unavailable(error);
    }
    return found;
  };

  /** The events that stand where these were to be appended, if they are the very same. */
  const standing = async (stream: string, expected: number, events: readonly EventEnvelope[]) => {
    const there = await read(stream, { from: expected + 1, limit: events.length });
    return there.length === events.length && there.every((event, index) => event.id === events[index]?.id)
      ? there
      : undefined;
  };
  const appended = (events: readonly RecordedEvent[]): Appended => {
    const last = events[events.length - 1] as RecordedEvent;
    return { revision: last.revision, position: last.position, events };
  };

  return {
    async append(stream, expected, events) {
      const mistake = checkAppend(stream, expected, events);
      if (mistake) throw mistake;
      try {
        const result = await client.appendToStream(
          stream,
          events.map(({ id, type, data, metadata }) =>
            jsonEvent({ id, type, data: data as Record<string, unknown>, metadata: { ...metadata } }),
          ),
          { expectedRevision: expected === -1 ? NO_STREAM : BigInt(expected) },
        );
        const [only] = events;
        // The answer names one position: that of a lone event. The positions of several are read back.
        if (events.length === 1 && only && result.position)
          return appended([
            { ...only, stream, revision: expected + 1, position: positionOf(result.position) },
          ]);
        const there = await standing(stream, expected, events);
        if (!there) throw new UnavailableError(`${stream}: what was appended cannot be read back`);
        return appended(there);
      } catch (error) {
        // The client rejects every pending append with the error of one: another stream's conflict says nothing of ours.
        if (!(error instanceof WrongExpectedVersionError) || error.streamName !== stream)
          throw unavailable(error);
        const there = await standing(stream, expected, events);
        if (there) return appended(there);
        throw new ConflictError(
          stream,
          expected,
          error.actualVersion === NO_STREAM ? -1 : Number(error.actualVersion),
        );
      }
    },

    read,

    async readAll({ after, limit }) {
      const found: RecordedEvent[] = [];
      let from = after;
      try {
        // System events are left out here, so a page of the server's may hold none of ours.
        while (found.length < limit) {
          const count = Math.max(pageSize, limit - found.length) + 1;
          let seen = 0;
          for await (const { event } of client.readAll({
            direction: FORWARDS,
            fromPosition: from === 0 ? START : at(from),
            maxCount: count,
          })) {
            if (!event) continue;
            seen += 1;
            const position = positionOf((event as Found).position);
            // Reading from a position is inclusive.
            if (position > from && isOurs(event as Found) && found.length < limit)
              found.push(recorded(event as Found));
            if (position > from && found.length < limit) from = position;
          }
          if (seen < count) break;
        }
      } catch (error) {
        throw unavailable(error);
      }
      return found;
    },

    async *subscribe({ after, batch = 500, signal }) {
      const backoff = createBackoff({ firstMs: 100, maxMs: 5_000 });
      let position = after;
      // The client never rebuilds a dropped subscription: this loop does, from the last event handed over.
      while (!signal.aborted) {
        const subscription = client.subscribeToAll({
          fromPosition: position === 0 ? START : at(position),
          filter: business,
        });
        const end = () => void subscription.unsubscribe().catch(() => undefined);
        signal.addEventListener('abort', end, { once: true });
        try {
          // Pulled: the server sends no faster than this is consumed.
          for await (const { event } of subscription) {
            if (signal.aborted) break;
            if (!event || !isOurs(event as Found)) continue;
            const first = recorded(event as Found);
            if (first.position <= position) continue;
            const events = [first];
            // What has arrived already goes along.
            while (events.length < batch && subscription.readableLength > 0) {
              const next = subscription.read() as { event?: Found } | null;
              if (next === null) break;
              if (next.event && isOurs(next.event)) events.push(recorded(next.event));
            }
            backoff.reset();
            yield events;
            position = (events[events.length - 1] as RecordedEvent).position;
          }
        } catch (error) {
          if (!signal.aborted)
            log?.warn({ err: error, position }, 'the subscription dropped and is taken up again');
        } finally {
          signal.removeEventListener('abort', end);
          end();
        }
        if (!signal.aborted) await backoff.pause(signal);
      }
    },

    async head() {
      try {
        for await (const { event } of client.readAll({ direction: BACKWARDS, fromPosition: END }))
          if (event && isOurs(event as Found)) return positionOf((event as Found).position);
        return 0;
      } catch (error) {
        throw unavailable(error);
      }
    },

    async logId() {
      if (logId !== undefined) return logId;
      const id = randomUUID();
      try {
        await client.appendToStream(
          identityStream,
          [jsonEvent({ type: 'LogIdentified', data: { logId: id } })],
          { expectedRevision: NO_STREAM },
        );
        logId = id;
      } catch (error) {
        if (!(error instanceof WrongExpectedVersionError)) throw unavailable(error);
        const [first] = await read(identityStream, { limit: 1 });
        if (!first) throw unavailable(error);
        logId = (first.data as { logId: string }).logId;
      }
      return logId;
    },

    async ping() {
      try {
        for await (const _ of client.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 1 })) break;
      } catch (error) {
        throw unavailable(error);
      }
    },

    close: () => client.dispose(),
  };
}

const unavailable = (error: unknown): Error =>
  error instanceof UnavailableError || error instanceof RangeError
    ? error
    : new UnavailableError(error instanceof Error ? error.message : String(error), { cause: error });
