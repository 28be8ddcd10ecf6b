import { randomUUID } from 'node:crypto';
import { BACKWARDS, FORWARDS, StreamDeletedError, streamNameFilter } from '@eventstore/db-client';
import type { Logger } from 'pino';
import type { EventEnvelope, RecordedEvent } from '../../../domain/kernel/event.ts';
import {
  type Appended,
  type AppendedEvent,
  AppendTooLargeError,
  ConflictError,
  type EventStore,
  LogRewoundError,
  UnavailableError,
} from '../../../domain/kernel/event-store.ts';
import { checkAppend } from '../append-input.ts';
import { AppendRefusedError, createAppends } from './appends.ts';
import { connectEventStoreDb } from './connection.ts';
import { decode, encode, type FoundEvent, positionOf } from './events.ts';
import { createLogWatch } from './log-watch.ts';
import { createReads, isWithinRecord } from './reads.ts';
import { subscribeToEventStoreDb } from './subscription.ts';

// Facts of the client and server this relies on are in docs/decisions/0002-eventstoredb.md.

const identityStream = 'log-identity';
/** Streams that are not ours: the server's own, and the log's identity. */
// The server says how far it has looked after so many records of others: of no use here, so seldom.
const business = streamNameFilter({ regex: `^(?!\\$)(?!${identityStream}$)`, maxSearchWindow: 1_000 });
const isOurs = (event: FoundEvent) => !event.streamId.startsWith('$') && event.streamId !== identityStream;

const leastPage = 32;
/** No stream of this product is as long. */
const noRevision = 1_000_000_000;

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
  const { takeAll, takeStream, standing, standsAt } = createReads(client);
  const watch = createLogWatch(standing, log);
  const appends = createAppends(connection, { deadlineMs, onLost: watch.doubt });
  const closing = new AbortController();
  let logId: string | undefined;
  /** The last append found nobody who took it. */
  let refused = false;

  const ask = async <T>(question: () => Promise<T>): Promise<T> => {
    let answer: T | undefined;
    let failure: unknown;
    try {
      if (!closing.signal.aborted) {
        await watch.sure();
        answer = await question();
      }
    } catch (error) {
      failure = error;
    }
    // A call that closing cancelled looks like one that ended: what it read so far is not the whole answer.
    if (closing.signal.aborted) throw new UnavailableError('the event store is closed', { cause: failure });
    if (failure === undefined) return answer as T;
    const error = unavailable(failure);
    if (error instanceof UnavailableError) watch.doubt();
    throw error;
  };

  const read: EventStore['read'] = (stream, options) => ask(() => takeStream(stream, options));

  /** The events that stand where these were to be appended, if they are the very same. */
  const repeated = async (stream: string, expected: number, events: readonly EventEnvelope[]) => {
    const there = await takeStream(stream, { from: expected + 1, limit: events.length });
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
    const there = await repeated(stream, expected, events);
    if (!there) throw new UnavailableError(`${stream}: what was appended cannot be read back`);
    return appended(there);
  };

  /** A server may answer readings and take nothing (denied, no leader, no disk): asked for what it must refuse as a conflict. */
  const canWrite = async () => {
    const probe = { type: 'Probed', contentType: 'application/json' as const, metadata: Buffer.from('{}') };
    try {
      await appends.append(identityStream, noRevision, [
        { ...probe, id: randomUUID(), data: Buffer.from('{}') },
      ]);
    } catch (error) {
      if (!(error instanceof ConflictError)) throw error;
    }
  };

  return {
    append: (stream, expected, events) =>
      ask(async () => {
        const mistake = checkAppend(stream, expected, events);
        if (mistake) throw mistake;
        const done = await write(stream, expected, events).catch(async (error: unknown) => {
          if (error instanceof UnavailableError) refused = true;
          if (!(error instanceof ConflictError)) throw error;
          const there = await repeated(stream, expected, events);
          if (there) return appended(there);
          throw error;
        });
        refused = false;
        const { id } = events.at(-1) as EventEnvelope;
        watch.saw({ stream, id, revision: done.revision, position: done.position });
        return done;
      }),

    read,

    readAll: ({ after, limit }) =>
      ask(async () => {
        const found: RecordedEvent[] = [];
        let from = after === 0 ? undefined : after;
        // System events are left out here, so a page of the server's may hold none of ours.
        while (found.length < limit) {
          const count = Math.max(leastPage, limit - found.length) + 1;
          const page = await takeAll(FORWARDS, from, count).catch((error: unknown) => {
            if (from === undefined || !isWithinRecord(error)) throw error;
            throw new LogRewoundError(`no event stands at position ${from}`, { cause: error });
          });
          // Reading on from a position is inclusive.
          const fresh = page.filter((event) => from === undefined || positionOf(event.position) > from);
          for (const event of fresh) if (isOurs(event) && found.length < limit) found.push(decode(event));
          const last = page.at(-1);
          if (!last || page.length < count) break;
          from = positionOf(last.position);
        }
        return found;
      }),

    subscribe: ({ after, mark, batch = 500, signal, onLive }) =>
      subscribeToEventStoreDb({
        client,
        filter: business,
        isOurs,
        stands: (position, event) => ask(() => (event ? standing(event) : standsAt(position))),
        dropped: watch.doubt,
        after,
        mark,
        batch,
        signal: AbortSignal.any([signal, closing.signal]),
        onLive,
        log,
      }),

    stands: (mark) => ask(() => standing(mark)),
    rewinds: watch.rewinds,

    head: () =>
      ask(async () => {
        for (let from: number | undefined; ; ) {
          const page = await takeAll(BACKWARDS, from, leastPage);
          const ours = page.find(isOurs);
          if (ours) {
            const newest = decode(ours);
            watch.saw(newest, 'head');
            return newest.position;
          }
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
          const [first] = await takeStream(identityStream, { limit: 1 });
          if (!first) throw error;
          logId = (first.data as { logId: string }).logId;
        }
        return logId;
      }),

    ping: () =>
      ask(async () => {
        await takeAll(BACKWARDS, undefined, 1);
        if (refused) await canWrite();
        refused = false;
      }),

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
  LogRewoundError,
];
const unavailable = (error: unknown): Error => {
  if (error instanceof Error && final.some((kind) => error instanceof kind)) return error;
  return new UnavailableError(error instanceof Error ? error.message : String(error), { cause: error });
};
