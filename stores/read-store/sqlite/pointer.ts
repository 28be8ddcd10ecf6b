import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';

/** Names the live generation: a small file, replaced by an atomic rename, that every process looks at. */
export interface Pointer {
  /** Undefined when the folder is new. Costs one `stat` when nothing changed. */
  read(): string | undefined;
  /** Makes `generation` the live one; durable when it returns. */
  write(generation: string): void;
  /** Makes `generation` the live one unless another process has just named one. */
  create(generation: string): boolean;
}

const sync = (path: string) => {
  const file = openSync(path, 'r');
  fsyncSync(file);
  closeSync(file);
};

export const openPointer = (folder: string): Pointer => {
  const path = join(folder, 'current');
  let seen = '';
  let value: string | undefined;
  const temporary = (generation: string) => {
    const name = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
    const file = openSync(name, 'wx');
    writeSync(file, generation);
    fsyncSync(file);
    closeSync(file);
    return name;
  };
  return {
    read: () => {
      const stat = statSync(path, { throwIfNoEntry: false });
      if (!stat) return undefined;
      const mark = `${stat.ino}.${stat.mtimeMs}.${stat.ctimeMs}`;
      if (mark !== seen) {
        value = readFileSync(path, 'utf8');
        seen = mark;
      }
      return value;
    },
    write: (generation) => {
      renameSync(temporary(generation), path);
      sync(folder);
    },
    create: (generation) => {
      const name = temporary(generation);
      try {
        linkSync(name, path);
        sync(folder);
        return true;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
        throw error;
      } finally {
        rmSync(name);
      }
    },
  };
};
