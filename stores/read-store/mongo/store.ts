import type { Logger } from 'pino';
import type {
  CollectionSpec,
  CompanyReader,
  NewGeneration,
  ReadStore,
} from '../../../projections/ports/read-store.ts';
import { openMongo } from '../../mongo-client.ts';
import { createListeners } from '../commit-listeners.ts';
import { seenEveryMs, versionOf } from '../fields.ts';
import { mongoTable } from './fields.ts';
import type { MongoGeneration } from './generation.ts';
import { type MongoGenerations, mongoGenerations } from './generations.ts';
import { mongoVersions } from './versions.ts';

/** Raised when the rows' shape changes: stored generations are then rebuilt. */
const format = 'mongo-2';

/** What the store has in common with the generations that are built beside it. */
interface Shared {
  readonly version: string;
  readonly generations: MongoGenerations;
  readonly listeners: ReturnType<typeof createListeners>;
  readonly sweepVersions: ReadStore['sweepVersions'];
  readonly ping: ReadStore['ping'];
  readonly close: ReadStore['close'];
}

/**
 * Returns read models in a MongoDB database, without transactions or change streams: each step of a commit is
 * idempotent, and a commit broken off is repeated whole. `url` names the database; several processes may open it, of
 * several versions of the read models: each has a pointer to its own live generation, whose collections' names begin
 * with the version.
 */
export async function openMongoReadStore(options: {
  url: string;
  collections: readonly CollectionSpec[];
  /** See the SQLite store's. */
  folds?: string;
  log?: Logger;
  /** See the state store's; large deletions and counts take their time. Default 60 s. */
  answerWithinMs?: number;
}): Promise<ReadStore> {
  const { collections, log } = options;
  const client = await openMongo(options.url, { answerWithinMs: options.answerWithinMs ?? 60_000 });
  const db = client.db();
  const tables = new Map(collections.map((spec) => [spec.name, mongoTable(spec)]));
  const version = versionOf(collections, format, options.folds);
  const versions = mongoVersions(db, version);
  const generations = mongoGenerations({ db, version, versions, tables, log });
  const listeners = createListeners(log);
  try {
    await generations.latest();
    await versions.markSeen();
  } catch (error) {
    await client.close();
    throw error;
  }
  const seeing = setInterval(() => {
    versions.markSeen().catch((err) => log?.warn({ err }, 'cannot say that the read models are open here'));
  }, seenEveryMs).unref();
  const sharedParts: Shared = {
    version,
    generations,
    listeners,
    sweepVersions: (unseenMs) => versions.sweep(unseenMs, log),
    ping: async () => {
      await db.command({ ping: 1 });
    },
    close: async () => {
      clearInterval(seeing);
      generations.close();
      listeners.clear();
      await client.close();
    },
  };
  return storeOn(sharedParts, generations.current, () => true);
}

function storeOn(
  sharedParts: Shared,
  generation: () => Promise<MongoGeneration>,
  isLive: () => boolean,
): ReadStore {
  const { version, generations, listeners, sweepVersions, ping, close } = sharedParts;
  return {
    version,
    forCompany: (companyId) => followReader(companyId, async () => (await generation()).reader(companyId)),
    allCompanies: () => followReader('*', async () => (await generation()).reader(undefined)),
    load: async (collection, ids) => (await generation()).load(collection, ids),
    commit: async (commit) => {
      for (;;) {
        const target = isLive() ? await generations.latest() : await generation();
        await target.commit(commit);
        // Replaced while it was written: the new generation needs it too.
        if (!isLive() || (await generations.isLive(target.id))) break;
      }
      if (isLive()) listeners.tell(commit.notices, commit.position);
    },
    checkpoint: async (projector) => (await generation()).checkpoints.of(projector),
    heads: async () => (await generation()).notices.heads(),
    changes: async (companyId, after, limit) => (await generation()).notices.changes(companyId, after, limit),
    tail: async (after, limit) => (await generation()).notices.tail(after, limit),
    onCommit: listeners.add,
    generation: async () => (isLive() ? (await generations.latest()).id : (await generation()).id),
    newGeneration: () => buildBeside(sharedParts),
    trimNotices: async (keep, companyId) => (await generation()).notices.trim(keep, companyId),
    sweepVersions,
    ping,
    close,
  };
}

/** Returns a store on a new generation, which is the live one from its activation on. */
async function buildBeside(sharedParts: Shared): Promise<NewGeneration> {
  const { generations } = sharedParts;
  const builtGeneration = await generations.make();
  await generations.sweep(builtGeneration.id);
  let state: 'building' | 'live' | 'gone' = 'building';
  const generation = async () => {
    if (state === 'gone') throw new Error(`generation ${builtGeneration.id} is closed`);
    return state === 'live' ? generations.current() : builtGeneration;
  };
  const discard = async () => {
    if (state !== 'building') return;
    state = 'gone';
    await builtGeneration.drop();
  };
  return {
    ...storeOn(sharedParts, generation, () => state === 'live'),
    // Its indexes stand from the start: deletions look for documents by them.
    index: async () => {},
    activate: async () => {
      if (state === 'live') return;
      while (!(await generations.activate(await generation())));
      state = 'live';
    },
    discard,
    close: discard,
  };
}

/** Returns a reader that its user may keep: it sees the switch to another generation too. */
function followReader(companyId: string, reader: () => Promise<CompanyReader>): CompanyReader {
  return {
    companyId,
    get: async (collection, id) => (await reader()).get(collection, id),
    getMany: async (collection, ids) => (await reader()).getMany(collection, ids),
    find: async (collection, query) => (await reader()).find(collection, query),
    count: async (collection, query) => (await reader()).count(collection, query),
    ids: async (collection, query) => (await reader()).ids(collection, query),
    groupCount: async (collection, field, query) => (await reader()).groupCount(collection, field, query),
  };
}
