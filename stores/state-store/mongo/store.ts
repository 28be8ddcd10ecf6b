import { randomUUID } from 'node:crypto';
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
const isDuplicate = (error: unknown) => (error as { code?: unknown }).code === 11000;
const entryOf = <T>({ _id, value, version, expires }: Row): StateEntry<T> => ({
  key: _id,
  value: JSON.parse(value) as T,
  version,
  ...(expires === null ? {} : { expiresAt: expires }),
});

const instanceOf = (name: string, startedAt: number) => `${name}@${startedAt}@${randomUUID()}`;
/**
 * Whether `other` is an earlier process of the same name. Two that live under one name by mistake do not take from each
 * other in turns: the later one gets everything.
 */
const precedes = (other: string, own: string) => {
  const [name, startedAt] = own.split('@');
  const [theirs, before] = other.split('@');
  return theirs === name && Number(before) < Number(startedAt);
};

/**
 * State in a MongoDB database that `url` names. Each write is one guarded operation on one document. The clock is the
 * server's, carried on by this process's monotonic clock between looks at it. The server must find and write one
 * document at once, as MongoDB does; FerretDB does not, and fits tests and one process only.
 * @param options.instanceId a name that no two living processes have and that stays over restarts (a StatefulSet's pod):
 *   who comes back under it knows that its predecessor has ended
 */
export const openMongoStateStore = async ({
  url,
  answerWithinMs = 20_000,
  instanceId,
}: {
  url: string;
  instanceId?: string | undefined;
  answerWithinMs?: number;
}): Promise<StateStore> => {
  const client = await openMongo(url, { answerWithinMs, writeConcern: { w: 'majority', journal: true } });
  const db = client.db();
  const rows = db.collection<Row>('state');
  const counters = db.collection<Counter>('state_counter');

  let clock: { server: number; at: number } | undefined;
  const now = async () => {
    if (!clock || performance.now() - clock.at > clockMs) {
      const asked = performance.now();
      const { localTime } = (await db.command({ hello: 1 })) as { localTime: Date };
      const answered = performance.now();
      clock = { server: localTime.getTime(), at: (asked + answered) / 2 };
    }
    return Math.round(clock.server + performance.now() - clock.at);
  };
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
  const living = (at: number) => ({ $or: [{ expires: null }, { expires: { $gt: at } }] });
  let swept = 0;
  const sweep = async (at: number) => {
    if (at - swept < sweepEvery) return;
    swept = at;
    await rows.deleteMany({ expires: { $ne: null, $lte: at } });
  };

  let instance: string | undefined;
  try {
    await rows.createIndex({ expires: 1 });
    if (instanceId !== undefined) instance = instanceOf(instanceId, await now());
  } catch (error) {
    await client.close();
    throw error;
  }

  /** Null: only where nothing living stands. */
  const insert = async (row: Row, at: number) => {
    try {
      await rows.insertOne(row);
      return true;
    } catch (error) {
      if (!isDuplicate(error)) throw error;
    }
    const { matchedCount } = await rows.replaceOne({ _id: row._id, expires: { $ne: null, $lte: at } }, row);
    return matchedCount === 1;
  };
  const overwrite = async (row: Row) => {
    try {
      await rows.replaceOne({ _id: row._id, version: { $lt: row.version } }, row, { upsert: true });
    } catch (error) {
      // A later version stands there: it has overwritten this one before it was seen.
      if (!isDuplicate(error)) throw error;
    }
    return true;
  };

  return {
    get: async <T>(key: string) => {
      const row = await rows.findOne({ _id: key, ...living(await now()) });
      return row ? entryOf<T>(row) : undefined;
    },
    set: async <T>(key: string, value: T, options: SetOptions = {}) => {
      const json = JSON.stringify(value);
      if (json === undefined) throw new TypeError(`state ${key}: the value is not JSON`);
      const at = await now();
      await sweep(at);
      const { expected, ttlMs } = options;
      const row: Row = {
        _id: key,
        value: json,
        version: await nextVersion(),
        expires: ttlMs === undefined ? null : at + ttlMs,
      };
      const written =
        expected === undefined
          ? await overwrite(row)
          : expected === null
            ? await insert(row, at)
            : (await rows.replaceOne({ _id: key, version: expected, ...living(at) }, row)).matchedCount === 1;
      return written ? entryOf<T>(row) : undefined;
    },
    delete: async (key, options = {}) => {
      const { expected } = options;
      const { deletedCount } = await rows.deleteOne({
        _id: key,
        ...living(await now()),
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
      const found = rows.find({ _id: range, ...living(await now()) }).sort({ _id: 1 });
      if (options.limit !== undefined) found.limit(options.limit);
      return (await found.toArray()).map((row) => entryOf<T>(row));
    },
    ...(instance && { instance, isGone: (other: string) => precedes(other, instance) }),
    now,
    // A read of the collection itself: a server that only answers `ping` may have no primary.
    ping: async () => {
      await rows.findOne({ _id: 'ping' }, { projection: { _id: 1 } });
    },
    close: () => client.close(),
  };
};
