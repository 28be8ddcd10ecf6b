import type { EventEnvelope, RecordedEvent } from '../../../domain/kernel/event.ts';
import {
  type Appended,
  type AppendedEvent,
  ConflictError,
  UnavailableError,
} from '../../../domain/kernel/event-store.ts';
import type { Appends } from './appends.ts';
import { encode } from './events.ts';
import type { Reads } from './reads.ts';

const withoutPosition = ({ position: _, ...event }: RecordedEvent): AppendedEvent => event;

function appendedOf(events: readonly RecordedEvent[]): Appended {
  const last = events[events.length - 1] as RecordedEvent;
  return { revision: last.revision, position: last.position, events: events.map(withoutPosition) };
}

/** Returns what appends events, an append that is repeated being done once. */
export function createWrites({ append }: Appends, { takeStream }: Reads) {
  /** The last append found nobody who took it. */
  let refused = false;

  /** The events that stand where these were to be appended, if they are the very same. */
  const repeatedAppend = async (stream: string, expected: number, events: readonly EventEnvelope[]) => {
    const there = await takeStream(stream, { from: expected + 1, limit: events.length });
    return there.length === events.length && there.every((event, index) => event.id === events[index]?.id)
      ? appendedOf(there)
      : undefined;
  };
  const once = async (
    stream: string,
    expectedRevision: number,
    events: readonly EventEnvelope[],
  ): Promise<Appended> => {
    const { position } = await append(stream, expectedRevision, await encode(stream, events));
    if (position !== undefined)
      return {
        revision: expectedRevision + events.length,
        position,
        events: events.map((event, index) => ({ ...event, stream, revision: expectedRevision + 1 + index })),
      };
    const there = await repeatedAppend(stream, expectedRevision, events);
    if (!there) throw new UnavailableError(`${stream}: what was appended cannot be read back`);
    return there;
  };

  return {
    isRefused: () => refused,
    /** The server was seen to take what it is given. */
    accepted: (): void => {
      refused = false;
    },
    write: async (stream: string, expected: number, events: readonly EventEnvelope[]): Promise<Appended> => {
      const doneAppend = await once(stream, expected, events).catch(async (error: unknown) => {
        if (error instanceof UnavailableError) refused = true;
        if (!(error instanceof ConflictError)) throw error;
        const there = await repeatedAppend(stream, expected, events);
        if (there) return there;
        throw error;
      });
      refused = false;
      return doneAppend;
    },
  };
}
