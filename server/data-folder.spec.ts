import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDataFolder } from './data-folder.ts';

describe.skipIf(process.platform === 'win32')('the data folder', () => {
  let parent: string;
  beforeEach(() => {
    parent = mkdtempSync(join(tmpdir(), 'balcao-modes-'));
  });
  afterEach(() => rmSync(parent, { recursive: true, force: true }));
  const mode = (path: string) => (statSync(path).mode & 0o777).toString(8);

  it('is its owner’s alone when it is made, whatever the umask', () => {
    const path = join(parent, 'data');
    expect(openDataFolder(path)).toEqual([]);
    expect(mode(path)).toBe('700');
  });

  it('that others may read is told, with what lies in it; it keeps its mode', () => {
    const path = join(parent, 'data');
    mkdirSync(path);
    chmodSync(path, 0o755);
    for (const [name, bits] of [
      ['events.sqlite', 0o644],
      ['secret.key', 0o600],
    ] as const) {
      writeFileSync(join(path, name), '');
      chmodSync(join(path, name), bits);
    }
    expect(openDataFolder(path)).toEqual([path, join(path, 'events.sqlite')]);
    expect(mode(path)).toBe('755');
    chmodSync(path, 0o700);
    expect(openDataFolder(path)).toEqual([]);
  });

  it('that cannot be made is refused by the name of its setting', () => {
    writeFileSync(join(parent, 'file'), '');
    for (const path of [join(parent, 'file'), join(parent, 'file', 'data')])
      expect(() => openDataFolder(path)).toThrow(/^Wrong setting. DATA_DIR: cannot be used/);
  });

  it('holds nothing that another account can read once the program has started', async () => {
    const path = join(parent, 'data');
    const start = fileURLToPath(new URL('./start.mjs', import.meta.url));
    const server = spawn(process.execPath, [start, '--roles', 'projector'], {
      env: { ...process.env, DATA_DIR: path, PORT: '0', LOG_LEVEL: 'silent', DEMO: '0' },
      stdio: 'ignore',
    });
    try {
      const made = () => {
        try {
          return readdirSync(path, { recursive: true, encoding: 'utf8' });
        } catch {
          return [];
        }
      };
      const files = ['events.sqlite', 'state.sqlite', 'secret.key'];
      await expect.poll(() => files.every((name) => made().includes(name)), { timeout: 30_000 }).toBe(true);
      await expect
        .poll(() => made().some((name) => /^read-models.*\.sqlite$/.test(name)), { timeout: 30_000 })
        .toBe(true);
      expect(mode(path)).toBe('700');
      for (const name of made()) {
        // A journal comes and goes.
        const found = statSync(join(path, name), { throwIfNoEntry: false });
        expect((found?.mode ?? 0) & 0o077, `${name} is readable by others`).toBe(0);
      }
    } finally {
      const gone = new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGKILL');
      await gone;
    }
  }, 60_000);
});
