import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from './config-error.ts';

const isThere = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'EEXIST';

/** It must be whole, and outlive a power failure, before anything is sealed with it: it appears at once and is on the disk. */
function makeKey(dataDir: string, file: string): void {
  const written = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  try {
    const open = openSync(written, 'wx', 0o600);
    try {
      writeSync(open, randomBytes(48).toString('base64url'));
      fsyncSync(open);
    } finally {
      closeSync(open);
    }
    linkSync(written, file);
    if (process.platform === 'win32') return;
    const folder = openSync(dataDir, 'r');
    fsyncSync(folder);
    closeSync(folder);
  } finally {
    rmSync(written, { force: true });
  }
}

/** Nobody takes so long to write a key: whoever began it has died. */
const writingMs = 3_600_000;

/**
 * Takes away what processes left that died while they made a key: it may be the key itself under another name. What cannot be
 * taken away keeps no server from starting.
 */
function sweepUnfinished(dataDir: string): void {
  try {
    for (const name of readdirSync(dataDir)) {
      if (!/^secret\.key\.\d+\.[0-9a-f]{8}$/.test(name)) continue;
      const path = join(dataDir, name);
      if (Date.now() - statSync(path).mtimeMs > writingMs) rmSync(path, { force: true });
    }
  } catch {
    // The next start tries again.
  }
}

/**
 * Returns the key that lives beside the data on embedded stores, readable by its owner only; two processes that race agree on one.
 * @param adopt whether a lost one may be made anew beside data that were sealed with it
 * @throws ConfigError where it cannot be made or read, is damaged, or is gone from data that need it
 */
export function secretKeyIn(dataDir: string, adopt: boolean): string {
  const file = join(dataDir, 'secret.key');
  const isLost = () =>
    ['events.sqlite', 'state.sqlite'].some((name) => existsSync(join(dataDir, name))) && !existsSync(file);
  if (!adopt && isLost())
    throw new ConfigError(
      `${file} is gone, and the data beside it were sealed with it: put it back from a backup, or set SECRET_KEY if they were made with that`,
    );
  let key: string;
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    try {
      if (!existsSync(file)) makeKey(dataDir, file);
      sweepUnfinished(dataDir);
    } catch (error) {
      if (!isThere(error)) throw error;
    }
    key = readFileSync(file, 'utf8');
  } catch (error) {
    throw new ConfigError(
      `Wrong setting. DATA_DIR: ${file} cannot be made or read (${(error as Error).message})`,
    );
  }
  if (key.length < 32)
    throw new ConfigError(
      `${file} is damaged: restore it from a backup, for without it nobody's personal data can be read`,
    );
  return key;
}
