import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import { type CollectionSpec, FencedError, type ReadStore } from '../../../projections/ports/read-store.ts';
import { openMongo } from '../../mongo-client.ts';
import { createListeners } from '../commit-listeners.ts';
import { seenEveryMs, versionOf } from '../fields.ts';
import { mongoTable } from './fields.ts';
import { type MongoGeneration, mongoGeneration } from './generation.ts';
import { isDuplicate } from './notices.ts';
import { mongoVersions } from './versions.ts';

/** Raised when the rows' shape changes: stored generations are then rebuilt. */
const format = 'mongo-2';
/** A read may use the generation named this long ago; a replaced one is therefore dropped only later. */
const pointerMs = 50;
const dropAfterMs = 5_000;

/**
 * Read models in a MongoDB database, without transactions or change streams: each step of a commit is idempotent, and
 * a commit broken off is repeated whole. `url` names the database; several processes may open it, of several versions of
 * the read models: each has a pointer to its own live generation, whose collections' names begin with the version.
 */
export const openMongoReadStore = async (options: {
  url: string;
  collections: readonly CollectionSpec[];
  /** See the SQLite store's. */
  folds?: string;
  log?: Logger;
  /** See the state store's; large deletions and counts take their time. Default 60 s. */
  answerWithinMs?: number;
}): Promise<ReadStore> => {
  const { collections, log } = options;
  const client = await openMongo(options.url, { answerWithinMs: options.answerWithinMs ?? 60_000 });
  const db = client.db();
  const tables = new Map(collections.map((spec) => [spec.name, mongoTable(spec)]));
  const version = versionOf(collections, format, options.folds);
  const versions = mongoVersions(db, version);
  const listeners = createListeners(log);
  const timers = new Set<NodeJS.Timeout>();
  const open = (id: string) => mongoGeneration(db, id, tables);

  let held: { generation: MongoGeneration; until: number } | undefined;
  const make = async () => {
    // The time of its making comes first: a sweep leaves younger generations alone.
    const made = open(`v${version}g${Date.now().toString(36)}${randomBytes(4).toString('hex')}`);
    await made.prepare();
    return made;
  };
  const latest = async (): Promise<MongoGeneration> => {
    const live = await versions.live();
    if (live === undefined) {
      const first = await make();
      try {
        await versions.name(first.id);
      } catch (error) {
        await first.drop();
        if (!isDuplicate(error)) throw error;
      }
      return latest();
    }
    const generation = held?.generation.id === live ? held.generation : open(live);
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
    if (!(await versions.replace(old.id, next.id))) return false;
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
    await versions.markSeen();
  } catch (error) {
    await client.close();
    throw error;
  }

  const seeing = setInterval(() => {
    versions.markSeen().catch((err) => log?.warn({ err }, 'cannot say that the read models are open here'));
  }, seenEveryMs).unref();

  /** Generations left by a build that never ended, or replaced by a process that ended too soon to drop them. */
  const sweep = async (keep: string) => {
    const live = (await latest()).id;
    for (const { name } of await db.listCollections({}, { nameOnly: true }).toArray()) {
      const id = name.slice(0, name.indexOf('_'));
      if (id.startsWith(`v${version}g`) && id !== live && id !== keep) await db.dropCollection(name);
    }
  };

  const storeOn = (generation: () => Promise<MongoGeneration>, live: () => boolean): ReadStore => ({
    version,
    forCompany: (companyId) => following(companyId, async () => (await generation()).reader(companyId)),
    allCompanies: () => following('*', async () => (await generation()).reader(undefined)),
    load: async (collection, ids) => (await generation()).load(collection, ids),
    commit: async (commit) => {
      for (;;) {
        const target = live() ? await latest() : await generation();
        await target.commit(commit);
        // Replaced while it was written: the new generation needs it too.
        if (!live() || (await versions.live()) === target.id) break;
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
    trimNotices: async (keep, companyId) => (await generation()).notices.trim(keep, companyId),
    sweepVersions: (unseenMs) => versions.sweep(unseenMs, log),
    ping: async () => {
      await db.command({ ping: 1 });
    },
    close: async () => {
      clearInterval(seeing);
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
