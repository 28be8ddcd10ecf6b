import { EventEmitter } from 'node:events';

export interface Proposed {
  readonly id: string;
  readonly type: string;
  readonly contentType: string;
  readonly data: Uint8Array;
  readonly metadata: Uint8Array;
}

export interface Stored extends Proposed {
  readonly stream: string;
  readonly revision: number;
  /** Where its record starts in the log, in bytes: the commit and the prepare position of a record written without a transaction. */
  readonly position: number;
  readonly created: number;
}

export type Outcome =
  | { readonly result: 'success'; readonly revision: number; readonly position: number }
  | { readonly result: 'wrong expected version'; readonly current: number }
  | { readonly result: 'stream deleted' };

export type Log = ReturnType<typeof createLog>;

/** A record's size beside its strings and bodies, about: only that positions jump matters. */
const recordOverhead = 84;

/** The log of an EventStoreDB server in memory: it outlives the servers that serve it, as files outlive a process. */
export const createLog = () => {
  const all: Stored[] = [];
  const streams = new Map<string, Stored[]>();
  const deleted = new Set<string>();
  const changes = new EventEmitter().setMaxListeners(0);
  let end = 0;

  const write = (stream: string, revision: number, proposed: Proposed): Stored => {
    const stored = { ...proposed, stream, revision, position: end, created: Date.now() };
    end += recordOverhead + 2 * (stream.length + proposed.type.length) + sizeOf(proposed);
    const there = streams.get(stream);
    if (there) there.push(stored);
    else streams.set(stream, [stored]);
    all.push(stored);
    return stored;
  };

  /** The same events where they would stand now are the same write; anything else at another revision is not. */
  const standing = (there: readonly Stored[], expected: number, events: readonly Proposed[]) =>
    events.length > 0 && events.every((event, n) => there[expected + 1 + n]?.id === event.id)
      ? there[expected + events.length]
      : undefined;

  return {
    /** @param expected the revision, -1 for no stream */
    append(stream: string, expected: number, events: readonly Proposed[]): Outcome {
      if (deleted.has(stream)) return { result: 'stream deleted' };
      const there = streams.get(stream) ?? [];
      const current = there.length - 1;
      if (expected !== current) {
        const same = expected < current ? standing(there, expected, events) : undefined;
        return same
          ? { result: 'success', revision: same.revision, position: same.position }
          : { result: 'wrong expected version', current };
      }
      let last: Stored | undefined;
      for (const [n, event] of events.entries()) last = write(stream, expected + 1 + n, event);
      changes.emit('change');
      return { result: 'success', revision: expected + events.length, position: last?.position ?? -1 };
    },
    /** What a server writes of its own accord: `$all` is never the caller's events alone. */
    writeSystemEvent(type: string): void {
      const there = streams.get('$server')?.length ?? 0;
      const data = Buffer.from('{}');
      const id = crypto.randomUUID();
      write('$server', there, { id, type, contentType: 'application/json', data, metadata: data });
      changes.emit('change');
    },
    /** The files of an older copy in the place of the newer ones: what was written from a position on is gone. */
    putBack(from: number): void {
      const gone = all.splice(this.seek(from));
      for (const { stream } of gone) streams.get(stream)?.pop();
      for (const { stream } of gone) if (streams.get(stream)?.length === 0) streams.delete(stream);
      end = gone[0]?.position ?? end;
    },
    tombstone: (stream: string): void => void deleted.add(stream),
    isDeleted: (stream: string): boolean => deleted.has(stream),
    stream: (name: string): readonly Stored[] | undefined => streams.get(name),
    all: (): readonly Stored[] => all,
    /** Where the next record will start. */
    end: (): number => end,
    /** Index of the first record at or after a position. */
    seek(position: number): number {
      let [low, high] = [0, all.length];
      while (low < high) {
        const middle = (low + high) >>> 1;
        if ((all[middle] as Stored).position < position) low = middle + 1;
        else high = middle;
      }
      return low;
    },
    /** Calls back at every change until the returned function is called. */
    onChange(listener: () => void): () => void {
      changes.on('change', listener);
      return () => changes.off('change', listener);
    },
  };
};

/** What counts against the append limit (`Event.SizeOnDisk` of the server). */
export const sizeOf = ({ type, data, metadata }: Proposed): number =>
  data.length + metadata.length + 2 * type.length;
