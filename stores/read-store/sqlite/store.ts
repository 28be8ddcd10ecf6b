import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { type CollectionSpec, FencedError, type ReadStore } from '../../../projections/ports/read-store.ts';
import { createListeners } from '../commit-listeners.ts';
import { versionOf } from '../fields.ts';
import { type Generation, openGeneration } from './generation.ts';
import { openPointer } from './pointer.ts';
import { format, tableOf } from './schema.ts';
import { keepSeen, sweepUnseen } from './versions.ts';

/** SQLITE_CORRUPT and SQLITE_NOTADB. */
const isDamaged = (error: unknown) =>
  error instanceof Error &&
  'errcode' in error &&
  typeof error.errcode === 'number' &&
  [11, 26].includes(error.errcode & 0xff);

export interface ReadStoreOptions {
  readonly collections: readonly CollectionSpec[];
  /** Names the folds that make the documents: read models of other folds are not these. */
  readonly folds?: string;
  readonly log?: Logger;
}

/**
 * Read models in a folder: a folder for each version of them, in it one SQLite file a generation and `current`, which
 * names the live one. Several processes may open it, of several versions: each version is built, served and replaced by
 * itself. Where a version is new its generation is empty: `checkpoint` is undefined and the projector builds it.
 */
export const openSqliteReadStore = async (
  options: ReadStoreOptions & { path: string },
): Promise<ReadStore> => {
  const { path, collections, log } = options;
  const version = versionOf(collections, format, options.folds);
  const folder = join(path, version);
  mkdirSync(folder, { recursive: true });
  const unsee = keepSeen(folder);
  const tables = new Map(collections.map((spec) => [spec.name, tableOf(spec)]));
  const pointer = openPointer(folder);
  const pathOf = (id: string) => join(folder, `${id}.sqlite`);
  const newId = () => `g${Date.now().toString(36)}${randomBytes(4).toString('hex')}`;
  const make = () => {
    const id = newId();
    // Swept away, perhaps, after a long time in which this process could not say that it has it open.
    mkdirSync(folder, { recursive: true });
    return openGeneration({ id, path: pathOf(id), tables, fresh: true });
  };
  const remove = (id: string) => {
    for (const end of ['', '-wal', '-shm']) rmSync(`${pathOf(id)}${end}`, { force: true });
  };
  const listeners = createListeners(log);

  let held: Generation | undefined;
  let closed = false;
  /** `once`: what is only read may be of the generation that this turn of the event loop has seen. */
  const current = (once = false): Generation => {
    if (closed) throw new Error('the read store is closed');
    const id = once ? pointer.readOnce() : pointer.read();
    if (held && held.id === id) return held;
    if (id === undefined) {
      const first = make();
      first.settle();
      if (!pointer.create(first.id)) {
        first.close();
        remove(first.id);
      } else {
        held?.close();
        held = first;
        return first;
      }
      return current();
    }
    try {
      const next = openGeneration({ id, path: pathOf(id), tables });
      held?.close();
      held = next;
      return next;
    } catch (error) {
      // Another id: replaced and removed between the look at the pointer and the opening.
      if (pointer.read() === id) {
        if (!isDamaged(error))
          throw new Error(`${pathOf(id)}: ${(error as Error).message}`, { cause: error });
        replaceDamaged(id, error);
      }
    }
    return current();
  };

  /** Everything in it is in the log as well: an empty generation takes its place, and the projector builds it anew. */
  const replaceDamaged = (id: string, error: unknown) => {
    log?.error({ err: error, file: pathOf(id) }, 'read models are damaged and will be rebuilt from the log');
    const empty = make();
    empty.settle();
    empty.close();
    pointer.write(empty.id);
    remove(id);
  };

  /** Makes `next` the live generation. The old one is locked meanwhile, so that no commit to it can be lost unseen. */
  const activate = (next: Generation): boolean => {
    const old = current();
    const done = old.database.transaction(() => {
      if (pointer.read() !== old.id) return false;
      if (!existsSync(next.path))
        throw new FencedError(`generation ${next.id} was removed by a newer builder`);
      next.inherit(old);
      next.settle();
      pointer.write(next.id);
      return true;
    });
    if (done) remove(old.id);
    return done;
  };

  try {
    current();
  } catch (error) {
    unsee();
    throw error;
  }

  /** Generations left by a build that never ended; only the holder of the projector's lease builds. */
  const sweep = (keep: string) => {
    const old = current();
    old.database.transaction(() => {
      for (const file of readdirSync(folder)) {
        const id = file.replace(/\.sqlite(-wal|-shm)?$/, '');
        if (id !== file && id !== pointer.read() && id !== keep) rmSync(join(folder, file), { force: true });
      }
    });
  };

  const storeOn = (generation: (once?: boolean) => Generation, live: () => boolean): ReadStore => ({
    version,
    forCompany: (companyId) => following(() => generation(true).reader(companyId), companyId),
    allCompanies: () => following(() => generation(true).reader(undefined), '*'),
    load: async (collection, ids) => generation().load(collection, ids),
    commit: async (commit) => {
      for (;;) {
        const target = generation();
        if (target.commit(commit, () => !live() || pointer.read() === target.id)) break;
      }
      if (live()) listeners.tell(commit.notices, commit.position);
    },
    checkpoint: async (projector) => generation().checkpoints.of(projector),
    heads: async () => generation().notices.heads(),
    changes: async (companyId, after, limit) => generation().notices.changes(companyId, after, limit),
    tail: async (after, limit) => generation().notices.tail(after, limit),
    onCommit: listeners.add,
    generation: async () => generation().id,
    newGeneration: async () => {
      const built = make();
      sweep(built.id);
      let state: 'building' | 'live' | 'gone' = 'building';
      const end = (next: 'live' | 'gone') => {
        state = next;
        built.close();
      };
      const discard = async () => {
        if (state !== 'building') return;
        end('gone');
        remove(built.id);
      };
      const generation = (once?: boolean) => {
        if (state === 'gone') throw new Error(`generation ${built.id} is closed`);
        return state === 'live' ? current(once) : built;
      };
      return {
        ...storeOn(generation, () => state === 'live'),
        index: async () => generation().index(),
        activate: async () => {
          if (state === 'live') return;
          while (!activate(generation()));
          // Opened anew by the next call, with the settings of a live file.
          end('live');
        },
        discard,
        close: discard,
      };
    },
    trimNotices: async (keep, companyId) => generation().notices.trim(keep, companyId),
    sweepVersions: (unseenMs) => sweepUnseen(path, version, unseenMs, log),
    ping: async () => {
      generation().database.get('SELECT 1');
    },
    close: async () => {
      closed = true;
      unsee();
      held?.close();
      held = undefined;
      listeners.clear();
    },
  });
  return storeOn(current, () => true);
};

/** A reader kept by its user must see the switch to another generation too. */
const following = (
  reader: () => ReturnType<ReadStore['forCompany']>,
  companyId: string,
): ReturnType<ReadStore['forCompany']> => ({
  companyId,
  get: (collection, id) => reader().get(collection, id),
  getMany: (collection, ids) => reader().getMany(collection, ids),
  find: (collection, query) => reader().find(collection, query),
  ids: (collection, query) => reader().ids(collection, query),
  count: (collection, query) => reader().count(collection, query),
  groupCount: (collection, field, query) => reader().groupCount(collection, field, query),
});
