/** The hash chain by which a change of the stored log is noticed: how it is made, looked up and verified. */

import { createHmac, hash, hkdfSync } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import {
  type ChainEnd,
  chainStream,
  type LogSealed,
  readBytes,
  type SealedRun,
  type StoredEvent,
  type StoredEvents,
} from '../../domain/kernel/log-chain.ts';

/** Events of one seal at most. */
export const runLength = 1_000;
const hashBytes = 32;

/** Returns the key that seals are signed by, of an installation's secret. */
export const sealKey = (secretKey: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secretKey, 'balcao', 'log chain v1', 32));

/** Returns an event's hash: SHA-256 of the hash before it, `[position,stream,revision]` as JSON, a line feed, its body. */
export function chainHash(previous: Uint8Array, { position, stream, revision, body }: StoredEvent): Buffer {
  const place = `${JSON.stringify([position, stream, revision])}\n`;
  const length = Buffer.byteLength(place);
  const bytes = Buffer.allocUnsafe(hashBytes + length + body.length);
  bytes.set(previous);
  bytes.write(place, hashBytes);
  bytes.set(body, hashBytes + length);
  return hash('sha256', bytes, 'buffer');
}

/** Where an event stood when it was sealed. */
export interface Place {
  readonly position: number;
  readonly stream: string;
  readonly revision: number;
  readonly type: string;
  readonly id: string;
}

/** Returns what an event says of itself; of one that no longer is one, nothing. */
export function nameOf(event: StoredEvent): Place & { readonly at: string } {
  const { position, stream, revision } = event;
  try {
    const { id, type, metadata } = JSON.parse(Buffer.from(event.body).toString());
    return { position, stream, revision, type: String(type), id: String(id), at: String(metadata?.at ?? '') };
  } catch {
    return { position, stream, revision, type: '?', id: '?', at: '' };
  }
}

/** Returns id and type, which stand first in what we write: to parse all of it would be most of the work of sealing. */
function quickName(event: StoredEvent): Pick<Place, 'id' | 'type'> {
  const start = Buffer.from(event.body.buffer, event.body.byteOffset, Math.min(200, event.body.length));
  const found = /^\{"id":"([\w-]+)","type":"([\w.]+)",/.exec(start.toString('latin1'));
  return found ? { id: found[1]!, type: found[2]! } : nameOf(event);
}

const macOf = (key: Buffer, { mac: _, ...seal }: LogSealed): string =>
  createHmac('sha256', key)
    .update(JSON.stringify(Object.entries(seal).sort(([a], [b]) => (a < b ? -1 : 1))))
    .digest('hex');
export const isSigned = (key: Buffer, seal: LogSealed): boolean => seal.mac === macOf(key, seal);

/** Returns the seal of a run of events that stand behind each other in the log. */
function sealOf(
  { after, head, total }: ChainEnd,
  events: readonly StoredEvent[],
  key: Buffer | undefined,
): LogSealed {
  const hashes = Buffer.allocUnsafe(events.length * hashBytes);
  const streams = new Map<string, number>();
  const types = new Map<string, number>();
  const indexIn = (names: Map<string, number>, name: string) => {
    if (!names.has(name)) names.set(name, names.size);
    return names.get(name);
  };
  let lastHash: Uint8Array = Buffer.from(head, 'hex');
  const rows = events.map((event, index) => {
    lastHash = chainHash(lastHash, event);
    hashes.set(lastHash, index * hashBytes);
    const { type, id } = quickName(event);
    return [event.position, indexIn(streams, event.stream), event.revision, indexIn(types, type), id];
  });
  const places = JSON.stringify({ streams: [...streams.keys()], types: [...types.keys()], rows });
  const seal: LogSealed = {
    after,
    through: events.at(-1)!.position,
    throughAt: nameOf(events.at(-1)!).at,
    count: events.length,
    total: total + events.length,
    previous: head,
    head: Buffer.from(lastHash).toString('hex'),
    hashes: hashes.toString('base64'),
    places: deflateRawSync(places, { level: 1 }).toString('base64'),
  };
  return key ? { ...seal, mac: macOf(key, seal) } : seal;
}

/** One event as a seal has it. */
export interface Sealed extends Place {
  readonly hash: Buffer;
}

/** Returns the events of a seal. @throws when it is not what `sealOf` writes */
export function eventsOf(seal: LogSealed): readonly Sealed[] {
  const hashes = Buffer.from(seal.hashes, 'base64');
  const { streams, types, rows } = JSON.parse(
    inflateRawSync(Buffer.from(seal.places, 'base64')).toString(),
  ) as {
    readonly streams: readonly string[];
    readonly types: readonly string[];
    readonly rows: readonly (readonly [number, number, number, number, string])[];
  };
  if (rows.length !== seal.count || hashes.length !== seal.count * hashBytes)
    throw new Error('a seal of another length than it says');
  if (hashes.subarray(-hashBytes).toString('hex') !== seal.head)
    throw new Error('a seal whose head is not its last hash');
  return rows.map(([position, stream, revision, type, id], index) => ({
    position,
    stream: streams[stream]!,
    revision,
    type: types[type]!,
    id,
    hash: hashes.subarray(index * hashBytes, (index + 1) * hashBytes),
  }));
}

const bytesOf = (events: readonly StoredEvent[]): number =>
  events.reduce((sum, { body }) => sum + body.length, 0);

/** Yields seals of what stands after the end, until nothing is left but seals: these alone are not worth another. */
export async function* sealRuns(
  log: Pick<StoredEvents, 'read'>,
  end: ChainEnd,
  key: Buffer | undefined,
): AsyncGenerator<SealedRun> {
  for (let from = end; ; ) {
    const events = await log.read(from.after, runLength);
    if (events.every(({ stream }) => stream === chainStream)) return;
    const seal = sealOf(from, events, key);
    const { position, stream, revision, id } = nameOf(events.at(-1)!);
    yield { seal, last: { position, stream, revision, id } };
    from = { after: seal.through, head: seal.head, total: seal.total };
    // Whatever comes meanwhile waits for the next round: it would be sealed one by one.
    if (events.length < runLength && bytesOf(events) < readBytes) return;
  }
}
