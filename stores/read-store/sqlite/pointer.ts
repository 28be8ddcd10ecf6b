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

// The real one, whatever a test has put in its place by the time it is called: a look that never ends would hide a switch.
const nextTurn = setImmediate;
/** Grows with the turns of the event loop in which somebody looked, and with each pointer written in this process. */
let turn = 0;
let turning = false;
const thisTurn = (): number => {
  if (!turning) {
    turning = true;
    nextTurn(() => {
      turning = false;
      turn += 1;
    });
  }
  return turn;
};

/** Names the live generation: a small file, replaced by an atomic rename, that every process looks at. */
export interface Pointer {
  /** Undefined when the folder is new. Costs one `stat` when nothing changed. */
  read(): string | undefined;
  /** As `read` once in this turn of the event loop: what is read together is of one generation, and looked for once. */
  readOnce(): string | undefined;
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
  let seenName = '';
  let value: string | undefined;
  let lookedIn = -1;
  const readName = (): string | undefined => {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (!stat) return undefined;
    const mark = `${stat.ino}.${stat.mtimeMs}.${stat.ctimeMs}`;
    if (mark !== seenName) {
      value = readFileSync(path, 'utf8');
      seenName = mark;
    }
    return value;
  };
  const temporary = (generation: string) => {
    const name = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
    const file = openSync(name, 'wx');
    writeSync(file, generation);
    fsyncSync(file);
    closeSync(file);
    return name;
  };
  return {
    read: readName,
    readOnce: () => {
      const now = thisTurn();
      if (lookedIn === now) return value;
      const live = readName();
      // Nothing there yet: somebody is about to make it.
      lookedIn = live === undefined ? -1 : now;
      return live;
    },
    write: (generation) => {
      renameSync(temporary(generation), path);
      turn += 1;
      sync(folder);
    },
    create: (generation) => {
      const name = temporary(generation);
      try {
        linkSync(name, path);
        turn += 1;
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
