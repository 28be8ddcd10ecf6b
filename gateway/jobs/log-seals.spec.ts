import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { type EventStore, UnavailableError } from '../../domain/kernel/event-store.ts';
import {
  type ChainReport,
  chainStream,
  type LogSealed,
  type StoredEvents,
} from '../../domain/kernel/log-chain.ts';
import { lastLogCheck } from '../../messaging/log-checks.ts';
import { createContactKeys } from '../../stores/contact-keys/contact-keys.ts';
import { sampleEvents, sampleStream } from '../../stores/event-store/contract.ts';
import { backupSqliteEventStore, openSqliteEventStore } from '../../stores/event-store/sqlite/store.ts';
import { sealKey, sealRuns } from '../../stores/log-chain/chain.ts';
import { storedEventsOf } from '../../stores/log-chain/read-events.ts';
import { verifyLog } from '../../stores/log-chain/verify.ts';
import { asAgent, asGateway, everyEvent, testDesk } from '../../testing/desk.ts';
import { createInMemoryEventStore } from '../../testing/in-memory/event-store.ts';
import { createInMemoryStateStore } from '../../testing/in-memory/state-store.ts';
import { createLogChecks, createLogSeals, type LogChainDeps } from './log-seals.ts';

const key = sealKey('a secret of at least thirty-two letters');
const signal = new AbortController().signal;
const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** One gateway as far as seals go, over a store as it sees it. */
function sealer(store: EventStore, more: Partial<LogChainDeps> = {}) {
  const stored = storedEventsOf(store);
  return createLogSeals({
    storedEvents: store,
    chain: { sealRuns: (end) => sealRuns(stored, end, key), verify: () => verifyLog(stored, { key }) },
    state: createInMemoryStateStore(),
    log: pino({ level: 'silent' }),
    now: () => new Date('2026-11-02T12:00:00.000Z'),
    everyMs: 1_000,
    ...more,
  });
}
const check = (store: EventStore): Promise<ChainReport> => verifyLog(storedEventsOf(store), { key });
const write = (store: EventStore, count = 3) => store.append(sampleStream(), -1, sampleEvents(count));
const seals = async (store: EventStore) =>
  (await store.read(chainStream)).map(({ data }) => data as LogSealed);

describe('the seals of the log', () => {
  it('begin with all that is there, go on with what comes, and leave a quiet log alone', async () => {
    const store = createInMemoryEventStore();
    await write(store, 1_500);
    const job = sealer(store);
    await job.round(signal);
    expect((await seals(store)).map(({ count }) => count)).toEqual([1_000, 501]);
    const head = await store.head();
    await job.round(signal);
    await sealer(store).round(signal);
    expect(await store.head()).toBe(head);
    await write(store);
    await job.round(signal);
    expect(await check(store)).toMatchObject({ problemCount: 0, seals: 3, unsealed: 0 });
  });

  it('of a log without an event are none', async () => {
    const store = createInMemoryEventStore();
    await sealer(store).round(signal);
    expect(await store.head()).toBe(0);
  });

  it.each([2, 3, 5])('of %i gateways at once are one chain', async (gateways) => {
    const store = createInMemoryEventStore();
    for (let turn = 0; turn < 4; turn++) {
      await write(store, 1_100);
      await Promise.all(Array.from({ length: gateways }, () => sealer(store).round(signal)));
    }
    await sealer(store).round(signal);
    const report = await check(store);
    expect(report).toMatchObject({ problemCount: 0, unsealed: 0 });
    expect(report.intact).toBe(report.sealed);
  });

  it.each([false, true])(
    'are whole whichever operation their gateway dies with (after it: %s)',
    async (isAfter) => {
      const store = createInMemoryEventStore();
      for (let at = 0; at < 12; at++) {
        await write(store, 1_200);
        let operations = 0;
        const step = async <T>(operate: () => Promise<T>): Promise<T> => {
          const here = operations++;
          if (here > at || (here === at && !isAfter)) throw new UnavailableError('dead');
          const result = await operate();
          if (here === at) throw new UnavailableError('dead');
          return result;
        };
        const dying: EventStore = {
          ...store,
          append: (...args) => step(() => store.append(...args)),
          read: (...args) => step(() => store.read(...args)),
          readAll: (...args) => step(() => store.readAll(...args)),
          stands: (...args) => step(() => store.stands(...args)),
        };
        await sealer(dying)
          .round(signal)
          .catch(() => undefined);
      }
      await sealer(store).round(signal);
      expect(await check(store)).toMatchObject({ problemCount: 0, unsealed: 0 });
    },
  );

  it('go back with a log that was put back, also in the middle of a round', async () => {
    const store = createInMemoryEventStore();
    await write(store);
    await sealer(store).round(signal);
    const backup = await store.head();
    await write(store, 5);
    await sealer(store).round(signal);
    store.putBack(backup);
    await write(store, 4);
    await sealer(store).round(signal);
    expect(await check(store)).toMatchObject({ problemCount: 0, unsealed: 0, seals: 2 });

    const before = await store.head();
    await write(store, 5);
    const stored = storedEventsOf(store);
    const late = sealer(store, {
      chain: {
        async *sealRuns(end) {
          for await (const run of sealRuns(stored, end, key)) {
            // Read, hashed, and gone from the log before the seal is written.
            store.putBack(before);
            await write(store, 2);
            yield run;
          }
        },
        verify: () => check(store),
      },
    });
    await late.round(signal);
    expect((await seals(store)).length).toBe(2);
    await sealer(store).round(signal);
    expect(await check(store)).toMatchObject({ problemCount: 0, unsealed: 0, seals: 3 });
  });

  it('are those of the copy when a backup of the file takes its place', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'seals-'));
    ends.push(() => rmSync(folder, { recursive: true }));
    const path = join(folder, 'events.sqlite');
    const first = await openSqliteEventStore({ path });
    await write(first);
    await sealer(first).round(signal);
    await backupSqliteEventStore(path, join(folder, 'copy.sqlite'));
    await write(first);
    await sealer(first).round(signal);
    await first.close();
    for (const end of ['', '-wal', '-shm']) rmSync(`${path}${end}`, { force: true });
    cpSync(join(folder, 'copy.sqlite'), path);
    const restored = await openSqliteEventStore({ path });
    ends.push(() => restored.close());
    await write(restored, 2);
    await sealer(restored).round(signal);
    expect(await check(restored)).toMatchObject({ problemCount: 0, unsealed: 0, seals: 2 });
  });

  it('hold when somebody is erased: boxes stay, their key goes', async () => {
    const stored = createInMemoryEventStore();
    const keys = createContactKeys({
      state: createInMemoryStateStore(),
      secretKey: 'a secret of at least thirty-two letters',
    });
    const desk = testDesk(stored, 'a', { contactKeys: keys });
    const { contactId } = await desk.contacts.ensure(asGateway, {
      numbers: ['5511987654321'],
      name: 'Carla',
    });
    await sealer(stored).round(signal);
    await desk.contacts.erase(asAgent(), { contactId });
    await keys.destroy('c1', contactId);
    await sealer(stored).round(signal);
    expect(await check(stored)).toMatchObject({ problemCount: 0, unsealed: 0, seals: 2 });
    expect(JSON.stringify(await everyEvent(stored))).not.toContain('Carla');
  });
});

it('what a verification found is kept for whoever asks, and said aloud when something is wrong', async () => {
  const store = createInMemoryEventStore();
  await write(store);
  await sealer(store).round(signal);
  const state = createInMemoryStateStore();
  const lines: string[] = [];
  const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) });
  const checks = (stored: StoredEvents) =>
    createLogChecks({
      storedEvents: store,
      chain: { sealRuns: (end) => sealRuns(stored, end, key), verify: () => verifyLog(stored, { key }) },
      ...{ state, log, now: () => new Date('2026-11-02T12:00:00.000Z'), everyMs: 1_000 },
    });
  await checks(storedEventsOf(store)).round(signal);
  expect(await lastLogCheck(state)).toMatchObject({ report: { problemCount: 0, intact: 3 } });
  expect(lines).toEqual([]);
  const stored = storedEventsOf(store);
  const lying: StoredEvents = {
    ...stored,
    read: async (after, limit) => (await stored.read(after, limit)).filter(({ position }) => position !== 2),
  };
  await checks(lying).round(signal);
  expect(await lastLogCheck(state)).toMatchObject({ report: { problemCount: 1 } });
  expect(lines.join()).toContain('verify-log');
});
