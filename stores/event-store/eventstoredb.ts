import { randomUUID } from 'node:crypto';
import {
  type AllStreamResolvedEvent,
  BACKWARDS,
  END,
  FORWARDS,
  START,
  StreamDeletedError,
  type StreamingRead,
  StreamNotFoundError,
  streamNameFilter,
} from '@eventstore/db-client';
import type { Logger } from 'pino';
import type { EventEnvelope, RecordedEvent } from '../../domain/kernel/event.ts';
import {
  type Appended,
  type AppendedEvent,
  AppendTooLargeError,
  ConflictError,
  type EventStore,
  UnavailableError,
} from '../../domain/ports/event-store.ts';
import { checkAppend } from './append-input.ts';
import { AppendRefusedError, createAppends } from './eventstoredb-appends.ts';
import { connectEventStoreDb } from './eventstoredb-connection.ts';
import { decode, encode, type FoundEvent, positionOf } from './eventstoredb-events.ts';
import { subscribeToEventStoreDb } from './eventstoredb-subscription.ts';

// Facts of the client and server this relies on are in docs/decisions/0002-eventstoredb.md.

const identityStream = 'log-identity';
/** Streams that are not ours: the server's own, and the log's identity. */
const business = streamNameFilter({ regex: `^(?!\\$)(?!${identityStream}$)` });
const isOurs = (event: FoundEvent) => !event.streamId.startsWith('$') && event.streamId !== identityStream;

/** Read from the leader: a follower may not have yet what was just appended. */
const requiresLeader = true;
const leastPage = 32;
const at = (position: number) => ({ commit: BigInt(position), prepare: BigInt(position) });

/**
 * The log on EventStoreDB (23.10, or KurrentDB) through its official client.
 * @param options.url `esdb://host:2113?tls=false`
 * @param options.deadlineMs how long an append waits for its answer before its outcome counts as unknown
 */
export async function openEventStoreDb({
  url,
  log,
  deadlineMs,
}: {
  url: string;
  log?: Logger;
  deadlineMs?: number;
}): Promise<EventStore> {
  const connection = connectEventStoreDb({ url, log });
  const { client } = connection;
  const appends = createAppends(connection, { deadlineMs });
  const closing = new AbortController();
  let logId: string | undefined;

  const ask = async <T>(question: () => Promise<T>): Promise<T> => {
    let answer: T | undefined;
    let failure: unknown;
    try {
      if (!closing.signal.aborted) answer = await question();
    } catch (error) {
      failure = error;
    }
    // A call that closing cancelled looks like one that ended: what it read so far is not the whole answer.
    if (closing.signal.aborted) throw new UnavailableError('the event store is closed', { cause: failure });
    if (failure !== undefined) throw unavailable(failure);
    return answer as T;
  };

  /** Every call is read to its end: one that is left open is never freed by the client. */
  const take = async (reading: StreamingRead<{ event?: unknown }>): Promise<FoundEvent[]> => {
    // The client emits errors of the connection also after the reader has gone: unheard they would end the process.
    reading.on('error', () => undefined);
    const found: FoundEvent[] = [];
    for await (const { event } of reading) if (event) found.push(event as FoundEvent);
    return found;
  };
  const takeAll = (
    direction: typeof FORWARDS | typeof BACKWARDS,
    from: number | undefined,
    maxCount: number,
  ) =>
    take(
      client.readAll({
        direction,
        maxCount,
        requiresLeader,
        fromPosition: from === undefined ? (direction === FORWARDS ? START : END) : at(from),
      }) as StreamingRead<AllStreamResolvedEvent>,
    );

  const read: EventStore['read'] = (stream, { from, backwards = false, limit } = {}) =>
    ask(async () => {
      if ((limit !== undefined && limit <= 0) || (backwards && from !== undefined && from < 0)) return [];
      try {
        const found = await take(
          client.readStream(stream, {
            direction: backwards ? BACKWARDS : FORWARDS,
            fromRevision: from === undefined ? (backwards ? END : START) : BigInt(from),
            requiresLeader,
            ...(limit !== undefined && { maxCount: limit }),
          }),
        );
        return found.map(decode);
      } catch (error) {
        if (error instanceof StreamNotFoundError) return [];
        throw error;
      }
    });

  /** The events that stand where these were to be appended, if they are the very same. */
  const standing = async (stream: string, expected: number, events: readonly EventEnvelope[]) => {
    const there = await read(stream, { from: expected + 1, limit: events.length });
    return there.length === events.length && there.every((event, index) => event.id === events[index]?.id)
      ? there
      : undefined;
  };
  const appended = (events: readonly RecordedEvent[]): Appended => {
    const last = events[events.length - 1] as RecordedEvent;
    return { revision: last.revision, position: last.position, events: events.map(unplaced) };
  };
  const write = async (
    stream: string,
    expected: number,
    events: readonly EventEnvelope[],
  ): Promise<Appended> => {
    const { position } = await appends.append(stream, expected, await encode(stream, events));
    if (position !== undefined)
      return {
        revision: expected + events.length,
        position,
        events: events.map((event, index) => ({ ...event, stream, revision: expected + 1 + index })),
      };
    const there = await standing(stream, expected, events);
    if (!there) throw new UnavailableError(`${stream}: what was appended cannot be read back`);
    return appended(there);
  };

  return {
    append: (stream, expected, events) =>
      ask(async () => {
        const mistake = checkAppend(stream, expected, events);
        if (mistake) throw mistake;
        try {
          return await write(stream, expected, events);
        } catch (error) {
          if (!(error instanceof ConflictError)) throw error;
          const there = await standing(stream, expected, events);
          if (there) return appended(there);
          throw error;
        }
      }),

    read,

    readAll: ({ after, limit }) =>
      ask(async () => {
        const found: RecordedEvent[] = [];
        let from = after === 0 ? undefined : after;
        // System events are left out here, so a page of the server's may hold none of ours.
        while (found.length < limit) {
          const count = Math.max(leastPage, limit - found.length) + 1;
          const page = await takeAll(FORWARDS, from, count);
          // Reading on from a position is inclusive.
          const fresh = page.filter((event) => from === undefined || positionOf(event.position) > from);
          for (const event of fresh) if (isOurs(event) && found.length < limit) found.push(decode(event));
          const last = page.at(-1);
          if (!last || page.length < count) break;
          from = positionOf(last.position);
        }
        return found;
      }),

    subscribe: ({ after, batch = 500, signal }) =>
      subscribeToEventStoreDb({
        client,
        filter: business,
        isOurs,
        after,
        batch,
        signal: AbortSignal.any([signal, closing.signal]),
        log,
      }),

    head: () =>
      ask(async () => {
        for (let from: number | undefined; ; ) {
          const page = await takeAll(BACKWARDS, from, leastPage);
          const ours = page.find(isOurs);
          if (ours) return positionOf(ours.position);
          const last = page.at(-1);
          if (!last || page.length < leastPage) return 0;
          from = positionOf(last.position);
        }
      }),

    logId: () =>
      ask(async () => {
        if (logId !== undefined) return logId;
        const id = randomUUID();
        const identity = {
          id: randomUUID(),
          type: 'LogIdentified',
          contentType: 'application/json' as const,
          data: Buffer.from(JSON.stringify({ logId: id })),
          metadata: Buffer.from('{}'),
        };
        try {
          await appends.append(identityStream, -1, [identity]);
          logId = id;
        } catch (error) {
          if (!(error instanceof ConflictError)) throw error;
          const [first] = await read(identityStream, { limit: 1 });
          if (!first) throw error;
          logId = (first.data as { logId: string }).logId;
        }
        return logId;
      }),

    ping: () => ask(async () => void (await takeAll(BACKWARDS, undefined, 1))),

    async close() {
      closing.abort();
      await connection.close();
    },
  };
}

const unplaced = ({ position: _, ...event }: RecordedEvent): AppendedEvent => event;

/** What asking again would not change; all else is the connection's or the server's, and may pass. */
const final = [
  TypeError,
  RangeError,
  ConflictError,
  AppendTooLargeError,
  AppendRefusedError,
  StreamDeletedError,
  UnavailableError,
];
const unavailable = (error: unknown): Error => {
  if (error instanceof Error && final.some((kind) => error instanceof kind)) return error;
  return new UnavailableError(error instanceof Error ? error.message : String(error), { cause: error });
};
