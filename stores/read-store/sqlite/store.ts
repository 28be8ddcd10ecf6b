import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type {
  CollectionSpec,
  Commit,
  CompanyReader,
  NewGeneration,
  ReadStore,
} from '../../../projections/ports/read-store.ts';
import type { ThreadLoad } from '../../threads/load-thread.ts';
import { createListeners } from '../commit-listeners.ts';
import { versionOf } from '../fields.ts';
import { createCommitThread } from './commit-thread.ts';
import type { Generation } from './generation.ts';
import { type Generations, openGenerations } from './generations.ts';
import { format, tableOf } from './schema.ts';
import { keepSeen, sweepUnseen } from './versions.ts';

export interface ReadStoreOptions {
  readonly collections: readonly CollectionSpec[];
  /** Names the folds that make the documents: read models of other folds are not these. */
  readonly folds?: string;
  readonly log?: Logger;
  /** From which load on commits are made by a thread beside the caller's; absent: never. */
  readonly commitsApart?: 'usual' | ThreadLoad;
}

/** What the store has in common with the generations that are built beside it. */
interface Shared {
  readonly version: string;
  readonly generations: Generations;
  readonly listeners: ReturnType<typeof createListeners>;
  /** Commits to the live generation beside the caller's thread; undefined: they are all made on it. */
  readonly thread: ReturnType<typeof createCommitThread> | undefined;
  readonly sweepVersions: ReadStore['sweepVersions'];
  readonly close: ReadStore['close'];
}

/**
 * Returns read models in a folder: a folder for each version of them, in it one SQLite file a generation and `current`,
 * which names the live one. Several processes may open it, of several versions: each version is built, served and
 * replaced by itself. Where a version is new its generation is empty: `checkpoint` is undefined and the projector
 * builds it.
 */
export async function openSqliteReadStore(options: ReadStoreOptions & { path: string }): Promise<ReadStore> {
  const { path, collections, folds, log, commitsApart } = options;
  const version = versionOf(collections, format, folds);
  const folder = join(path, version);
  mkdirSync(folder, { recursive: true });
  const unsee = keepSeen(folder);
  const tables = new Map(collections.map((spec) => [spec.name, tableOf(spec)]));
  const generations = openGenerations(folder, tables, log);
  const listeners = createListeners(log);
  try {
    generations.current();
  } catch (error) {
    unsee();
    throw error;
  }
  const thread = commitsApart
    ? createCommitThread(
        { path, collections, folds },
        log,
        commitsApart === 'usual' ? undefined : commitsApart,
      )
    : undefined;
  const sharedParts: Shared = {
    version,
    generations,
    listeners,
    thread,
    sweepVersions: (unseenMs) => sweepUnseen(path, version, unseenMs, log),
    close: async () => {
      await thread?.close();
      unsee();
      generations.close();
      listeners.clear();
    },
  };
  return storeOn(sharedParts, generations.current, () => true);
}

function storeOn(
  sharedParts: Shared,
  generation: (once?: boolean) => Generation,
  isLive: () => boolean,
): ReadStore {
  const { version, generations, listeners, thread, sweepVersions, close } = sharedParts;
  const commitHere = (commit: Commit): void => {
    for (;;) {
      const target = generation();
      if (target.commit(commit, () => !isLive() || generations.isLive(target.id))) return;
    }
  };
  return {
    version,
    forCompany: (companyId) => followReader(() => generation(true).reader(companyId), companyId),
    allCompanies: () => followReader(() => generation(true).reader(undefined), '*'),
    load: async (collection, ids) => generation().load(collection, ids),
    commit: async (commit) => {
      if (thread && isLive()) await thread.commit(commit, () => commitHere(commit));
      else commitHere(commit);
      if (isLive()) listeners.tell(commit.notices, commit.position);
    },
    checkpoint: async (projector) => generation().checkpoints.of(projector),
    heads: async () => generation().notices.heads(),
    changes: async (companyId, after, limit) => generation().notices.changes(companyId, after, limit),
    tail: async (after, limit) => generation().notices.tail(after, limit),
    onCommit: listeners.add,
    generation: async () => generation().id,
    newGeneration: async () => buildBeside(sharedParts),
    trimNotices: async (keep, companyId) => generation().notices.trim(keep, companyId),
    sweepVersions,
    ping: async () => {
      generation().database.get('SELECT 1');
    },
    giveBack: () => {
      thread?.giveBack();
      generation().giveBack();
    },
    close,
  };
}

/** Returns a store on a new generation, which is the live one from its activation on. */
function buildBeside(sharedParts: Shared): NewGeneration {
  const { generations } = sharedParts;
  const builtGeneration = generations.make();
  generations.sweep(builtGeneration.id);
  let state: 'building' | 'live' | 'gone' = 'building';
  const end = (next: 'live' | 'gone') => {
    state = next;
    builtGeneration.close();
  };
  const generation = (once?: boolean) => {
    if (state === 'gone') throw new Error(`generation ${builtGeneration.id} is closed`);
    return state === 'live' ? generations.current(once) : builtGeneration;
  };
  const discard = async () => {
    if (state !== 'building') return;
    end('gone');
    generations.remove(builtGeneration.id);
  };
  return {
    ...storeOn(sharedParts, generation, () => state === 'live'),
    index: async () => generation().index(),
    activate: async () => {
      if (state === 'live') return;
      while (!generations.activate(generation()));
      // Opened anew by the next call, with the settings of a live file.
      end('live');
    },
    discard,
    close: discard,
  };
}

/** Returns a reader that its user may keep: it sees the switch to another generation too. */
function followReader(reader: () => CompanyReader, companyId: string): CompanyReader {
  return {
    companyId,
    get: (collection, id) => reader().get(collection, id),
    getMany: (collection, ids) => reader().getMany(collection, ids),
    find: (collection, query) => reader().find(collection, query),
    ids: (collection, query) => reader().ids(collection, query),
    count: (collection, query) => reader().count(collection, query),
    groupCount: (collection, field, query) => reader().groupCount(collection, field, query),
  };
}
