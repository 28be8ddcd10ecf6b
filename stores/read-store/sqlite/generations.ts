import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { FencedError } from '../../../projections/ports/read-store.ts';
import { type Generation, NoGenerationError, openGeneration } from './generation.ts';
import { openPointer } from './pointer.ts';
import type { Table } from './schema.ts';

/** Whether an error is SQLITE_CORRUPT or SQLITE_NOTADB, or there is nothing of ours. */
function isDamaged(error: unknown): boolean {
  if (error instanceof NoGenerationError) return true;
  return (
    error instanceof Error &&
    'errcode' in error &&
    typeof error.errcode === 'number' &&
    [11, 26].includes(error.errcode & 0xff)
  );
}

const isName = (id: string): boolean => /^\w{1,64}$/.test(id);

/** Returns the files of one version's generations: how they are named, made and removed. */
function createFiles(folder: string, tables: ReadonlyMap<string, Table>) {
  const pathOf = (id: string) => join(folder, `${id}.sqlite`);
  return {
    pathOf,
    open: (id: string) => {
      // What a pointer that lost its bytes names is no file name.
      if (!isName(id)) throw new NoGenerationError('the name of the generation is none');
      return openGeneration({ id, path: pathOf(id), tables });
    },
    make: () => {
      const id = `g${Date.now().toString(36)}${randomBytes(4).toString('hex')}`;
      // Swept away, perhaps, after a long time in which this process could not say that it has it open.
      mkdirSync(folder, { recursive: true });
      return openGeneration({ id, path: pathOf(id), tables, fresh: true });
    },
    remove: (id: string) => {
      for (const end of ['', '-wal', '-shm']) rmSync(`${pathOf(id)}${end}`, { force: true });
    },
    removeAllBut: (isKept: (id: string) => boolean) => {
      for (const file of readdirSync(folder)) {
        const id = file.replace(/\.sqlite(-wal|-shm)?$/, '');
        if (id !== file && !isKept(id)) rmSync(join(folder, file), { force: true });
      }
    },
  };
}

/** Returns the generations of one version: the live one, held open, and those that are built beside it. */
export function openGenerations(folder: string, tables: ReadonlyMap<string, Table>, log: Logger | undefined) {
  const files = createFiles(folder, tables);
  const pointer = openPointer(folder);
  let heldGeneration: Generation | undefined;
  let closed = false;

  const hold = (generation: Generation): Generation => {
    heldGeneration?.close();
    heldGeneration = generation;
    return generation;
  };

  /** Everything in it is in the log as well: an empty generation takes its place, and the projector builds it anew. */
  const replaceDamaged = (id: string, error: unknown) => {
    const isNamed = isName(id);
    log?.error(
      { err: error, file: isNamed ? files.pathOf(id) : join(folder, 'current') },
      'read models are damaged and will be rebuilt from the log',
    );
    const empty = files.make();
    empty.settle();
    empty.close();
    pointer.write(empty.id);
    if (isNamed) files.remove(id);
  };

  const makeFirst = (): Generation => {
    const first = files.make();
    first.settle();
    if (pointer.create(first.id)) return hold(first);
    first.close();
    files.remove(first.id);
    return currentGeneration();
  };

  /** `once`: what is only read may be of the generation that this turn of the event loop has seen. */
  const currentGeneration = (once = false): Generation => {
    if (closed) throw new Error('the read store is closed');
    const id = once ? pointer.readOnce() : pointer.read();
    if (heldGeneration && heldGeneration.id === id) return heldGeneration;
    if (id === undefined) return makeFirst();
    try {
      return hold(files.open(id));
    } catch (error) {
      // Another id: replaced and removed between the look at the pointer and the opening.
      if (pointer.read() === id) {
        if (!isDamaged(error))
          throw new Error(`${files.pathOf(id)}: ${(error as Error).message}`, { cause: error });
        replaceDamaged(id, error);
      }
    }
    return currentGeneration();
  };

  return {
    current: currentGeneration,
    isLive: (id: string) => pointer.read() === id,
    make: files.make,
    remove: files.remove,
    /** Makes `nextGeneration` the live one, unless another has become it. The old one is locked meanwhile, so that no commit to it can be lost unseen. */
    activate: (nextGeneration: Generation): boolean => {
      const oldGeneration = currentGeneration();
      const done = oldGeneration.database.transaction(() => {
        if (pointer.read() !== oldGeneration.id) return false;
        if (!existsSync(nextGeneration.path))
          throw new FencedError(`generation ${nextGeneration.id} was removed by a newer builder`);
        nextGeneration.inherit(oldGeneration);
        nextGeneration.settle();
        pointer.write(nextGeneration.id);
        return true;
      });
      if (done) files.remove(oldGeneration.id);
      return done;
    },
    /** Removes those left by a build that never ended; only the holder of the projector's lease builds. */
    sweep: (kept: string): void =>
      currentGeneration().database.transaction(() =>
        files.removeAllBut((id) => id === pointer.read() || id === kept),
      ),
    close: (): void => {
      closed = true;
      heldGeneration?.close();
      heldGeneration = undefined;
    },
  };
}
export type Generations = ReturnType<typeof openGenerations>;
