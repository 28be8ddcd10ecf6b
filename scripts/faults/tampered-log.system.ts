import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { ChainReport } from '../../domain/kernel/log-chain.ts';
import { openSqliteStoredEvents } from '../../stores/event-store/sqlite/stored-events.ts';
import { type ServerProcess, startServer } from '../../testing/browser/server.ts';

// The product's own seals, and the command an auditor runs on a copy of the folder, on a machine without the product's servers.

const root = join(import.meta.dirname, '../..');
const folders: string[] = [];
let server: ServerProcess;
beforeAll(async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'balcao-chain-'));
  folders.push(dataDir);
  server = await startServer({ DATA_DIR: dataDir }, { readyTimeoutMs: 120_000 });
  await vi.waitFor(() => expect(verify(dataDir).report.sealed).toBeGreaterThan(20), {
    timeout: 60_000,
    interval: 1_000,
  });
  await server.kill('SIGTERM');
}, 200_000);
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function verify(dataDir: string, ...more: string[]) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, 'server/verify-log.ts'), dataDir, '--json', ...more],
    { encoding: 'utf8', env: { ...process.env, SECRET_KEY: '', EVENT_STORE: '' } },
  );
  return { status, stderr, report: (stdout ? JSON.parse(stdout) : { sealed: 0 }) as ChainReport };
}
/** A copy of the stopped server's folder. */
function copy() {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-tampered-'));
  folders.push(folder);
  for (const name of ['events.sqlite', 'secret.key']) cpSync(join(server.dataDir, name), join(folder, name));
  return folder;
}
const readable = (dataDir: string, ...more: string[]) =>
  spawnSync(process.execPath, [join(root, 'server/verify-log.ts'), dataDir, ...more], { encoding: 'utf8' });

it('a log that nobody touched holds, and the file is left as it was', () => {
  const folder = copy();
  const before = readFileSync(join(folder, 'events.sqlite'));
  const { status, report } = verify(folder);
  expect({ status, problems: report.problems, keyed: report.keyed }).toEqual({
    status: 0,
    problems: [],
    keyed: true,
  });
  expect(readFileSync(join(folder, 'events.sqlite')).equals(before)).toBe(true);
  expect(readdirSync(folder).sort()).toEqual(['events.sqlite', 'secret.key']);
  expect(verify(folder, '--head', report.head).status).toBe(0);
  const other = verify(folder, '--head', 'f'.repeat(64));
  expect({ status: other.status, missing: other.report.missingHeads.length }).toEqual({
    status: 1,
    missing: 1,
  });
  expect(readable(folder).stdout).toContain(`Head: ${report.head}`);
});

it('one byte changed in the data of an event is found, and the event named', async () => {
  const folder = copy();
  const path = join(folder, 'events.sqlite');
  const stored = openSqliteStoredEvents(path);
  const event = (await stored.read(0, 10_000)).find(({ stream }) => stream.startsWith('user-'))!;
  await stored.close();
  const { id, type } = JSON.parse(Buffer.from(event.body).toString()) as { id: string; type: string };
  const db = new DatabaseSync(path);
  const { position, stream } = event;
  const { body } = db.prepare('SELECT body FROM events WHERE position = ?').get(position) as {
    body: Uint8Array;
  };
  body[body.length - 20]! ^= 1;
  db.prepare('UPDATE events SET body = ? WHERE position = ?').run(body, position);
  db.close();
  const { status, report } = verify(folder);
  expect(status).toBe(1);
  expect(report.problems).toMatchObject([{ kind: 'changed', position, stream, type, id }]);
  const { stdout } = readable(folder);
  expect(stdout).toContain(`event ${position} was changed: ${type} of ${stream}`);
});

it('a folder without a log, or with one that has no seals, is not said to hold', () => {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-empty-'));
  folders.push(folder);
  expect(readable(folder)).toMatchObject({ status: 2 });
  const bare = copy();
  const db = new DatabaseSync(join(bare, 'events.sqlite'));
  db.exec(
    `DELETE FROM events WHERE stream = (SELECT id FROM stream_names WHERE CAST(name AS TEXT) LIKE 'chain%')`,
  );
  db.close();
  expect(readable(bare)).toMatchObject({ status: 2 });
});
