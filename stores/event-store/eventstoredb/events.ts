import { promisify } from 'node:util';
import { gunzipSync, gzip } from 'node:zlib';
import type { EventEnvelope, Metadata, RecordedEvent } from '../../../domain/kernel/event.ts';
import { AppendTooLargeError, UnavailableError } from '../../../domain/kernel/event-store.ts';

/** `--max-append-size` of a server as it comes: types, bodies and metadata of all events of one append. */
export const appendLimit = 1024 * 1024;
/** An append larger than this is stored with its bodies compressed; those below are left readable in the server's own tools. */
const compressAbove = appendLimit / 2;
const worthCompressing = 1024;

export interface EncodedEvent {
  readonly id: string;
  readonly type: string;
  readonly contentType: 'application/json' | 'application/octet-stream';
  readonly data: Uint8Array;
  readonly metadata: Uint8Array;
}
/** An event as the client reads it. */
export interface FoundEvent {
  readonly streamId: string;
  readonly id: string;
  readonly type: string;
  readonly revision: bigint;
  readonly isJson: boolean;
  readonly data: unknown;
  readonly metadata?: unknown;
  readonly position?: { readonly commit: bigint; readonly prepare: bigint };
}

const compress = promisify(gzip);
const sizeOf = (events: readonly EncodedEvent[]): number =>
  events.reduce((sum, { type, data, metadata }) => sum + 2 * type.length + data.length + metadata.length, 0);

/**
 * Returns events as they are stored: JSON, or, in a large append, JSON compressed with gzip under the content type
 * octet-stream.
 * @throws AppendTooLargeError when even so they are more than the server takes in one append
 */
export async function encode(stream: string, events: readonly EventEnvelope[]): Promise<EncodedEvent[]> {
  const encodedEvents = events.map(
    ({ id, type, data, metadata }): EncodedEvent => ({
      id,
      type,
      contentType: 'application/json',
      data: Buffer.from(JSON.stringify(data)),
      metadata: Buffer.from(JSON.stringify(metadata)),
    }),
  );
  if (sizeOf(encodedEvents) <= compressAbove) return encodedEvents;
  const compressed = await Promise.all(
    encodedEvents.map(async (event): Promise<EncodedEvent> => {
      if (event.data.length < worthCompressing) return event;
      return { ...event, contentType: 'application/octet-stream', data: await compress(event.data) };
    }),
  );
  if (sizeOf(compressed) > appendLimit) throw new AppendTooLargeError(stream, appendLimit);
  return compressed;
}

/**
 * Returns where a record starts in the log, in bytes: its prepare position, which each event of an append has for
 * itself. Past 2^53 (8 PiB) it would no longer be one number; a server that knows none answers 2^64 - 1.
 */
export function positionOf(position: FoundEvent['position']): number {
  if (position === undefined) throw new UnavailableError('the server gave an event without its position');
  if (position.prepare > BigInt(Number.MAX_SAFE_INTEGER))
    throw new RangeError(`log position ${position.prepare} is not a safe integer`);
  return Number(position.prepare);
}

export const decode = (event: FoundEvent): RecordedEvent => ({
  id: event.id,
  type: event.type,
  data: event.isJson ? event.data : decompress(event),
  metadata: event.metadata as Metadata,
  stream: event.streamId,
  revision: Number(event.revision),
  position: positionOf(event.position),
});

function decompress({ id, streamId, data }: FoundEvent): unknown {
  try {
    return JSON.parse(gunzipSync(data as Uint8Array).toString());
  } catch (error) {
    throw new TypeError(`event ${id} of ${streamId} was not written by this product`, { cause: error });
  }
}
