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
import type { EventStore, Mark } from '../../../domain/kernel/event-store.ts';
import { decode, type FoundEvent, positionOf } from './events.ts';

/** Read from the leader: a follower may not have yet what was just appended. */
const requiresLeader = true;
const at = (position: number) => ({ commit: BigInt(position), prepare: BigInt(position) });

/** What the server says of a position where no record begins. */
export const isWithinRecord = (error: unknown): boolean =>
  error instanceof UnknownError &&
  /Unexpected ReadAllResult|Exception was thrown by handler/.test(error.message);

/** Readings of the server as they come: what fails fails as the client tells it. */
export const createReads = (client: EventStoreDBClient) => {
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

  const takeStream: EventStore['read'] = async (stream, { from, backwards = false, limit } = {}) => {
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
  };

  /** Looked for in its stream: asked for a position that is no record's start, the server only fails. */
  const standing = async ({ stream, revision, position, id }: Mark): Promise<boolean> => {
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

  return { takeAll, takeStream, standing, standsAt };
};
