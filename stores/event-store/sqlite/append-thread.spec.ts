import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, renameSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ConflictError, UnavailableError } from '../../../domain/kernel/event-store.ts';
import { always } from '../../../testing/thread-load.ts';
import { eventStoreContract, sampleEvents, sampleStream } from '../contract.ts';
import { createAppendThread } from './append-thread.ts';
import { createAppends } from './appends.ts';
import { connect } from './file.ts';
import { createRecent } from './recent.ts';
import { backupSqliteEventStore, openSqliteEventStore } from './store.ts';

let folder: string;
let files = 0;
const newPath = () => join(folder, `${files++}`, 'events.db');
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'append-thread-'));
});
afterAll(() => rm(folder, { recursive: true }));

eventStoreContract('the SQLite event store with appends in a thread', async () => {
  const path = newPath();
  return { open: () => openSqliteEventStore({ path, appendsApart: always }), dispose: async () => {} };
});

/** Appends that a thread writes by now. */
async function openApart(path = newPath()) {
  const connection = connect(path);
  const recent = createRecent();
  const thread = createAppendThread(path, connection, undefined, always);
  const appends = createAppends(connection, recent, () => {}, thread);
  await appends.append(sampleStream(), -1, sampleEvents(1));
  await expect.poll(thread.isApart).toBe(true);
  const close = async () => {
    await appends.close();
    connection.close();
  };
  return { path, connection, recent, thread, append: appends.append, close };
}

it('writes a group in one commit: each where it belongs, a conflict fails alone, what stands there is said again', async () => {
  const { connection, append, thread, path, close } = await openApart();
  const [one, two, three] = [sampleStream(), sampleStream(), sampleStream()];
  const events = sampleEvents(3);
  const before = connection.use((file) => file.dataVersion());
  const [first, conflict, second] = await Promise.allSettled([
    append(one, -1, events),
    append(two, 4, sampleEvents(1)),
    append(three, -1, sampleEvents(2)),
  ]);
  expect(connection.use((file) => file.dataVersion())).toBe(before + 1);
  expect(first).toMatchObject({ status: 'fulfilled', value: { revision: 2, position: 4 } });
  expect(second).toMatchObject({ status: 'fulfilled', value: { revision: 1, position: 6 } });
  expect(conflict).toMatchObject({ status: 'rejected', reason: new ConflictError(two, 4, -1) });
  // Its answer was lost: asked again it has the same one.
  expect(await append(one, -1, events)).toEqual((first as PromiseFulfilledResult<unknown>).value);
  expect(thread.isApart()).toBe(true);
  const reader = await openSqliteEventStore({ path });
  expect(await reader.read(one)).toEqual(await append(one, -1, events).then((appended) => appended.events));
  expect((await reader.readAll({ after: 1, limit: 10 })).map(({ position }) => position)).toEqual([
    2, 3, 4, 5, 6,
  ]);
  await reader.close();
  await close();
});

it('takes what comes while a group is written into the next, and writes all before it closes', async () => {
  const { append, path, close } = await openApart();
  const stream = sampleStream();
  const appending: Promise<unknown>[] = [];
  for (let n = 0; n < 200; n++) {
    appending.push(append(stream, n - 1, sampleEvents(1)));
    if (n % 20 === 0) await new Promise((turn) => setImmediate(turn));
  }
  await Promise.all([...appending, close()]);
  const reader = await openSqliteEventStore({ path });
  expect((await reader.read(stream)).map(({ revision }) => revision)).toEqual([...Array(200).keys()]);
  await reader.close();
});

it('closes though somebody goes on appending: what comes then is refused, what was answered is there', async () => {
  for (const appendsApart of [undefined, always]) {
    const path = newPath();
    const store = await openSqliteEventStore({ path, ...(appendsApart && { appendsApart }) });
    const stream = sampleStream();
    let answered = 0;
    const goingOn = (async () => {
      for (;;) {
        await store.append(stream, answered - 1, sampleEvents(1));
        answered += 1;
      }
    })();
    const refused = expect(goingOn).rejects.toBeInstanceOf(UnavailableError);
    await expect.poll(() => answered).toBeGreaterThan(5);
    await store.close();
    await refused;
    const reader = await openSqliteEventStore({ path });
    expect(await reader.read(stream)).toHaveLength(answered);
    await reader.close();
  }
});

it('hands who follows the log what the thread wrote, without reading it back', async () => {
  const { append, recent, connection, close } = await openApart();
  recent.join({ position: 0 });
  const { events, position } = await append(sampleStream(), -1, sampleEvents(2));
  expect(connection.use((file) => recent.after(file, position - 2, 10))).toEqual(events);
  await close();
});

it('goes on here when the thread fails: what it did not write is said', async () => {
  const { append, thread, connection, path, close } = await openApart();
  const [stream, other] = [sampleStream(), sampleStream()];
  // Nothing that SQLite can bind.
  const broken = { stream, expected: -1, bodies: [{} as unknown as string] };
  const file = connection.use((it) => it);
  await expect(Promise.resolve(thread.write(file, [broken]))).rejects.toBeInstanceOf(UnavailableError);
  await expect.poll(thread.isApart).toBe(false);
  expect((await append(other, -1, sampleEvents(1))).revision).toBe(0);
  const reader = await openSqliteEventStore({ path });
  expect(await reader.read(stream)).toEqual([]);
  await reader.close();
  await close();
});

it('does not say that an event is written which went into a file that was put away meanwhile', async () => {
  const { append, connection, path, thread, close } = await openApart();
  const copy = `${path}.backup`;
  await backupSqliteEventStore(path, copy);
  const [lost, next] = [sampleStream(), sampleStream()];
  const appending = append(lost, -1, sampleEvents(1));
  appending.catch(() => undefined);
  await new Promise((turn) => setImmediate(turn));
  // In one turn: its answer is not heard before.
  renameSync(path, `${path}.former`);
  copyFileSync(copy, path);
  // Somebody else finds out first, and has opened the new file before the thread answers.
  expect(() => connection.checkPlace()).toThrow(UnavailableError);
  connection.use(() => undefined);
  await expect(appending).rejects.toBeInstanceOf(UnavailableError);
  await append(next, -1, sampleEvents(1));
  await expect.poll(thread.isApart).toBe(true);
  await append(next, 0, sampleEvents(1));
  const reader = await openSqliteEventStore({ path });
  expect(await reader.read(lost)).toEqual([]);
  expect(await reader.read(next)).toHaveLength(2);
  await reader.close();
  await close();
});

it('has every acknowledged event after kill -9 in the middle of appends of the thread', async () => {
  const path = newPath();
  const stream = sampleStream();
  const script = new URL('../../../testing/sqlite/append-process.ts', import.meta.url).pathname;
  for (let round = 0; round < 3; round++) {
    const child = spawn(process.execPath, [script, path, stream, '1000000', JSON.stringify(always)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const acknowledged: number[] = [];
    const lines = createInterface({ input: child.stdout });
    lines.on('line', (line) => acknowledged.push(Number(line)));
    const from = await new Promise<number>((resolve) => lines.once('line', (line) => resolve(Number(line))));
    await expect
      .poll(() => acknowledged.at(-1)! - from, { timeout: 20_000, interval: 5 })
      .toBeGreaterThan(500);
    child.kill('SIGKILL');
    await Promise.all([once(child, 'exit'), once(lines, 'close')]);
    const store = await openSqliteEventStore({ path });
    const stored = await store.read(stream);
    expect(stored.length).toBeGreaterThan(acknowledged.at(-1)!);
    expect(stored.every((event, n) => event.revision === n)).toBe(true);
    await store.close();
  }
});
