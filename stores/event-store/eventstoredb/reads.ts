import {
  type AllStreamResolvedEvent,
  BACKWARDS,
  END,
  type EventStoreDBClient,
  FORWARDS,
  START,
  StreamDeletedError,
  type StreamingRead,
  StreamNotFoundError,
  UnknownError,
} from '@eventstore/db-client';
import type { RecordedEvent } from '../../../domain/kernel/event.ts';
import { type EventStore, LogRewoundError, type Mark } from '../../../domain/kernel/event-store.ts';
import { decode, type FoundEvent, positionOf } from './events.ts';

/** Read from the leader: a follower may not have yet what was just appended. */
const requiresLeader = true;
const at = (position: number) => ({ commit: BigInt(position), prepare: BigInt(position) });

/** Whether the server says that no record begins at a position. */
const isWithinRecord = (error: unknown): boolean =>
  error instanceof UnknownError &&
  /Unexpected ReadAllResult|Exception was thrown by handler/.test(error.message);

const leastPage = 32;

/** Resolves with all that a call reads, to its end: one that is left open is never freed by the client. */
async function take(reading: StreamingRead<{ event?: unknown }>): Promise<FoundEvent[]> {
  // The client emits errors of the connection also after the reader has gone: unheard they would end the process.
  reading.on('error', () => undefined);
  const events: FoundEvent[] = [];
  for await (const { event } of reading) if (event) events.push(event as FoundEvent);
  return events;
}

/** Returns readings of the server as they come: what fails fails as the client tells it. */
export function createReads(client: EventStoreDBClient, isOurs: (event: FoundEvent) => boolean) {
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

  const takeStream: EventStore['read'] = async (stream, { from, backwards = false, limit } = {}) => {
    if ((limit !== undefined && limit <= 0) || (backwards && from !== undefined && from < 0)) return [];
    try {
      const events = await take(
        client.readStream(stream, {
          direction: backwards ? BACKWARDS : FORWARDS,
          fromRevision: from === undefined ? (backwards ? END : START) : BigInt(from),
          requiresLeader,
          ...(limit !== undefined && { maxCount: limit }),
        }),
      );
      return events.map(decode);
    } catch (error) {
      if (error instanceof StreamNotFoundError) return [];
      throw error;
    }
  };

  /** Looked for in its stream: asked for a position that is no record's start, the server only fails. */
  const isStanding = async ({ stream, revision, position, id }: Mark): Promise<boolean> => {
    try {
      const [there] = await takeStream(stream, { from: revision, limit: 1 });
      return there?.id === id && there.position === position;
    } catch (error) {
      // Its stream was deleted on the server, which takes nothing out of the log.
      if (error instanceof StreamDeletedError) return true;
      throw error;
    }
  };
  const standsAt = async (position: number): Promise<boolean> => {
    try {
      const [first] = await takeAll(FORWARDS, position, 1);
      return first !== undefined && positionOf(first.position) === position;
    } catch (error) {
      if (isWithinRecord(error)) return false;
      throw error;
    }
  };

  /** Events of ours in the order of the log. System events are left out here, so a page of the server's may hold none. */
  const takeOurs = async (after: number, limit: number): Promise<RecordedEvent[]> => {
    const events: RecordedEvent[] = [];
    let from = after === 0 ? undefined : after;
    while (events.length < limit) {
      const count = Math.max(leastPage, limit - events.length) + 1;
      const page = await takeAll(FORWARDS, from, count).catch((error: unknown) => {
        if (from === undefined || !isWithinRecord(error)) throw error;
        throw new LogRewoundError(`no event stands at position ${from}`, { cause: error });
      });
      // Reading on from a position is inclusive.
      const fresh = page.filter((event) => from === undefined || positionOf(event.position) > from);
      for (const event of fresh) if (isOurs(event) && events.length < limit) events.push(decode(event));
      const last = page.at(-1);
      if (!last || page.length < count) break;
      from = positionOf(last.position);
    }
    return events;
  };
  const takeNewest = async (): Promise<RecordedEvent | undefined> => {
    for (let from: number | undefined; ; ) {
      const page = await takeAll(BACKWARDS, from, leastPage);
      const ours = page.find(isOurs);
      if (ours) return decode(ours);
      const last = page.at(-1);
      if (!last || page.length < leastPage) return undefined;
      from = positionOf(last.position);
    }
  };

  return { takeAll, takeStream, takeOurs, takeNewest, isStanding, standsAt };
}
export type Reads = ReturnType<typeof createReads>;
