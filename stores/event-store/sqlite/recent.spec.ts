import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { RecordedEvent } from '../../../domain/kernel/event.ts';
import type { EventStore } from '../../../domain/kernel/event-store.ts';
import { sampleEvents, sampleStream } from '../contract.ts';
import type { SqliteFile } from './file.ts';
import { createRecent } from './recent.ts';
import { openSqliteEventStore } from './store.ts';

const file = {} as SqliteFile;
const events = (from: number, to: number) =>
  sampleEvents(to - from + 1).map(
    (event, index): RecordedEvent => ({ ...event, stream: 's', revision: index, position: from + index }),
  );
const positions = (given: readonly RecordedEvent[]) => given.map(({ position }) => position);

test('what one follower has not taken is at hand, and forgotten when all have', () => {
  const recent = createRecent();
  const [fast, slow] = [{ position: 0 }, { position: 0 }];
  recent.join(fast);
  recent.join(slow);
  recent.add(file, events(1, 3), 30);
  recent.add(file, events(4, 5), 20);
  expect(positions(recent.after(file, 0, 4))).toEqual([1, 2, 3, 4]);
  expect(positions(recent.after(file, 2, 10))).toEqual([3, 4, 5]);
  fast.position = 5;
  recent.trim();
  expect(positions(recent.after(file, 0, 10))).toEqual([1, 2, 3, 4, 5]);
  slow.position = 3;
  recent.trim();
  expect(recent.after(file, 0, 10)).toEqual([]);
  expect(positions(recent.after(file, 3, 10))).toEqual([4, 5]);
  recent.leave(slow);
  expect(recent.after(file, 3, 10)).toEqual([]);
});

test('what another process wrote in between, another file, and too much of it are read from the file', () => {
  const recent = createRecent();
  recent.join({ position: 0 });
  recent.add(file, events(1, 3), 30);
  recent.add(file, events(5, 6), 20);
  expect(recent.after(file, 0, 10)).toEqual([]);
  expect(recent.after(file, 3, 10)).toEqual([]);
  expect(positions(recent.after(file, 4, 10))).toEqual([5, 6]);
  expect(recent.after({} as SqliteFile, 4, 10)).toEqual([]);
  recent.add(file, events(7, 7), 7_000_000);
  recent.add(file, events(8, 8), 7_000_000);
  expect(recent.after(file, 6, 10)).toEqual([]);
  expect(positions(recent.after(file, 7, 10))).toEqual([8]);
});

test('followers of two openings of one file get every event of both once and in order', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'recent-'));
  const open = () => openSqliteEventStore({ path: join(folder, 'events.sqlite') });
  const stores = [await open(), await open()];
  const ending = new AbortController();
  const follow = async (store: EventStore, pause: number) => {
    const given: RecordedEvent[] = [];
    for await (const batch of store.subscribe({ after: 0, batch: 7, signal: ending.signal })) {
      given.push(...batch);
      if (given.length === 300) return given;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
    return given;
  };
  const followed = [follow(stores[0]!, 0), follow(stores[0]!, 3), follow(stores[1]!, 1)];
  for (let round = 0; round < 50; round++)
    await Promise.all([0, 1, round % 2].map((of) => stores[of]!.append(sampleStream(), -1, sampleEvents(2))));
  const all = await stores[1]!.readAll({ after: 0, limit: 1_000 });
  expect(all).toHaveLength(300);
  for (const given of await Promise.all(followed)) expect(given).toEqual(all);
  ending.abort();
  for (const store of stores) await store.close();
  await rm(folder, { recursive: true });
});
