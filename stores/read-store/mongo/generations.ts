import { randomBytes } from 'node:crypto';
import type { Db } from 'mongodb';
import type { Logger } from 'pino';
import { FencedError } from '../../../projections/ports/read-store.ts';
import type { MongoTable } from './fields.ts';
import { type MongoGeneration, mongoGeneration } from './generation.ts';
import { isDuplicate } from './notices.ts';
import type { MongoVersions } from './versions.ts';

/** A read may use the generation named this long ago; a replaced one is therefore dropped only later. */
const pointerMs = 50;
const dropAfterMs = 5_000;

/** What the generations of one version are made of. */
interface Place {
  readonly db: Db;
  readonly version: string;
  readonly versions: MongoVersions;
  readonly tables: ReadonlyMap<string, MongoTable>;
  readonly log: Logger | undefined;
}

/** Returns what drops replaced generations when nobody reads them any more. */
function createDropping(log: Logger | undefined) {
  const timers = new Set<NodeJS.Timeout>();
  return {
    later: (generation: MongoGeneration): void => {
      const timer = setTimeout(() => {
        timers.delete(timer);
        // Left to the next sweep when it fails.
        generation
          .drop()
          .catch((err) => log?.warn({ err, generation: generation.id }, 'old generation not dropped'));
      }, dropAfterMs).unref();
      timers.add(timer);
    },
    stop: (): void => {
      for (const timer of timers) clearTimeout(timer);
    },
  };
}

/** Returns the generations of one version: the live one, and those that are built beside it. */
export function mongoGenerations({ db, version, versions, tables, log }: Place) {
  const dropping = createDropping(log);
  let heldGeneration: { generation: MongoGeneration; until: number } | undefined;
  const namesOf = async () =>
    (await db.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name);

  const make = async (): Promise<MongoGeneration> => {
    // The time of its making comes first: a sweep leaves younger generations alone.
    const id = `v${version}g${Date.now().toString(36)}${randomBytes(4).toString('hex')}`;
    const generation = mongoGeneration(db, id, tables);
    await generation.prepare();
    return generation;
  };

  const latestGeneration = async (): Promise<MongoGeneration> => {
    const liveId = await versions.live();
    if (liveId === undefined) {
      const first = await make();
      try {
        await versions.name(first.id);
      } catch (error) {
        await first.drop();
        if (!isDuplicate(error)) throw error;
      }
      return latestGeneration();
    }
    const generation =
      heldGeneration?.generation.id === liveId
        ? heldGeneration.generation
        : mongoGeneration(db, liveId, tables);
    heldGeneration = { generation, until: performance.now() + pointerMs };
    return generation;
  };

  return {
    make,
    /** The live one as the database names it now. */
    latest: latestGeneration,
    /** The live one as it was named a moment ago. */
    current: async () =>
      heldGeneration && performance.now() < heldGeneration.until
        ? heldGeneration.generation
        : latestGeneration(),
    isLive: async (id: string) => (await versions.live()) === id,
    /** Makes `next` the live one, unless another has become it. */
    activate: async (next: MongoGeneration): Promise<boolean> => {
      const old = await latestGeneration();
      if (!(await namesOf()).some((name) => name.startsWith(`${next.id}_`)))
        throw new FencedError(`generation ${next.id} was removed by a newer builder`);
      await next.notices.inherit(old.notices);
      await next.checkpoints.inherit(old.checkpoints);
      if (!(await versions.replace(old.id, next.id))) return false;
      heldGeneration = undefined;
      dropping.later(old);
      return true;
    },
    /** Removes those left by a build that never ended, or replaced by a process that ended too soon to drop them. */
    sweep: async (kept: string): Promise<void> => {
      const live = (await latestGeneration()).id;
      for (const name of await namesOf()) {
        const id = name.slice(0, name.indexOf('_'));
        if (id.startsWith(`v${version}g`) && id !== live && id !== kept) await db.dropCollection(name);
      }
    },
    close: dropping.stop,
  };
}
export type MongoGenerations = ReturnType<typeof mongoGenerations>;
