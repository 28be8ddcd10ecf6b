import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { copyFile, mkdir, mkdtemp, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EventEnvelope } from '../../../domain/kernel/event.ts';
import {
  type Appended,
  ConflictError,
  LogRewoundError,
  UnavailableError,
} from '../../../domain/kernel/event-store.ts';
import { createPacker } from '../../packing/packer.ts';
import { writeUuid } from '../../packing/uuid.ts';
import { collect, eventStoreContract, sampleEvent, sampleEvents, sampleStream } from '../contract.ts';
import { createAppends } from './appends.ts';
import { connect } from './file.ts';
import { createRecent } from './recent.ts';
import { idsOf, shapeTable } from './shape-table.ts';
import { backupSqliteEventStore, openSqliteEventStore } from './store.ts';
import { openSqliteStoredEvents } from './stored-events.ts';

let folder: string;
let files = 0;
const newPath = () => join(folder, `${files++}`, 'events.db');
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'event-store-'));
});
afterAll(() => rm(folder, { recursive: true }));

eventStoreContract('the SQLite event store', async () => {
  const path = newPath();
  return { open: () => openSqliteEventStore({ path }), dispose: async () => {} };
});

/** A process of its own that appends to the file and prints the revision of every append once it is durable. */
const writer = (path: string, stream: string, count: number) => {
  const script = new URL('../../../testing/sqlite/append-process.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, [script, path, stream, String(count)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const acknowledged: number[] = [];
  const lines = createInterface({ input: child.stdout });
  lines.on('line', (line) => acknowledged.push(Number(line)));
  return { child, acknowledged, ended: Promise.all([once(child, 'exit'), once(lines, 'close')]) };
};

describe('the SQLite event store', () => {
  it('is begun beside another process that has just made the file and writes to it', async () => {
    const path = newPath();
    await mkdir(dirname(path));
    const other = new DatabaseSync(path);
    other.exec('CREATE TABLE other (id INTEGER); BEGIN IMMEDIATE; INSERT INTO other VALUES (1)');
    const { child } = writer(path, sampleStream(), 2);
    const exit = once(child, 'exit');
    await Promise.race([exit, sleep(1_500)]);
    other.exec('COMMIT');
    other.close();
    expect((await exit)[0]).toBe(0);
  });

  it('takes appends of several processes at once, losing and doubling nothing', async () => {
    const path = newPath();
    const store = await openSqliteEventStore({ path });
    const names = [sampleStream(), sampleStream()];
    const writers = names.map((name) => writer(path, name, 300));
    const subscribing = collect(store, 0, 900);
    const mine = sampleStream();
    for (let n = 0; n < 300; n++) await store.append(mine, n - 1, [sampleEvent({ n })]);
    for (const one of writers) {
      await one.ended;
      expect(one.child.exitCode).toBe(0);
    }
    const events = await subscribing;
    expect(events).toHaveLength(900);
    expect(events.every((event, n) => n === 0 || event.position > events[n - 1]!.position)).toBe(true);
    for (const name of [...names, mine])
      expect((await store.read(name)).map((event) => event.data)).toEqual(
        Array.from({ length: 300 }, (_, n) => ({ n })),
      );
    await store.close();
  });

  it('finds what another opening appended to a stream whose end it has just been told', async () => {
    const path = newPath();
    const [one, other] = [await openSqliteEventStore({ path }), await openSqliteEventStore({ path })];
    const stream = sampleStream();
    const later = () => one.read(stream, { from: 1 });
    expect(await later()).toEqual([]);
    await one.append(stream, -1, [sampleEvent({ n: 0 })]);
    expect(await later()).toEqual([]);
    await other.append(stream, 0, [sampleEvent({ n: 1 })]);
    expect((await later()).map(({ data }) => data)).toEqual([{ n: 1 }]);
    await one.append(stream, 1, [sampleEvent({ n: 2 })]);
    expect((await later()).map(({ data }) => data)).toEqual([{ n: 1 }, { n: 2 }]);
    await Promise.all([one.close(), other.close()]);
  });

  it('has every acknowledged event after kill -9 in the middle of appends', async () => {
    const path = newPath();
    const stream = sampleStream();
    for (let round = 0; round < 3; round++) {
      const { child, acknowledged, ended } = writer(path, stream, 1_000_000);
      while (acknowledged.length < 50) await new Promise((resolve) => setTimeout(resolve, 5));
      child.kill('SIGKILL');
      await ended;
      const store = await openSqliteEventStore({ path });
      const stored = await store.read(stream);
      expect(stored.length).toBeGreaterThan(acknowledged.at(-1)!);
      expect(stored.every((event, n) => event.revision === n)).toBe(true);
      await store.close();
    }
  });

  it('rejects the whole group when the disk is full, shows nothing of it, and recovers by itself', async () => {
    const path = newPath();
    const connection = connect(path);
    const appends = createAppends(connection, createRecent(), () => {}, undefined);
    const [first, second, third] = [sampleStream(), sampleStream(), sampleStream()];
    await appends.append(first, -1, sampleEvents(1));
    const pages = connection.use(
      (file) => (file.db.prepare('PRAGMA page_count').get() as { page_count: number }).page_count,
    );
    connection.use((file) => file.db.exec(`PRAGMA max_page_count = ${pages + 4}`));
    const big = sampleEvent({ text: 'x'.repeat(100_000) });
    const small = sampleEvents(2);
    const outcomes = await Promise.allSettled([
      appends.append(first, 0, small),
      appends.append(second, -1, [big]),
      appends.append(third, -1, sampleEvents(1)),
    ]);
    for (const outcome of outcomes) {
      expect(outcome.status).toBe('rejected');
      if (outcome.status === 'rejected') {
        expect(outcome.reason).toBeInstanceOf(UnavailableError);
        expect(outcome.reason.message).toContain(path);
      }
    }
    const reader = await openSqliteEventStore({ path });
    expect(await reader.read(first)).toHaveLength(1);
    expect(await reader.read(third)).toEqual([]);
    // the same small append alone fits, at the revision before the failure: no cached revision outlived the rollback
    expect((await appends.append(first, 0, small)).revision).toBe(2);
    connection.use((file) => file.db.exec('PRAGMA max_page_count = 1000000'));
    expect((await appends.append(second, -1, [big])).revision).toBe(0);
    expect(appends.failure()).toBeUndefined();
    expect(await reader.read(first)).toHaveLength(3);
    connection.close();
    await reader.close();
  });

  it('passes over what is of other types, as it is packed and as it was written before', async () => {
    const path = newPath();
    const writing = await openSqliteEventStore({ path });
    const stream = sampleStream();
    for (let from = 0; from < 4_500; from += 900)
      await writing.append(stream, from - 1, [...sampleEvents(899), sampleEvent({ from }, 'Wanted')]);
    const namesIt = sampleEvent({ about: 'Wanted' });
    await writing.append(sampleStream(), -1, [namesIt, ...sampleEvents(699)]);
    const end = await writing.head();
    await writing.close();
    const db = new DatabaseSync(path);
    const body = JSON.stringify(sampleEvent({ from: 'format 1' }, 'Wanted'));
    db.prepare('UPDATE events SET body = ? WHERE position = 1').run(body);
    db.close();
    const store = await openSqliteEventStore({ path });
    const ending = new AbortController();
    const seen = [];
    for await (const events of store.subscribe({
      after: 0,
      types: new Set(['Wanted']),
      signal: ending.signal,
    })) {
      seen.push(...events);
      if (seen.at(-1)!.position === end) ending.abort();
    }
    expect(seen.map(({ type, position }) => [type, position])).toEqual([
      ...[1, 900, 1_800, 2_700, 3_600].map((position) => ['Wanted', position]),
      ['Sampled', 4_000],
      ['Wanted', 4_500],
      ['Sampled', 5_200],
    ]);
    await store.close();
  });

  it('names ids that have a stream by its number, and gives back what was written, to every process', async () => {
    const path = newPath();
    const store = await openSqliteEventStore({ path });
    const [company, other, contactId, userId, unknownId] = Array.from({ length: 5 }, () => randomUUID());
    for (const stream of [`contact-${company}_${contactId}`, `user-${company}_${userId}`])
      await store.append(stream, -1, sampleEvents(1));
    const about = (companyId: string | undefined, data: object, actor: object): EventEnvelope => {
      const event = sampleEvent(data, 'TicketAssigned');
      return {
        ...event,
        metadata: { ...event.metadata, companyId: companyId!, actor } as EventEnvelope['metadata'],
      };
    };
    const events = [
      about(company, { contactId, userId, status: 'open' }, { kind: 'user', id: userId }),
      about(company, { contactId: userId, userId: contactId }, { kind: 'contact', id: contactId }),
      about(
        company,
        { contactId: unknownId, userId: null, queueId: '' },
        { kind: 'no-such-kind', id: userId },
      ),
    ];
    const stream = `ticket-${company}_${randomUUID()}`;
    await store.append(stream, -1, events);
    const elsewhere = `ticket-${other}_${randomUUID()}`;
    await store.append(elsewhere, -1, [about(other, { contactId }, { kind: 'user', id: userId })]);
    const db = new DatabaseSync(path, { readOnly: true });
    const bodies = db.prepare('SELECT body FROM events WHERE position > 2').all() as { body: Uint8Array }[];
    db.close();
    const holds = (body: Uint8Array, text: string) => {
      const bytes = Buffer.alloc(16);
      writeUuid(text, bytes, 0);
      return Buffer.from(body).includes(bytes) || Buffer.from(body).includes(text);
    };
    expect(bodies.map(({ body }) => holds(body, contactId!))).toEqual([false, true, false, true]);
    expect(bodies.map(({ body }) => holds(body, 'TicketAssigned'))).toEqual([false, false, false, false]);
    const again = await openSqliteEventStore({ path });
    for (const one of [store, again]) {
      expect(await one.read(stream)).toMatchObject(events);
      expect(await one.read(elsewhere)).toMatchObject([{ data: { contactId } }]);
      expect((await one.readAll({ after: 2, limit: 10 })).map(({ id }) => id)).toEqual([
        ...events.map(({ id }) => id),
        expect.any(String),
      ]);
    }
    await again.close();
    await store.close();
  });

  it('brings a file of format 2 over: streams go on where they ended, and an older build has no part in it', async () => {
    const path = newPath();
    await mkdir(dirname(path));
    const [company, id] = [randomUUID(), randomUUID()];
    const streams = [`ticket-${company}_${id}`, 'chain-platform_log'];
    const db = new DatabaseSync(path);
    db.exec(`PRAGMA journal_mode = WAL;
      CREATE TABLE meta (key TEXT PRIMARY KEY, value) WITHOUT ROWID;
      CREATE TABLE streams (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
      CREATE TABLE events (position INTEGER PRIMARY KEY, stream INTEGER NOT NULL, revision INTEGER NOT NULL, body TEXT NOT NULL);
      CREATE TABLE shapes (number INTEGER PRIMARY KEY, shape TEXT NOT NULL UNIQUE);
      CREATE UNIQUE INDEX events_of_stream ON events (stream, revision);
      PRAGMA user_version = 2;`);
    const packer = createPacker(shapeTable(db));
    const written = sampleEvents(4);
    const add = db.prepare('INSERT INTO events (stream, revision, body) VALUES (?, ?, ?)');
    for (const [at, stream] of streams.entries()) {
      db.prepare('INSERT INTO streams (name) VALUES (?)').run(stream);
      const [packed, json] = written.slice(at * 2);
      add.run(at + 1, 0, packer.pack(packed!, idsOf(stream))!);
      add.run(at + 1, 1, JSON.stringify(json));
    }
    const older = db.prepare('INSERT INTO streams (name) VALUES (?)');
    const stored = openSqliteStoredEvents(path);
    expect((await stored.read(0, 10)).map(({ stream }) => stream)).toEqual([
      streams[0],
      streams[0],
      streams[1],
      streams[1],
    ]);
    expect(await stored.readStream(streams[0]!, 0, 10)).toHaveLength(2);
    await stored.close();
    const [store, beside] = await Promise.all([
      openSqliteEventStore({ path }),
      openSqliteEventStore({ path }),
    ]);
    expect(await store.read(streams[0]!)).toMatchObject(written.slice(0, 2));
    expect((await beside.readAll({ after: 0, limit: 10 })).map((event) => event.id)).toEqual(
      written.map((event) => event.id),
    );
    for (const stream of streams) {
      await expect(store.append(stream, -1, sampleEvents(1))).rejects.toThrow(ConflictError);
      expect((await beside.append(stream, 1, sampleEvents(1))).revision).toBe(2);
    }
    expect(() => older.run('ticket-begun-anew')).toThrow('streams');
    db.close();
    await beside.close();
    await store.close();
    const reopened = openSqliteStoredEvents(path);
    expect(await reopened.readStream(streams[0]!, 0, 10)).toHaveLength(3);
    await reopened.close();
  });

  it('waits for another process that holds the lock, without blocking this one', async () => {
    const path = newPath();
    const store = await openSqliteEventStore({ path });
    const holder = new DatabaseSync(path);
    holder.exec('BEGIN IMMEDIATE');
    let done = false;
    const appending = store.append(sampleStream(), -1, sampleEvents(1)).then((appended) => {
      done = true;
      return appended;
    });
    let turns = 0;
    for (const until = performance.now() + 200; performance.now() < until; turns++)
      await new Promise((resolve) => setTimeout(resolve, 1));
    expect(done).toBe(false);
    expect(turns).toBeGreaterThan(4);
    holder.exec('COMMIT');
    holder.close();
    expect((await appending).revision).toBe(0);
    await store.close();
  });

  it('names the file when it cannot be opened: not a database, a folder, a newer format', async () => {
    const text = join(folder, 'text.db');
    await writeFile(text, 'this is no database, '.repeat(1_000));
    await expect(openSqliteEventStore({ path: text })).rejects.toThrow(text);
    await expect(openSqliteEventStore({ path: folder })).rejects.toThrow(folder);
    const newer = join(folder, 'newer.db');
    const db = new DatabaseSync(newer);
    db.exec('PRAGMA user_version = 999');
    db.close();
    await expect(openSqliteEventStore({ path: newer })).rejects.toThrow('newer than this program');
  });

  it('says that it is unavailable, and which file, when pages are lost under it', async () => {
    const path = newPath();
    const store = await openSqliteEventStore({ path });
    const stream = sampleStream();
    await store.append(stream, -1, sampleEvents(2_000));
    await store.close();
    await truncate(path, 4096 * 3);
    const outcome = await openSqliteEventStore({ path }).then(
      async (broken) => {
        const error: unknown = await broken.read(stream).catch((reason: unknown) => reason);
        await broken.close();
        return error;
      },
      (error: unknown) => error,
    );
    expect(outcome).toBeInstanceOf(Error);
    expect((outcome as Error).message).toContain(path);
  });

  it('every commit is on the disk before it is acknowledged: a power cut takes nothing that was', () => {
    const connection = connect(newPath());
    const setting = (name: string) =>
      connection.use((file) => Object.values(file.db.prepare(`PRAGMA ${name}`).get() as object)[0]);
    // 2 is FULL: the write-ahead log is synced at each commit. 1 (NORMAL) would sync it at checkpoints only.
    expect([setting('journal_mode'), setting('synchronous')]).toEqual(['wal', 2]);
    connection.close();
  });

  it('what cannot be written as JSON fails alone', async () => {
    const store = await openSqliteEventStore({ path: newPath() });
    const circular: Record<string, unknown> = {};
    circular.self = circular;
    const [bad, good] = await Promise.allSettled([
      store.append(sampleStream(), -1, [sampleEvent(circular)]),
      store.append(sampleStream(), -1, sampleEvents(1)),
    ]);
    expect([bad.status, good.status]).toEqual(['rejected', 'fulfilled']);
    await store.close();
  });

  it('writes what waits before it closes', async () => {
    const path = newPath();
    const store = await openSqliteEventStore({ path });
    const stream = sampleStream();
    const appending = Promise.all(
      Array.from({ length: 10 }, (_, n) => store.append(stream, n - 1, sampleEvents(1))),
    );
    await store.close();
    await appending;
    const again = await openSqliteEventStore({ path });
    expect(await again.read(stream)).toHaveLength(10);
    await again.close();
  });

  it('a backup made under load is a whole log of the same id', async () => {
    const path = newPath();
    const store = await openSqliteEventStore({ path });
    const stream = sampleStream();
    await store.append(stream, -1, sampleEvents(3_000));
    const copy = `${path}.backup`;
    const backing = backupSqliteEventStore(path, copy);
    for (let n = 0; n < 20; n++) await store.append(sampleStream(), -1, sampleEvents(10));
    await backing;
    const restored = await openSqliteEventStore({ path: copy });
    expect(await restored.logId()).toBe(await store.logId());
    expect(await restored.read(stream)).toEqual(await store.read(stream));
    await restored.close();
    await store.close();
  });

  /** A copy in the place of the open file, as an operator puts it there: the former file is moved away first. */
  const putBack = async (path: string, copy: string) => {
    await rename(path, `${path}.former`);
    await copyFile(copy, path);
  };

  it('an older copy put in its place while it is open is what is read and written from then on', async () => {
    const path = newPath();
    const store = await openSqliteEventStore({ path });
    const stream = sampleStream();
    await store.append(stream, -1, sampleEvents(2));
    const copy = `${path}.backup`;
    await backupSqliteEventStore(path, copy);
    const lost = sampleStream();
    const { position, revision, events } = await store.append(lost, -1, sampleEvents(2));
    await putBack(path, copy);
    const mark = { stream: lost, revision, position, id: events[1]!.id };
    const [event] = sampleEvents(1);
    const insist = async (): Promise<Appended> =>
      store.append(stream, 1, [event!]).catch((error: unknown) => {
        // What was written to the former file is not said to be written.
        expect(error).toBeInstanceOf(UnavailableError);
        return insist();
      });
    await insist();
    await store.append(sampleStream(), -1, sampleEvents(5));
    expect(store.rewinds()).toBe(1);
    expect(await store.stands(mark)).toBe(false);
    expect(await store.read(lost)).toEqual([]);
    const other = await openSqliteEventStore({ path });
    expect((await other.read(stream)).at(-1)).toMatchObject({ id: event!.id, revision: 2 });
    const { integrity_check: sound } = new DatabaseSync(path, { readOnly: true })
      .prepare('PRAGMA integrity_check')
      .get() as { integrity_check: string };
    expect(sound).toBe('ok');
    await other.close();
    await store.close();
  });

  it('a subscription ends when an older copy takes the place of what it follows, and goes on when a whole one does', async () => {
    for (const whole of [true, false]) {
      const path = newPath();
      const store = await openSqliteEventStore({ path });
      await store.append(sampleStream(), -1, sampleEvents(2));
      const copy = `${path}.backup`;
      if (!whole) await backupSqliteEventStore(path, copy);
      await store.append(sampleStream(), -1, sampleEvents(2));
      if (whole) await backupSqliteEventStore(path, copy);
      const ending = new AbortController();
      const seen: string[] = [];
      const following = (async () => {
        for await (const events of store.subscribe({ after: 0, signal: ending.signal }))
          seen.push(...events.map(({ id }) => id));
        return 'ended';
      })();
      // It may end before anybody waits for it.
      following.catch(() => undefined);
      await expect.poll(() => seen.length, { timeout: 10_000 }).toBe(4);
      // As it is described: the former file's own log goes with it. (Left beside, whoever looks first sets it aside.)
      for (const end of ['-wal', '-shm']) await rename(`${path}${end}`, `${path}.former${end}`);
      await putBack(path, copy);
      const other = await openSqliteEventStore({ path });
      await other.append(sampleStream(), -1, sampleEvents(3));
      await other.close();
      if (whole) await expect.poll(() => seen.length, { timeout: 10_000 }).toBe(7);
      else await expect(following).rejects.toThrow(LogRewoundError);
      ending.abort();
      if (whole) await following;
      await store.close();
    }
  });
});
