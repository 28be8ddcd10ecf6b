import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ConfigError } from './config-error.ts';
import { secretKeyIn } from './secret-key.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'balcao-key-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('a secret key is made once, whole, kept, and readable by its owner only', () => {
  const first = secretKeyIn(folder, false);
  expect(first).toHaveLength(64);
  expect(secretKeyIn(folder, false)).toBe(first);
  expect(readFileSync(join(folder, 'secret.key'), 'utf8')).toBe(first);
  expect(readdirSync(folder)).toEqual(['secret.key']);
  if (process.platform !== 'win32') expect(statSync(join(folder, 'secret.key')).mode & 0o077).toBe(0);
});

test('what a process left that died while it made one goes; what another is making stays, and so does any other file', () => {
  const key = secretKeyIn(folder, false);
  const [dead, alive, other] = ['secret.key.7.0a1b2c3d', 'secret.key.8.4e5f6a7b', 'secret.key.backup'];
  for (const name of [dead, alive, other]) writeFileSync(join(folder, name), key);
  const longAgo = new Date(Date.now() - 3_700_000);
  for (const name of ['secret.key', dead, other]) utimesSync(join(folder, name), longAgo, longAgo);
  expect(secretKeyIn(folder, false)).toBe(key);
  expect(readdirSync(folder).toSorted()).toEqual(['secret.key', alive, other]);
});

test('what cannot be taken away keeps no server from starting', () => {
  const path = join(folder, 'secret.key.7.0a1b2c3d');
  mkdirSync(path);
  utimesSync(path, 0, 0);
  expect(secretKeyIn(folder, false)).toBe(secretKeyIn(folder, false));
});

test.each(['events.sqlite', 'state.sqlite'])(
  'none is made beside a %s that was sealed with a lost one, unless that is what is wanted',
  (name) => {
    writeFileSync(join(folder, name), '');
    const refused = () => secretKeyIn(folder, false);
    expect(refused).toThrow(ConfigError);
    expect(refused).toThrow(/secret\.key is gone, .* put it back from a backup/);
    expect(readdirSync(folder)).toEqual([name]);
    const made = secretKeyIn(folder, true);
    expect(secretKeyIn(folder, false)).toBe(made);
  },
);

test('a damaged one, or a folder that cannot hold one, is refused in a line that names it', () => {
  writeFileSync(join(folder, 'secret.key'), 'short');
  expect(() => secretKeyIn(folder, false)).toThrow(/secret\.key is damaged/);
  expect(() => secretKeyIn(join(folder, 'secret.key', 'below'), false)).toThrow(
    /^Wrong setting. DATA_DIR: .* cannot be made or read/,
  );
});
