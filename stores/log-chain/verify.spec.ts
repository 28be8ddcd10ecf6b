import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, describe, expect, it } from 'vitest';
import type { EventStore } from '../../domain/kernel/event-store.ts';
import {
  type ChainReport,
  chainStream,
  genesis,
  type LogSealed,
  type StoredEvents,
} from '../../domain/kernel/log-chain.ts';
import { startEventStoreDbDouble } from '../../testing/eventstoredb/server.ts';
import { sampleEvents, sampleStream } from '../event-store/contract.ts';
import { openEventStoreDb } from '../event-store/eventstoredb/store.ts';
import { openSqliteEventStore } from '../event-store/sqlite/store.ts';
import { openSqliteStoredEvents } from '../event-store/sqlite/stored-events.ts';
import { runLength, sealKey, sealRuns } from './chain.ts';
import { storedEventsOf } from './read-events.ts';
import { verifyLog } from './verify.ts';

const key = sealKey('a secret of at least thirty-two letters');
const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function onSqlite() {
  const folder = mkdtempSync(join(tmpdir(), 'chain-'));
  ends.push(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'events.sqlite');
  const store = await openSqliteEventStore({ path });
  ends.push(() => store.close());
  const stored = openSqliteStoredEvents(path);
  ends.push(() => stored.close());
  return { store, stored, path };
}
async function onEventStoreDb() {
  const double = await startEventStoreDbDouble();
  ends.push(double.stop);
  const store = await openEventStoreDb({ url: double.url });
  ends.push(() => store.close());
  return { store, stored: storedEventsOf(store) };
}

/** Seals all there is, as the gateway's job does. */
async function seal(store: EventStore, stored: StoredEvents, signed: Buffer | undefined = key) {
  const [last] = await store.read(chainStream, { backwards: true, limit: 1 });
  const before = last?.data as LogSealed | undefined;
  let revision = last?.revision ?? -1;
  const end = { after: before?.through ?? 0, head: before?.head ?? genesis, total: before?.total ?? 0 };
  for await (const run of sealRuns(stored, end, signed)) {
    const [event] = sampleEvents(1);
    await store.append(chainStream, revision, [{ ...event!, type: 'LogSealed', data: run.seal }]);
    revision += 1;
  }
}

/** Three streams of three events, sealed in two runs with one seal between; one event behind the last seal. */
async function filled(open: () => Promise<{ store: EventStore; stored: StoredEvents; path?: string }>) {
  const opened = await open();
  const { store, stored } = opened;
  const streams = [sampleStream(), sampleStream(), sampleStream()];
  for (const stream of streams.slice(0, 2)) await store.append(stream, -1, sampleEvents(3));
  await seal(store, stored);
  await store.append(streams[2]!, -1, sampleEvents(3));
  await seal(store, stored);
  await store.append(streams[0]!, 2, sampleEvents(1));
  const events = (await store.readAll({ after: 0, limit: 100 })).filter(
    ({ stream }) => stream !== chainStream,
  );
  return { ...opened, streams, events };
}

const told = ({ problems }: ChainReport) =>
  problems.map(({ kind, position, stream, type, id }) => ({ kind, position, stream, type, id }));
const nameOf = ({
  position,
  stream,
  type,
  id,
}: {
  position: number;
  stream: string;
  type: string;
  id: string;
}) => ({
  position,
  stream,
  type,
  id,
});

describe.each([
  ['SQLite', onSqlite],
  ['EventStoreDB', onEventStoreDb],
] as const)('the chain on %s', (_name, open) => {
  it('holds over every sealed event and says what is not sealed yet', async () => {
    const { stored, events } = await filled(open);
    const report = await verifyLog(stored, { key });
    expect(report).toMatchObject({
      seals: 2,
      sealed: 10,
      intact: 10,
      unsealed: 1,
      problemCount: 0,
      keyed: true,
    });
    expect(report.through).toBe(events[8]!.position);
    expect(report.faults).toEqual([]);
    expect((await verifyLog(stored)).problemCount).toBe(0);
  });

  it.each(['data', 'metadata', 'type', 'id', 'stream', 'revision'] as const)(
    'names an event whose %s was changed, and no other',
    async (part) => {
      const { stored, events } = await filled(open);
      const target = events[4]!;
      const lying: StoredEvents = {
        ...stored,
        read: async (after, limit) =>
          (await stored.read(after, limit)).map((event) => {
            if (event.position !== target.position) return event;
            if (part === 'stream') return { ...event, stream: `${event.stream}x` };
            if (part === 'revision') return { ...event, revision: event.revision + 1 };
            const body = JSON.parse(Buffer.from(event.body).toString());
            body[part] = typeof body[part] === 'string' ? `${body[part]}x` : { ...body[part], at: 'x' };
            return { ...event, body: Buffer.from(JSON.stringify(body)) };
          }),
      };
      const report = await verifyLog(lying, { key });
      expect(told(report)).toEqual([{ kind: 'changed', ...nameOf(target) }]);
      expect(report.intact).toBe(9);
    },
  );

  it('names an event that was taken out, one that was put in, and two that changed places', async () => {
    const { stored, events } = await filled(open);
    const [a, b] = [events[1]!, events[3]!];
    const lying = (
      change: (page: Awaited<ReturnType<StoredEvents['read']>>) => typeof page,
    ): StoredEvents => ({
      ...stored,
      read: async (after, limit) => change(await stored.read(after, limit)),
    });
    const removed = await verifyLog(lying((page) => page.filter(({ position }) => position !== a.position)));
    expect(told(removed)).toEqual([{ kind: 'removed', ...nameOf(a) }]);

    const more = sampleEvents(1)[0]!;
    const inserted = await verifyLog(
      lying((page) =>
        page.flatMap((event) =>
          event.position === b.position
            ? [{ ...event, position: event.position - 0.5, body: Buffer.from(JSON.stringify(more)) }, event]
            : [event],
        ),
      ),
    );
    expect(told(inserted)).toMatchObject([{ kind: 'inserted', type: more.type, id: more.id }]);

    const swapped = await verifyLog(
      lying((page) => {
        const bodyOf = (position: number) => page.find((event) => event.position === position)?.body;
        return page.map((event) => {
          const other = event.position === a.position ? b : event.position === b.position ? a : undefined;
          return other ? { ...event, body: bodyOf(other.position)! } : event;
        });
      }),
    );
    expect(told(swapped)).toEqual([
      { kind: 'swapped', ...nameOf(a) },
      { kind: 'swapped', ...nameOf(b) },
    ]);
  });

  it('has every head that was noted, and none that was not', async () => {
    const { store, stored } = await filled(open);
    const [first] = await store.read(chainStream);
    const { head } = first!.data as LogSealed;
    expect((await verifyLog(stored, { heads: [head] })).missingHeads).toEqual([]);
    const foreign = 'f'.repeat(64);
    expect((await verifyLog(stored, { heads: [head, foreign] })).missingHeads).toEqual([foreign]);
  });
});

describe('the file of the embedded log', () => {
  const change = (path: string, sql: string, ...values: (string | number)[]) => {
    const db = new DatabaseSync(path);
    db.prepare(sql).run(...values);
    db.close();
  };

  /** Writes an event anew, as the text that is made of its JSON. */
  const rewrite = async (
    { stored, path }: { stored: StoredEvents; path?: string },
    position: number,
    made: (json: string) => string,
  ) => {
    const [event] = await stored.read(position - 1, 1);
    const json = made(Buffer.from(event!.body).toString());
    change(path!, 'UPDATE events SET body = ? WHERE position = ?', json, position);
  };

  it('one blank more in an event’s text is told, though it reads the same', async () => {
    const log = await filled(onSqlite);
    const { position } = log.events[2]!;
    await rewrite(log, position, (json) => json);
    expect(told(await verifyLog(log.stored, { key }))).toEqual([]);
    await rewrite(log, position, (json) => json.replace('"data":', '"data": '));
    expect(told(await verifyLog(log.stored, { key }))).toMatchObject([{ kind: 'changed', position }]);
  });

  it('any byte of a packed event that is another one is told', async () => {
    const { stored, path, events } = await filled(onSqlite);
    const { position } = events[2]!;
    const db = new DatabaseSync(path!);
    const { body } = db.prepare('SELECT body FROM events WHERE position = ?').get(position) as {
      body: Uint8Array;
    };
    const write = db.prepare('UPDATE events SET body = ? WHERE position = ?');
    expect(body).toBeInstanceOf(Uint8Array);
    for (let at = 0; at < body.length; at++) {
      const damaged = Uint8Array.from(body);
      damaged[at]! ^= 1;
      write.run(damaged, position);
      expect(told(await verifyLog(stored, { key })), `byte ${at}`).toMatchObject([
        { kind: 'changed', position },
      ]);
    }
    db.close();
  });

  it('a stream that was renamed, and one that was taken away, name its events', async () => {
    const { stored, path, streams, events } = await filled(onSqlite);
    const of = (stream: string) => events.slice(0, 9).filter((event) => event.stream === stream).length;
    change(path!, 'UPDATE stream_names SET name = ? WHERE name = ?', 'other-a_b', streams[1]!);
    expect(told(await verifyLog(stored, { key }))).toHaveLength(of(streams[1]!));
    change(path!, 'DELETE FROM stream_names WHERE name = ?', 'other-a_b');
    expect(told(await verifyLog(stored, { key }))).toHaveLength(of(streams[1]!));
  });

  it('a seal that was changed is named, and accuses no event', async () => {
    const log = await filled(onSqlite);
    const { store, stored } = log;
    const [first, second] = await store.read(chainStream);
    const forged = (seal: LogSealed) => {
      const hashes = Buffer.from(seal.hashes, 'base64');
      hashes[0]! ^= 1;
      return hashes.toString('base64');
    };
    const forge = ({ position, data }: { position: number; data: unknown }) =>
      rewrite(log, position, (json) => {
        const seal = JSON.parse(json);
        seal.data.hashes = forged(data as LogSealed);
        return JSON.stringify(seal);
      });
    await forge(first!);
    for (const options of [{ key }, {}]) {
      const problems = told(await verifyLog(stored, options));
      expect(problems).toMatchObject([{ kind: 'seal', position: first!.position }]);
    }
    await forge(second!);
    expect(told(await verifyLog(stored, { key }))).toMatchObject([
      { kind: 'seal', position: first!.position },
      { kind: 'seal', position: second!.position },
    ]);
  });

  it('a seal that was taken out is missed', async () => {
    const { store, stored, path } = await filled(onSqlite);
    const [first] = await store.read(chainStream);
    change(path!, 'DELETE FROM events WHERE position = ?', first!.position);
    const report = await verifyLog(stored, { key });
    expect(told(report)).toMatchObject([
      { kind: 'removed', stream: chainStream },
      { kind: 'seal', stream: chainStream },
      { kind: 'removed', position: first!.position },
    ]);
  });

  it('a chain written anew without the key of the installation is told by the key, and by a head noted before', async () => {
    const log = await filled(onSqlite);
    const { store, stored, path, events } = log;
    const [, second] = await store.read(chainStream);
    const { head } = second!.data as LogSealed;
    change(
      path!,
      'DELETE FROM events WHERE stream = (SELECT id FROM stream_names WHERE name = ?)',
      chainStream,
    );
    await rewrite(log, events[0]!.position, (json) => json.replaceAll('at', 'AT'));
    const anew = await openSqliteEventStore({ path: path! });
    ends.push(() => anew.close());
    await seal(anew, stored, sealKey('somebody else’s secret of many letters'));
    expect((await verifyLog(stored)).problemCount).toBe(0);
    expect((await verifyLog(stored, { heads: [head] })).missingHeads).toEqual([head]);
    expect(told(await verifyLog(stored, { key }))).toMatchObject([{ kind: 'seal', stream: chainStream }]);
  });

  it('a byte of the index that hides an event from its stream is told', async () => {
    const { store, stored, path } = await filled(onSqlite);
    await stored.close();
    await store.close();
    ends.splice(1);
    const db = new DatabaseSync(path!);
    db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    const [size] = db.prepare('PRAGMA page_size').all() as { page_size: number }[];
    const [index] = db
      .prepare("SELECT rootpage FROM sqlite_master WHERE name = 'events_of_stream'")
      .all() as { rootpage: number }[];
    db.close();
    const bytes = readFileSync(path!);
    bytes[index!.rootpage * size!.page_size - 1]! ^= 64;
    writeFileSync(path!, bytes);
    const fresh = openSqliteStoredEvents(path!);
    ends.push(() => fresh.close());
    const report = await verifyLog(fresh, { key });
    expect(report.faults.length).toBeGreaterThan(0);
  });

  it('a long log is sealed in runs that follow each other', async () => {
    const { store, stored } = await onSqlite();
    for (let at = 0; at < 5; at++) await store.append(sampleStream(), -1, sampleEvents(500));
    await seal(store, stored);
    const report = await verifyLog(stored, { key });
    expect(report).toMatchObject({ seals: 3, sealed: 2_502, intact: 2_502, unsealed: 0, problemCount: 0 });
    expect(runLength).toBe(1_000);
  });

  it.each([
    ['SQLite', onSqlite, 30],
    ['EventStoreDB', onEventStoreDb, 70],
  ] as const)(
    'events so large that a thousand would not fit are sealed in shorter runs (%s)',
    async (_on, open, count) => {
      const { store, stored } = await open();
      const large = () => sampleEvents(1).map((event) => ({ ...event, data: { text: 'x'.repeat(700_000) } }));
      for (let at = 0; at < count; at++) await store.append(sampleStream(), -1, large());
      expect((await stored.read(0, 1_000)).length).toBeLessThan(count);
      await seal(store, stored);
      const report = await verifyLog(stored, { key });
      expect(report).toMatchObject({ unsealed: 0, problemCount: 0 });
      expect(report.seals).toBeGreaterThan(1);
      expect(report.intact).toBe(report.sealed);
    },
  );
});
