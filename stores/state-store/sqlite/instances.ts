import { randomUUID } from 'node:crypto';
import { chmodSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Which processes live that have one state store open. */
export interface Instances {
  /** This one's name. */
  readonly id: string;
  /** True only of one that is known to have ended. */
  isGone(id: string): boolean;
  close(): void;
}

/** Returns a held lock; undefined: somebody holds it. The kernel gives a lock back when its process ends, however it ends. */
const lock = (path: string): DatabaseSync | undefined => {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path, { timeout: 0 });
    // Nothing is ever written: no journal need lie beside it.
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    return database;
  } catch {
    database?.close();
    return undefined;
  }
};
const inode = (path: string) => statSync(path, { bigint: true, throwIfNoEntry: false })?.ino;

/**
 * Returns what lets the operating system say who is dead: each process locks a file of its own in `folder`, which lies
 * beside the store's own file and so on a file system where such locks hold. Process ids would not do: they are used
 * again, and in containers all are alike.
 */
export const openInstances = (folder: string): Instances => {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const fileOf = (id: string) => join(folder, `${id}.lock`);
  /** Only who holds its lock removes a file. */
  const remove = (path: string, held: DatabaseSync) => {
    rmSync(path, { force: true });
    if (held.isOpen) held.close();
  };
  const take = (): { id: string; held: DatabaseSync } => {
    const id = randomUUID();
    const path = fileOf(id);
    const heldLock = lock(path);
    const locked = inode(path);
    // Between its making and its locking another process that tidies up may have held or removed it.
    if (!heldLock || locked === undefined) {
      heldLock?.close();
      return take();
    }
    chmodSync(path, 0o600);
    return { id, held: heldLock };
  };
  const { id, held } = take();
  const isGone = (other: string): boolean => {
    const path = fileOf(other);
    if (other === id) return false;
    if (inode(path) === undefined) return true;
    const theirs = lock(path);
    if (!theirs) return false;
    remove(path, theirs);
    return true;
  };
  for (const name of readdirSync(folder)) if (name.endsWith('.lock')) isGone(name.slice(0, -'.lock'.length));
  return { id, isGone, close: () => remove(fileOf(id), held) };
};
