import type { DatabaseSync } from 'node:sqlite';
import { boundedCache } from '../../../domain/kernel/bounded-cache.ts';
import { storedName } from './stored-name.ts';

const CACHED_STREAMS = 20_000;

/** Where a stream ends. Holds only while `dataVersion` is the connection's: another may append too. */
export interface StreamEnd {
  readonly id: number;
  revision: number;
  dataVersion: number;
}

/** Returns a number that changes when another connection has committed, and never for this one's own commits. */
export function dataVersionOf(db: DatabaseSync): () => number {
  const version = db.prepare('PRAGMA data_version');
  version.setReturnArrays(true);
  return () => (version.get() as unknown as [number])[0];
}

/**
 * Returns a data version that is asked for once for all that goes on before anything new can come in: whoever asks again
 * until then cannot have heard of what another connection has committed meanwhile.
 */
export function oncePerTurn(dataVersion: () => number): () => number {
  let version: number | undefined;
  const forget = () => {
    version = undefined;
  };
  return () => {
    if (version !== undefined) return version;
    version = dataVersion();
    process.nextTick(forget);
    return version;
  };
}

/** Returns what one connection knows of where streams end: who decides on what is in memory mostly asks whether anything came since. */
export function createStreamEnds(db: DatabaseSync) {
  const ends = boundedCache<StreamEnd>(CACHED_STREAMS);
  const findStream = db.prepare('SELECT id FROM stream_names WHERE name = ?');
  const lastRevision = db.prepare(
    'SELECT revision FROM events WHERE stream = ? ORDER BY revision DESC LIMIT 1',
  );
  const idOf = (stream: string): number | undefined =>
    ends.get(stream)?.id ?? (findStream.get(storedName(stream)) as { id: number } | undefined)?.id;
  return {
    has: (stream: string): boolean => ends.has(stream),
    set: (stream: string, end: StreamEnd): void => void ends.set(stream, end),
    /** What it knows may never have been committed. */
    clear: (): void => ends.clear(),
    /** Returns the number of a stream, which never changes; undefined: nobody has begun it. */
    idOf,
    /** Returns where the stream ends; undefined: nobody has begun it. @param version the connection's at this moment */
    endOf(stream: string, version: number): StreamEnd | undefined {
      const known = ends.get(stream);
      if (known?.dataVersion === version) return known;
      const id = idOf(stream);
      if (id === undefined) return undefined;
      const last = lastRevision.get(id) as { revision: number } | undefined;
      const end = { id, revision: last?.revision ?? -1, dataVersion: version };
      ends.set(stream, end);
      return end;
    },
  };
}
export type StreamEnds = ReturnType<typeof createStreamEnds>;
