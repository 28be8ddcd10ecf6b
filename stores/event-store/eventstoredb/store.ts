import { BACKWARDS, streamNameFilter } from '@eventstore/db-client';
import type { Logger } from 'pino';
import type { EventEnvelope } from '../../../domain/kernel/event.ts';
import type { EventStore } from '../../../domain/kernel/event-store.ts';
import { checkAppend } from '../append-input.ts';
import { createAppends } from './appends.ts';
import { connectEventStoreDb } from './connection.ts';
import type { FoundEvent } from './events.ts';
import { createIdentity, identityStream } from './identity.ts';
import { createLogWatch } from './log-watch.ts';
import { createQuestions } from './questions.ts';
import { createReads } from './reads.ts';
import { subscribeToEventStoreDb } from './subscription.ts';
import { createWrites } from './writes.ts';

// Facts of the client and server this relies on are in docs/decisions/0002-eventstoredb.md.

/** Streams that are not ours: the server's own, and the log's identity. */
// The server says how far it has looked after so many records of others: of no use here, so seldom.
const business = streamNameFilter({ regex: `^(?!\\$)(?!${identityStream}$)`, maxSearchWindow: 1_000 });
const isOurs = (event: FoundEvent) => !event.streamId.startsWith('$') && event.streamId !== identityStream;

/**
 * Returns the log on EventStoreDB (23.10, or KurrentDB) through its official client.
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
  const reads = createReads(client, isOurs);
  const { isStanding, standsAt } = reads;
  const watch = createLogWatch(isStanding, log);
  const appends = createAppends(connection, { deadlineMs, onLost: watch.doubt });
  const writes = createWrites(appends, reads);
  const identity = createIdentity(appends, reads);
  const closer = new AbortController();
  const ask = createQuestions(watch, closer.signal);

  return {
    append: (stream, expected, events) =>
      ask(async () => {
        const mistake = checkAppend(stream, expected, events);
        if (mistake) throw mistake;
        const done = await writes.write(stream, expected, events);
        const { id } = events.at(-1) as EventEnvelope;
        watch.saw({ stream, id, revision: done.revision, position: done.position });
        return done;
      }),

    read: (stream, options) => ask(() => reads.takeStream(stream, options)),
    readAll: ({ after, limit }) => ask(() => reads.takeOurs(after, limit)),

    subscribe: ({ after, mark, batch = 500, signal, onLive }) =>
      subscribeToEventStoreDb({
        client,
        filter: business,
        isOurs,
        stands: (position, event) => ask(() => (event ? isStanding(event) : standsAt(position))),
        onDropped: watch.doubt,
        after,
        mark,
        batch,
        signal: AbortSignal.any([signal, closer.signal]),
        onLive,
        log,
      }),

    stands: (mark) => ask(() => isStanding(mark)),
    rewinds: watch.rewinds,

    head: () =>
      ask(async () => {
        const newest = await reads.takeNewest();
        if (newest) watch.saw(newest, 'head');
        return newest?.position ?? 0;
      }),

    logId: () => ask(identity.logId),

    ping: () =>
      ask(async () => {
        await reads.takeAll(BACKWARDS, undefined, 1);
        if (writes.isRefused()) await identity.canWrite();
        writes.accepted();
      }),

    async close() {
      closer.abort();
      await connection.close();
    },
  };
}
