/** The state store on servers of MongoDB's protocol, for processes that share no disk. */

import { randomUUID } from 'node:crypto';
import type { Collection, Db } from 'mongodb';
import type { SetOptions, StateEntry, StateStore } from '../../../domain/ports/state-store.ts';
import { openMongo } from '../../mongo-client.ts';
import { keyAfter } from '../key-range.ts';

interface Row {
  readonly _id: string;
  /** JSON: a key of the value may hold `$` or a dot. */
  readonly value: string;
  readonly version: number;
  readonly expires: number | null;
}
interface Counter {
  readonly _id: 'version';
  readonly value: number;
}

const sweepEvery = 10_000;
const clockMs = 5_000;

function isDuplicate(error: unknown): boolean {
  return (error as { code?: unknown }).code === 11000;
}

function entryOf<T>({ _id, value, version, expires }: Row): StateEntry<T> {
  return {
    key: _id,
    value: JSON.parse(value) as T,
    version,
    ...(expires === null ? {} : { expiresAt: expires }),
  };
}

function instanceOf(name: string, startedAt: number): string {
  return `${name}@${startedAt}@${randomUUID()}`;
}

/**
 * Whether `other` is an earlier process of the same name. Two that live under one name by mistake do not take from each
 * other in turns: the later one gets everything.
 */
function precedes(other: string, own: string): boolean {
  const [name, startedAt] = own.split('@');
  const [theirs, before] = other.split('@');
  return theirs === name && Number(before) < Number(startedAt);
}

function livingAt(at: number) {
  return { $or: [{ expires: null }, { expires: { $gt: at } }] };
}

/** Returns the server's clock, carried on by this process's monotonic one between looks at it. */
function createServerClock(db: Db) {
  let seenClock: { server: number; at: number } | undefined;
  return async (): Promise<number> => {
    if (!seenClock || performance.now() - seenClock.at > clockMs) {
      const asked = performance.now();
      const { localTime } = (await db.command({ hello: 1 })) as { localTime: Date };
      const answered = performance.now();
      seenClock = { server: localTime.getTime(), at: (asked + answered) / 2 };
    }
    return Math.round(seenClock.server + performance.now() - seenClock.at);
  };
}

/** Returns what counts the versions of all entries. */
function createVersions(db: Db) {
  const counters = db.collection<Counter>('state_counter');
  const nextVersion = async (): Promise<number> => {
    try {
      const counter = await counters.findOneAndUpdate(
        { _id: 'version' },
        { $inc: { value: 1 } },
        { upsert: true, returnDocument: 'after' },
      );
      return counter!.value;
    } catch (error) {
      // Two first writes at once: one of them made the counter.
      if (isDuplicate(error)) return nextVersion();
      throw error;
    }
  };
  return nextVersion;
}

/** Returns what removes the rows whose time is over, now and then. */
function createSweep(rows: Collection<Row>) {
  let swept = 0;
  return async (at: number): Promise<void> => {
    if (at - swept < sweepEvery) return;
    swept = at;
    await rows.deleteMany({ expires: { $ne: null, $lte: at } });
  };
}

/** Returns whether a row was written, where no living one stands. */
async function insert(rows: Collection<Row>, row: Row, at: number): Promise<boolean> {
  try {
    await rows.insertOne(row);
    return true;
  } catch (error) {
    if (!isDuplicate(error)) throw error;
  }
  const { matchedCount } = await rows.replaceOne({ _id: row._id, expires: { $ne: null, $lte: at } }, row);
  return matchedCount === 1;
}

async function overwrite(rows: Collection<Row>, row: Row): Promise<boolean> {
  try {
    await rows.replaceOne({ _id: row._id, version: { $lt: row.version } }, row, { upsert: true });
  } catch (error) {
    // A later version stands there: it has overwritten this one before it was seen.
    if (!isDuplicate(error)) throw error;
  }
  return true;
}

/** Returns whether a row was written, where the expected version stands and lives. */
async function replace(rows: Collection<Row>, row: Row, expected: number, at: number): Promise<boolean> {
  const { matchedCount } = await rows.replaceOne({ _id: row._id, version: expected, ...livingAt(at) }, row);
  return matchedCount === 1;
}

/**
 * Returns state in a MongoDB database that `url` names. Each write is one guarded operation on one document. The clock
 * is the server's, carried on by this process's monotonic clock between looks at it. The server must find and write one
 * document at once, as MongoDB does; FerretDB does not, and fits tests and one process only.
 * @param options.instanceId a name that no two living processes have and that stays over restarts (a StatefulSet's
 * pod): who comes back under it knows that its predecessor has ended
 */
export async function openMongoStateStore({
  url,
  answerWithinMs = 20_000,
  instanceId,
}: {
  url: string;
  instanceId?: string | undefined;
  answerWithinMs?: number;
}): Promise<StateStore> {
  const client = await openMongo(url, { answerWithinMs, writeConcern: { w: 'majority', journal: true } });
  const db = client.db();
  const rows = db.collection<Row>('state');
  const now = createServerClock(db);
  const nextVersion = createVersions(db);
  const sweep = createSweep(rows);

  let instance: string | undefined;
  try {
    await rows.createIndex({ expires: 1 });
    if (instanceId !== undefined) instance = instanceOf(instanceId, await now());
  } catch (error) {
    await client.close();
    throw error;
  }

  return {
    get: async <T>(key: string) => {
      const row = await rows.findOne({ _id: key, ...livingAt(await now()) });
      return row ? entryOf<T>(row) : undefined;
    },
    set: async <T>(key: string, value: T, options: SetOptions = {}) => {
      const json = JSON.stringify(value);
      if (json === undefined) throw new TypeError(`state ${key}: the value is not JSON`);
      const at = await now();
      await sweep(at);
      const { expected: expectedVersion, ttlMs } = options;
      const row: Row = {
        _id: key,
        value: json,
        version: await nextVersion(),
        expires: ttlMs === undefined ? null : at + ttlMs,
      };
      const written =
        expectedVersion === undefined
          ? await overwrite(rows, row)
          : expectedVersion === null
            ? await insert(rows, row, at)
            : await replace(rows, row, expectedVersion, at);
      return written ? entryOf<T>(row) : undefined;
    },
    delete: async (key, options = {}) => {
      const { expected } = options;
      const { deletedCount } = await rows.deleteOne({
        _id: key,
        ...livingAt(await now()),
        ...(expected === undefined ? {} : { version: expected }),
      });
      return deletedCount === 1;
    },
    list: async <T>(prefix: string, options: { after?: string; limit?: number } = {}) => {
      if (options.limit === 0) return [];
      const end = keyAfter(prefix);
      const range = {
        $gte: prefix,
        ...(options.after === undefined ? {} : { $gt: options.after }),
        ...(end === undefined ? {} : { $lt: end }),
      };
      const cursor = rows.find({ _id: range, ...livingAt(await now()) }).sort({ _id: 1 });
      if (options.limit !== undefined) cursor.limit(options.limit);
      return (await cursor.toArray()).map((row) => entryOf<T>(row));
    },
    ...(instance && { instance, isGone: (other: string) => precedes(other, instance) }),
    now,
    // A read of the collection itself: a server that only answers `ping` may have no primary.
    ping: async () => {
      await rows.findOne({ _id: 'ping' }, { projection: { _id: 1 } });
    },
    close: () => client.close(),
  };
}
