import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from './config-error.ts';

/** From here on everything this process makes is its owner's alone: messages and hashes of passwords are in it. */
export const ownFilesOnly = (): void => {
  process.umask(0o077);
};

/**
 * Returns what in the folder others on this machine may read or write, at most ten paths: what was made by an older
 * version, copied or restored keeps its modes, and they may be meant. Makes the folder if it is not there.
 * @throws ConfigError where it cannot be made or read
 */
export function openDataFolder(path: string): readonly string[] {
  try {
    // Only what is made here gets its mode: somebody else's folder may be shared on purpose.
    const made = mkdirSync(path, { recursive: true, mode: 0o700 });
    if (made !== undefined) chmodSync(path, 0o700);
    return process.platform === 'win32' ? [] : looseIn(path).slice(0, 10);
  } catch (error) {
    throw new ConfigError(`Wrong setting. DATA_DIR: cannot be used (${(error as Error).message})`);
  }
}

const isLoose = (path: string): boolean => (statSync(path).mode & 0o077) !== 0;

/** Returns what others may read or write in a folder. Behind a closed one nobody gets to a file, whatever its mode. */
const looseIn = (folder: string): string[] => {
  if (!isLoose(folder)) return [];
  const found = readdirSync(folder, { withFileTypes: true }).map((entry) => ({
    path: join(folder, entry.name),
    folder: entry.isDirectory(),
  }));
  const loose = found.filter(({ path }) => isLoose(path)).map(({ path }) => path);
  return [folder, ...loose];
};
