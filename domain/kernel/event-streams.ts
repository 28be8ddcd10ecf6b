import { LRUCache } from 'lru-cache';
import type { DomainEvent, EventEnvelope, Metadata, RecordedEvent } from './event.ts';
import type { AppendedEvent, EventStore } from './event-store.ts';
import { ConflictError, UnavailableError } from './event-store.ts';
import { deriveId } from './ids.ts';
import { laterOf } from './instants.ts';
import { retry, sleep as wait } from './retry.ts';
import { forgetsRewound } from './rewinds.ts';
import { streamPages } from './stream-pages.ts';

/** A stream folded up to `revision` (-1: it does not exist). */
export interface Loaded<S> {
  readonly state: S;
  readonly revision: number;
  readonly position: number;
  /** Instant of its last event: `at` never decreases within a stream. */
  readonly at: string;
  /** A type this build does not know: the stream is read, never decided on (rolling deploys). */
  readonly unknownType: string | null;
  /** `commandId|type` of the last events whose commands are remembered: a repeated one is not applied twice. */
  readonly commands: readonly string[];
  /** Id of its last event. */
  readonly id: string;
  /** Something that was said in it cannot be read, and is not in `state`. */
  readonly damaged?: true;
}

/** A stream as it was folded once, kept so that a long one need not be read from its beginning. */
export type Snapshot<S> = Omit<Loaded<S>, 'unknownType' | 'damaged'>;

/** Where snapshots are kept, one a stream. What is lost there costs time and nothing else, so neither ever rejects. */
export interface Snapshots<S> {
  /** Returns what was kept last; undefined: nothing that can be used. */
  load(stream: string): Promise<Snapshot<S> | undefined>;
  save(stream: string, snapshot: Snapshot<S>): Promise<void>;
}

export interface Fold<S, E extends DomainEvent> {
  readonly initial: S;
  readonly types: ReadonlySet<string>;
  evolve(state: S, event: E, at: string): S;
  /** How much memory a state takes, in entries or the like; 1 when absent. */
  readonly weigh?: ((state: S) => number) | undefined;
  /** For streams that may grow long; without it they are read from their beginning. */
  readonly snapshots?: Snapshots<S> | undefined;
}

export interface StreamsOptions {
  readonly store: EventStore;
  readonly sleep?: (ms: number) => Promise<void>;
  readonly random?: () => number;
  /** Told of each question that is asked again, and of each that was answered after all. */
  readonly onRetry?: (stream: string, error: unknown) => void;
  readonly onAnswer?: () => void;
  /** Returns whether this command may come again under its id, however late; default: each may. */
  readonly remembersCommand?: (metadata: Metadata) => boolean;
}

/** A stream as it stands after an append, and what was appended. */
export interface Appended<S> {
  readonly loaded: Loaded<S>;
  readonly events: readonly AppendedEvent[];
}

export interface EventStreams<S, E extends DomainEvent> {
  /** A stream that does not exist. */
  readonly emptyStream: Loaded<S>;
  /** Returns the cached state, which may be stale. */
  cachedStream(stream: string): Loaded<S> | undefined;
  /** Returns the state, read forward from the cached revision. Never fails while the store is merely unavailable: it waits. */
  refresh(stream: string): Promise<Loaded<S>>;
  /**
   * Appends at `base.revision`. After an unknown outcome the same events are appended at the same revision again.
   * @param keepsNew whether a stream that begins with this is kept in memory; default: it is
   * @throws ConflictError
   */
  append(
    stream: string,
    base: Loaded<S>,
    events: readonly E[],
    metadata: Metadata,
    keepsNew?: boolean,
  ): Promise<Appended<S>>;
  /** Folds the whole stream into another state, for questions that the small state cannot answer. */
  foldAll<T>(stream: string, initial: T, evolve: (state: T, event: E, at: string) => T): Promise<T>;
}

const page = 1000;
const keptCommands = 32;
/** Events read of a stream before its snapshot is asked for: most streams end before. */
const shortStream = 64;
/** Events between two snapshots of a stream: read after the last one in about the time that it takes to open. */
const snapshotEvery = 128;

/** Returns how a stream stands after each of its events. */
function createNext<S, E extends DomainEvent>(
  fold: Fold<S, E>,
  remembersCommand: (metadata: Metadata) => boolean,
): (loaded: Loaded<S>, event: RecordedEvent) => Loaded<S> {
  return (loaded, event) => {
    const isOurs = fold.types.has(event.type);
    const { at, commandId } = event.metadata;
    const isReadable = event.unreadable === undefined;
    return {
      state: isOurs && isReadable ? fold.evolve(loaded.state, event as unknown as E, at) : loaded.state,
      revision: event.revision,
      position: event.position,
      at: laterOf(at, loaded.at),
      unknownType: isOurs ? loaded.unknownType : event.type,
      commands: remembersCommand(event.metadata)
        ? [...loaded.commands.slice(1 - keptCommands), `${commandId}|${event.type}`]
        : loaded.commands,
      id: event.id,
      ...((loaded.damaged || !isReadable) && { damaged: true }),
    };
  };
}

/** Returns the envelopes of what a command came to; the same command at the same revision gives the same ids. */
function envelopesOf<E extends DomainEvent>(
  stream: string,
  base: { readonly revision: number; readonly at: string },
  events: readonly E[],
  metadata: Metadata,
): EventEnvelope[] {
  const at = laterOf(base.at, metadata.at);
  const stamped = at === metadata.at ? metadata : { ...metadata, at };
  return events.map(({ type, data }, index) => {
    const id = deriveId(metadata.commandId, stream, base.revision + 1, index, type);
    return { id, type, data, metadata: stamped };
  });
}

/** Returns what keeps a stream whose events after `since` have passed the next of the places where that is done. */
const snapshotting =
  <S>(snapshots: Snapshots<S> | undefined) =>
  (stream: string, since: number, loaded: Loaded<S>): void => {
    const { unknownType, damaged, ...snapshot } = loaded;
    const placeOf = (revision: number) => Math.floor((revision + 1) / snapshotEvery);
    if (placeOf(since) === placeOf(loaded.revision) || unknownType !== null || damaged) return;
    void snapshots?.save(stream, snapshot);
  };

/** Returns the readings of streams. None fails while the store is merely unavailable: it waits. */
const createReading = <S, E extends DomainEvent>(
  { snapshots }: Pick<Fold<S, E>, 'snapshots'>,
  next: (loaded: Loaded<S>, event: RecordedEvent) => Loaded<S>,
  emptyStream: Loaded<S>,
  { store, sleep, random, onRetry, onAnswer }: Required<Omit<StreamsOptions, 'remembersCommand'>>,
) => {
  const save = snapshotting(snapshots);
  /** Returns the store's answer; while it is unavailable the same question is asked again, with back-off. */
  const insist = <T>(stream: string, ask: () => Promise<T>): Promise<T> =>
    retry(ask, {
      capMs: 1_000,
      sleep,
      random,
      giveUp: (error) => !(error instanceof UnavailableError),
      onFailure: (error) => onRetry(stream, error),
      onRecovery: onAnswer,
    });
  const patient: Pick<EventStore, 'read'> = {
    read: (name, options) => insist(name, () => store.read(name, options)),
  };
  const readFrom = async (stream: string, from: number, take: (event: RecordedEvent) => void) => {
    // Mostly there is nothing, or little: one page, without the ways of many.
    const first = await patient.read(stream, { from, limit: page });
    for (const event of first) take(event);
    if (first.length < page) return;
    await new Promise((resolve) => setImmediate(resolve));
    for await (const events of streamPages(patient, stream, { from: from + page, limit: page }))
      for (const event of events) take(event);
  };
  /** Returns the stream, read forward from `base`. */
  const readOn = async (stream: string, base: Loaded<S>): Promise<Loaded<S>> => {
    let loaded = base;
    await readFrom(stream, base.revision + 1, (event) => {
      loaded = next(loaded, event);
    });
    save(stream, base.revision, loaded);
    return loaded;
  };
  /** Returns a stream's snapshot; undefined: none, or none of the log as it stands, for an older copy may be in its place. */
  const snapshotOf = async (stream: string): Promise<Loaded<S> | undefined> => {
    const kept = await snapshots?.load(stream);
    if (kept === undefined) return undefined;
    const { revision, position, id } = kept;
    const stands = await insist(stream, () => store.stands({ stream, revision, position, id }));
    return stands ? { ...kept, unknownType: null } : undefined;
  };

  return {
    insist,
    readFrom,
    readOn,
    /** Returns a stream of which nothing is in memory: a long one by way of its snapshot. */
    readAnew: async (stream: string): Promise<Loaded<S>> => {
      if (snapshots === undefined) return readOn(stream, emptyStream);
      const first = await patient.read(stream, { from: 0, limit: shortStream });
      const loaded = first.reduce(next, emptyStream);
      if (first.length < shortStream) return loaded;
      return readOn(stream, (await snapshotOf(stream)) ?? loaded);
    },
  };
};

/** Returns the streams of one category: a bounded cache of folded states, and appends whose outcome is always known. */
export const createEventStreams = <S, E extends DomainEvent>(
  fold: Fold<S, E>,
  {
    store,
    sleep = wait,
    random = Math.random,
    onRetry = () => {},
    onAnswer = () => {},
    remembersCommand = () => true,
  }: StreamsOptions,
): EventStreams<S, E> => {
  const cache = new LRUCache<string, Loaded<S>>({
    maxSize: 500_000,
    sizeCalculation: ({ state }) => 10 + Math.ceil(fold.weigh?.(state) ?? 1),
  });
  const emptyStream: Loaded<S> = {
    state: fold.initial,
    revision: -1,
    position: 0,
    at: '',
    unknownType: null,
    commands: [],
    id: '',
  };

  const next = createNext(fold, remembersCommand);
  const forgetRewound = forgetsRewound(store, () => cache.clear());

  /** @param since rewinds of the log when the folding of it began */
  const keep = (stream: string, loaded: Loaded<S>, since: number): void => {
    if (forgetRewound() !== since) return;
    const there = cache.peek(stream);
    if (there === undefined || there.revision <= loaded.revision) cache.set(stream, loaded);
  };

  const { insist, readFrom, readOn, readAnew } = createReading(fold, next, emptyStream, {
    store,
    sleep,
    random,
    onRetry,
    onAnswer,
  });
  const save = snapshotting(fold.snapshots);

  return {
    emptyStream,
    cachedStream: (stream) => {
      forgetRewound();
      return cache.get(stream);
    },

    refresh: async (stream) => {
      for (;;) {
        const since = forgetRewound();
        const there = cache.get(stream);
        const loaded = await (there ? readOn(stream, there) : readAnew(stream));
        if (forgetRewound() !== since) continue;
        if (loaded.revision >= 0) keep(stream, loaded, since);
        return loaded;
      }
    },

    append: async (stream, base, events, metadata, keepsNew = true) => {
      const envelopes = envelopesOf(stream, base, events, metadata);
      const since = forgetRewound();
      try {
        const appended = await insist(stream, () => store.append(stream, base.revision, envelopes));
        let loaded = base;
        for (const event of appended.events) loaded = next(loaded, { ...event, position: appended.position });
        if (base.revision >= 0 || keepsNew) keep(stream, loaded, since);
        save(stream, base.revision, loaded);
        return { loaded, events: appended.events };
      } catch (error) {
        // A conflict says only that the cache is behind; after anything else, or when the stream is shorter than it was,
        // nothing is known about it.
        if (!(error instanceof ConflictError) || error.actual < error.expected) cache.delete(stream);
        throw error;
      }
    },

    foldAll: async (stream, initial, evolve) => {
      let state = initial;
      await readFrom(stream, 0, (event) => {
        if (fold.types.has(event.type) && event.unreadable === undefined)
          state = evolve(state, event as unknown as E, event.metadata.at);
      });
      return state;
    },
  };
};
