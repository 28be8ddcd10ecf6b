import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { StateStore } from '../../../domain/ports/state-store.ts';
import { takeLease } from '../../../domain/ports/take-lease.ts';
import { openSqliteStateStore } from './store.ts';

let folder: string;
let state: StateStore;
let child: ChildProcess | undefined;
const path = () => join(folder, 'state.sqlite');
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'instances-'));
  state = await openSqliteStateStore({ path: path() });
});
afterEach(async () => {
  if (child && child.exitCode === null && child.signalCode === null) {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  await state.close();
  rmSync(folder, { recursive: true });
});

const url = (file: string) => JSON.stringify(new URL(file, import.meta.url).href);
/** Another process that has taken lease `k` for an hour, and lives until it is killed. */
const holder = async () => {
  const code = `
    const { openSqliteStateStore } = await import(${url('./store.ts')});
    const { takeLease } = await import(${url('../../../domain/ports/take-lease.ts')});
    const state = await openSqliteStateStore({ path: ${JSON.stringify(path())} });
    if (!(await takeLease(state, 'k', { instance: state.instance }, { ttlMs: 3_600_000 }))) process.exit(1);
    console.log('held');
    setInterval(() => {}, 1_000);`;
  child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout!, 'data');
  return child;
};
const take = () => takeLease(state, 'k', { instance: state.instance as string }, { ttlMs: 3_600_000 });

it('a lease whose process was killed is taken at once, with a higher version; one of a living process is not', async () => {
  const other = await holder();
  const held = await state.get('k');
  for (let turn = 0; turn < 3; turn++) expect(await take()).toBeUndefined();
  // A process that hangs is alive: it may wake up and write.
  other.kill('SIGSTOP');
  expect(await take()).toBeUndefined();
  other.kill('SIGCONT');
  other.kill('SIGKILL');
  await once(other, 'exit');
  const taken = await take();
  expect(taken?.version).toBeGreaterThan(held!.version);
  expect(await take()).toBeUndefined();
});

it('of several that find the same dead holder one gets its lease', async () => {
  const other = await holder();
  other.kill('SIGKILL');
  await once(other, 'exit');
  const rivals = await Promise.all([1, 2, 3].map(() => openSqliteStateStore({ path: path() })));
  const won = await Promise.all(
    rivals.map((rival) => takeLease(rival, 'k', { instance: rival.instance as string }, { ttlMs: 60_000 })),
  );
  expect(won.filter((entry) => entry !== undefined)).toHaveLength(1);
  for (const rival of rivals) await rival.close();
});

it('nobody is taken for dead in the process itself, and what the dead left is tidied up', async () => {
  const beside = await openSqliteStateStore({ path: path() });
  expect(state.isGone?.(beside.instance as string)).toBe(false);
  expect(state.isGone?.(state.instance as string)).toBe(false);
  expect(beside.isGone?.(state.instance as string)).toBe(false);
  await beside.close();
  expect(state.isGone?.(beside.instance as string)).toBe(true);
  const other = await holder();
  other.kill('SIGKILL');
  await once(other, 'exit');
  const files = () => readdirSync(`${path()}.instances`);
  expect(files()).toHaveLength(2);
  await (await openSqliteStateStore({ path: path() })).close();
  expect(files()).toEqual([`${state.instance}.lock`]);
});
