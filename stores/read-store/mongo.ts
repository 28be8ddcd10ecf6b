import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import { type CollectionSpec, FencedError, type ReadStore } from '../../projections/ports/read-store.ts';
import { openMongo } from '../mongo-client.ts';
import { createListeners } from './commit-listeners.ts';
import { fingerprint as fingerprintOf } from './fields.ts';
import { mongoTable } from './mongo-fields.ts';
import { type MongoGeneration, mongoGeneration } from './mongo-generation.ts';
import { isDuplicate } from './mongo-notices.ts';

/** Raised when the rows' shape changes: stored generations are then rebuilt. */
const format = 'mongo-2';
/** A read may use the generation named this long ago; a replaced one is therefore dropped only later. */
const pointerMs = 50;
const dropAfterMs = 5_000;

interface Pointer {
  readonly _id: 'current';
  readonly generation: string;
  readonly fingerprint: string;
}

/**
 * Read models in a MongoDB database, without transactions or change streams: each step of a commit is idempotent, and
 * a commit broken off is repeated whole. `url` names the database; several processes may open it.
 */
export const openMongoReadStore = async (options: {
  url: string;
  collections: readonly CollectionSpec[];
  log?: Logger;
  /** See the state store's; large deletions and counts take their time. Default 60 s. */
  answerWithinMs?: number;
}): Promise<ReadStore> => {
  const { collections, log } = options;
  const client = await openMongo(options.url, { answerWithinMs: options.answerWithinMs ?? 60_000 });
  const db = client.db();
  const tables = new Map(collections.map((spec) => [spec.name, mongoTable(spec)]));
  const fingerprint = fingerprintOf(collections, format);
  const pointers = db.collection<Pointer>('read_store');
  const listeners = createListeners(log);
  const timers = new Set<NodeJS.Timeout>();
  const open = (id: string) => mongoGeneration(db, id, tables);

  let held: { generation: MongoGeneration; until: number } | undefined;
  const make = async () => {
    // The time of its making comes first: a sweep leaves younger generations alone.
    const made = open(`g${Date.now().toString(36)}${randomBytes(4).toString('hex')}`);
    await made.prepare();
    return made;
  };
  const readPointer = () => pointers.findOne({ _id: 'current' });
  const latest = async (): Promise<MongoGeneration> => {
    const pointer = await readPointer();
    if (!pointer) {
      const first = await make();
      try {
        await pointers.insertOne({ _id: 'current', generation: first.id, fingerprint });
      } catch (error) {
        await first.drop();
        if (!isDuplicate(error)) throw error;
      }
      return latest();
    }
    const generation =
      held?.generation.id === pointer.generation ? held.generation : open(pointer.generation);
    held = { generation, until: performance.now() + pointerMs };
    return generation;
  };
  const current = async () => (held && performance.now() < held.until ? held.generation : latest());

  const activate = async (next: MongoGeneration): Promise<boolean> => {
    const old = await latest();
    const names = await db.listCollections({}, { nameOnly: true }).toArray();
    if (!names.some(({ name }) => name.startsWith(`${next.id}_`)))
      throw new FencedError(`generation ${next.id} was removed by a newer builder`);
    await next.notices.inherit(old.notices);
    await next.raiseFences(await old.fences());
    const { matchedCount } = await pointers.updateOne(
      { _id: 'current', generation: old.id },
      { $set: { generation: next.id, fingerprint } },
    );
    if (matchedCount === 0) return false;
    held = undefined;
    const timer = setTimeout(() => {
      timers.delete(timer);
      // Left to the next sweep when it fails.
      old.drop().catch((err) => log?.warn({ err, generation: old.id }, 'old generation not dropped'));
    }, dropAfterMs).unref();
    timers.add(timer);
    return true;
  };

  try {
    await latest();
    if ((await readPointer())?.fingerprint !== fingerprint) {
      log?.warn('indexes changed: read models will be rebuilt');
      const empty = await make();
      // Another process that starts at the same moment may have done it.
      let done = false;
      while (!done && (await readPointer())?.fingerprint !== fingerprint) done = await activate(empty);
      if (!done) await empty.drop();
    }
  } catch (error) {
    await client.close();
    throw error;
  }

  /** Generations left by a build that never ended, or replaced by a process that ended too soon to drop them. */
  const sweep = async (keep: string) => {
    const live = (await latest()).id;
    for (const { name } of await db.listCollections({}, { nameOnly: true }).toArray()) {
      const id = /^(g[0-9a-z]+)_/.exec(name)?.[1];
      if (id !== undefined && id !== live && id !== keep) await db.dropCollection(name);
    }
  };

  const storeOn = (generation: () => Promise<MongoGeneration>, live: () => boolean): ReadStore => ({
    forCompany: (companyId) => following(companyId, async () => (await generation()).reader(companyId)),
    allCompanies: () => following('*', async () => (await generation()).reader(undefined)),
    load: async (collection, ids) => (await generation()).load(collection, ids),
    commit: async (commit) => {
      for (;;) {
        const target = live() ? await latest() : await generation();
        await target.commit(commit);
        // Replaced while it was written: the new generation needs it too.
        if (!live() || (await readPointer())?.generation === target.id) break;
      }
      if (live()) listeners.tell(commit.notices, commit.position);
    },
    checkpoint: async (projector) => (await generation()).checkpoint(projector),
    heads: async () => (await generation()).notices.heads(),
    changes: async (companyId, after, limit) => (await generation()).notices.changes(companyId, after, limit),
    tail: async (after, limit) => (await generation()).notices.tail(after, limit),
    onCommit: listeners.add,
    generation: async () => (live() ? (await latest()).id : (await generation()).id),
    newGeneration: async () => {
      const built = await make();
      await sweep(built.id);
      let state: 'building' | 'live' | 'gone' = 'building';
      const target = async () => {
        if (state === 'gone') throw new Error(`generation ${built.id} is closed`);
        return state === 'live' ? current() : built;
      };
      const discard = async () => {
        if (state !== 'building') return;
        state = 'gone';
        await built.drop();
      };
      return {
        ...storeOn(target, () => state === 'live'),
        // Its indexes stand from the start: deletions look for documents by them.
        index: async () => {},
        activate: async () => {
          if (state === 'live') return;
          while (!(await activate(await target())));
          state = 'live';
        },
        discard,
        close: discard,
      };
    },
    trimNotices: async (keep) => (await generation()).notices.trim(keep),
    ping: async () => {
      await db.command({ ping: 1 });
    },
    close: async () => {
      for (const timer of timers) clearTimeout(timer);
      listeners.clear();
      await client.close();
    },
  });
  return storeOn(current, () => true);
};

/** A reader kept by its user must see the switch to another generation too. */
const following = (
  companyId: string,
  reader: () => Promise<ReturnType<ReadStore['forCompany']>>,
): ReturnType<ReadStore['forCompany']> => ({
  companyId,
  get: async (collection, id) => (await reader()).get(collection, id),
  getMany: async (collection, ids) => (await reader()).getMany(collection, ids),
  find: async (collection, query) => (await reader()).find(collection, query),
  count: async (collection, query) => (await reader()).count(collection, query),
  ids: async (collection, query) => (await reader()).ids(collection, query),
  groupCount: async (collection, field, query) => (await reader()).groupCount(collection, field, query),
});
