import { existsSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { seenEveryMs } from '../fields.ts';

const seenFile = (folder: string) => join(folder, 'seen');
const timeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** Returns what ends the marking of a version's folder as open here, now and every minute: others leave it alone. */
export const keepSeen = (folder: string): (() => void) => {
  const mark = () => {
    try {
      writeFileSync(seenFile(folder), '', { flag: 'a' });
      utimesSync(seenFile(folder), new Date(), new Date());
    } catch {
      // A full disk or a folder that was removed: whoever reads or writes there says so.
    }
  };
  mark();
  const timer = setInterval(mark, seenEveryMs).unref();
  return () => clearInterval(timer);
};

/** Whether a file is what programs before versions kept in the folder itself. */
const isOlder = (name: string) => name === 'current' || /\.sqlite(-wal|-shm)?$/.test(name);

/**
 * Resolves with the versions it removed: every one but `own` that was not marked for so long. A folder is renamed
 * first: it goes whole or not at all.
 */
export const sweepUnseen = async (
  path: string,
  ownId: string,
  unseenMs: number,
  log: Logger | undefined,
): Promise<readonly string[]> => {
  const now = Date.now();
  const removedNames: string[] = [];
  const names = readdirSync(path);
  for (const name of names) {
    const folder = join(path, name);
    if (/^[0-9a-f]{16}$/.test(name) && name !== ownId) {
      const last = existsSync(seenFile(folder)) ? timeOf(seenFile(folder)) : timeOf(folder);
      if (now - last <= unseenMs) continue;
      await rename(folder, `${folder}.gone`);
      removedNames.push(name);
      log?.info({ version: name }, 'read models of a version that nobody runs are removed');
      await rm(`${folder}.gone`, { recursive: true, force: true });
    } else if (name.endsWith('.gone')) await rm(folder, { recursive: true, force: true });
  }
  const older = names.filter(isOlder);
  if (older.length > 0 && older.every((name) => now - timeOf(join(path, name)) > unseenMs)) {
    for (const name of older) rmSync(join(path, name), { force: true });
    removedNames.push('older');
  }
  return removedNames;
};
