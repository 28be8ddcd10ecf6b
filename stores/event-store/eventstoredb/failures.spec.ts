import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EventEnvelope, RecordedEvent } from '../../../domain/kernel/event.ts';
import {
  type Appended,
  ConflictError,
  type EventStore,
  LogRewoundError,
  UnavailableError,
} from '../../../domain/kernel/event-store.ts';
import { type EventStoreDbDouble, startEventStoreDbDouble } from '../../../testing/eventstoredb/server.ts';
import { appendAndRead, collect, sampleEvent, sampleEvents, sampleStream } from '../contract.ts';
import { openEventStoreDb } from './store.ts';

let double: EventStoreDbDouble;
let store: EventStore;
const stray: unknown[] = [];
const keepStray = (error: unknown) => stray.push(error);
beforeEach(async () => {
  double = await startEventStoreDbDouble();
  store = await openEventStoreDb({ url: double.url, deadlineMs: 500 });
  process.on('unhandledRejection', keepStray).on('uncaughtExceptionMonitor', keepStray);
});
afterEach(async () => {
  await store.close();
  await double.stop();
  process.off('unhandledRejection', keepStray).off('uncaughtExceptionMonitor', keepStray);
  // In the product either of them is the end of the process.
  expect(stray.splice(0)).toEqual([]);
});

const ids = (events: readonly { id: string }[]) => events.map(({ id }) => id);

const answering = (one: EventStore) =>
  expect
    .poll(
      () =>
        one.ping().then(
          () => true,
          () => false,
        ),
      { timeout: 10_000 },
    )
    .toBe(true);

/** As the command handler does: the same events at the same revision until the outcome is known. */
const insist = async (
  stream: string,
  expected: number,
  events: EventEnvelope[],
  retried = () => {},
): Promise<Appended> => {
  for (;;) {
    try {
      return await store.append(stream, expected, events);
    } catch (error) {
      if (!(error instanceof UnavailableError)) throw error;
      retried();
      await sleep(5 + Math.random() * 20);
    }
  }
};

/** Writers with a stream each, until told to stop; gives what was acknowledged. */
const load = (writers: number) => {
  const acknowledged: Appended['events'][number][] = [];
  const positions: [id: string, position: number][] = [];
  let retries = 0;
  let running = true;
  const writing = Array.from({ length: writers }, async () => {
    const stream = sampleStream();
    for (let revision = -1; running; ) {
      const appended = await insist(stream, revision, sampleEvents(1 + (acknowledged.length % 3)), () => {
        retries += 1;
      });
      acknowledged.push(...appended.events);
      positions.push([(appended.events.at(-1) as EventEnvelope).id, appended.position]);
      revision = appended.revision;
    }
  });
  return {
    acknowledged,
    positions,
    retries: () => retries,
    stop: async () => {
      running = false;
      await Promise.all(writing);
    },
  };
};
const written = () => double.log.all().filter(({ stream }) => stream.startsWith('ticket-'));

describe('EventStoreDB under failure:', () => {
  it('a server killed and restarted under load has every acknowledged event exactly once, in the order of its stream', async () => {
    const writers = load(24);
    for (let round = 0; round < 4; round++) {
      await sleep(120);
      await double.kill();
      await sleep(60);
      await double.restart();
    }
    await sleep(300);
    await writers.stop();
    expect(writers.retries()).toBeGreaterThan(0);
    const log = written();
    expect(new Set(ids(log)).size).toBe(log.length);
    expect(ids(log).toSorted()).toEqual(ids(writers.acknowledged).toSorted());
    const positions = new Map(log.map(({ id, position }) => [id, position]));
    for (const [id, position] of writers.positions) expect(position).toBe(positions.get(id));
  });

  it('a subscription under dropped connections and a killed server gives everything once, in order', async () => {
    const subscribing = new AbortController();
    const seen: RecordedEvent[] = [];
    const following = (async () => {
      for await (const events of store.subscribe({ after: 0, batch: 20, signal: subscribing.signal }))
        seen.push(...events);
    })();
    const writers = load(8);
    for (let round = 0; round < 6; round++) {
      await sleep(80);
      if (round === 3) {
        await double.kill();
        await sleep(50);
        await double.restart();
      } else double.dropConnections();
    }
    await sleep(200);
    await writers.stop();
    await expect.poll(() => seen.length, { timeout: 8_000 }).toBe(written().length);
    subscribing.abort();
    await following;
    expect(ids(seen)).toEqual(ids(written()));
  });

  it('an append whose answer is lost is unknown, and the same append gives the answer', async () => {
    const stream = sampleStream();
    const events = sampleEvents(2);
    double.fault('lose the answer');
    await expect(store.append(stream, -1, events)).rejects.toThrow(UnavailableError);
    const appended = await store.append(stream, -1, events);
    expect(appended).toMatchObject({ revision: 1, events });
    expect(ids(await store.read(stream))).toEqual(ids(events));
  });

  for (const fault of ['timeout', 'busy'] as const)
    it(`an append answered with ${fault} may be tried again, and harms none beside it`, async () => {
      const [stream, event] = [sampleStream(), sampleEvent()];
      await store.append(sampleStream(), -1, sampleEvents(1));
      double.fault(fault);
      const [failed, good] = await Promise.allSettled([
        store.append(stream, -1, [event]),
        store.append(sampleStream(), -1, sampleEvents(1)),
      ]);
      expect(failed).toMatchObject({ status: 'rejected', reason: expect.any(UnavailableError) });
      expect(good.status).toBe('fulfilled');
      expect((await store.append(stream, -1, [event])).revision).toBe(0);
    });

  it('a server that reads and takes nothing is not there, until it takes something', async () => {
    const [stream, event] = [sampleStream(), sampleEvent()];
    await store.append(sampleStream(), -1, sampleEvents(1));
    await store.logId();
    double.fault('timeout');
    await expect(store.append(stream, -1, [event])).rejects.toThrow(UnavailableError);
    const before = double.log.all().length;
    double.fault('busy');
    await expect(store.ping()).rejects.toThrow(UnavailableError);
    await store.ping();
    expect(double.log.all()).toHaveLength(before);
  });

  it('a lost connection fails the appends of its own store only', async () => {
    const beside = await startEventStoreDbDouble();
    const other = await openEventStoreDb({ url: beside.url });
    await Promise.all([store.ping(), other.ping()]);
    double.fault('lose the answer');
    const mine = store.append(sampleStream(), -1, sampleEvents(1)).catch((error: unknown) => error);
    const theirs = Array.from({ length: 50 }, () => other.append(sampleStream(), -1, sampleEvents(1)));
    double.dropConnections();
    expect(await mine).toBeInstanceOf(UnavailableError);
    await expect(Promise.all(theirs)).resolves.toHaveLength(50);
    await other.close();
    await beside.stop();
  });

  it('a server that hangs is unavailable after the deadline, and serves again when it goes on', async () => {
    const [stream, event] = [sampleStream(), sampleEvent()];
    await store.ping();
    double.freeze();
    await expect(store.append(stream, -1, [event])).rejects.toThrow(/not answered within 500 ms/);
    double.thaw();
    expect((await insist(stream, -1, [event])).revision).toBe(0);
    expect(await store.read(stream)).toHaveLength(1);
  });

  it('an absent server is unavailable at once, and is found soon after it comes, however long it was away', async () => {
    await double.kill();
    for (const end = Date.now() + 4_000; Date.now() < end; await sleep(50))
      await expect(store.ping()).rejects.toThrow(UnavailableError);
    await double.restart();
    const back = Date.now();
    await expect
      .poll(
        () =>
          store.ping().then(
            () => 'here',
            () => 'away',
          ),
        { timeout: 10_000 },
      )
      .toBe('here');
    expect(Date.now() - back).toBeLessThan(3_000);
  });

  it('reads and subscriptions that were left do not end the process when the connection breaks later', async () => {
    await store.append(sampleStream(), -1, sampleEvents(200));
    for (let n = 0; n < 5; n++) {
      const { signal } = new AbortController();
      for await (const _ of store.subscribe({ after: 0, batch: 1, signal })) break;
      await Promise.all([store.head(), store.ping(), store.readAll({ after: 0, limit: 1 })]);
      const reading = store.readAll({ after: 0, limit: 200 }).catch((error: unknown) => error);
      double.dropConnections();
      await reading;
      await expect
        .poll(() =>
          store.ping().then(
            () => 'here',
            () => 'away',
          ),
        )
        .toBe('here');
    }
  });

  it('a consumer that does not come back for more holds the server up', async () => {
    for (let n = 0; n < 30; n++) await store.append(sampleStream(), -1, large());
    const before = double.sent();
    const ending = new AbortController();
    for await (const _ of store.subscribe({ after: 0, batch: 1, signal: ending.signal })) {
      await sleep(500);
      // Of 120 events of 200 kB those have left that three buffers of 16 and the connection's windows hold.
      expect(double.sent() - before).toBeLessThan(80);
      ending.abort();
    }
  });

  it('a follower sends writers to the leader, and so they go there', async () => {
    const leader = await startEventStoreDbDouble({ log: double.log });
    await store.append(sampleStream(), -1, sampleEvents(1));
    double.follow({ host: '127.0.0.1', port: leader.port });
    const [stream, events] = [sampleStream(), sampleEvents(2)];
    expect((await insist(stream, -1, events)).revision).toBe(1);
    expect(ids(await store.read(stream))).toEqual(ids(events));
    await store.close();
    await leader.stop();
  });

  it('a cluster is found by its gossip, and found again when no node answered for a while', async () => {
    const second = await startEventStoreDbDouble({ log: double.log });
    const url = `esdb://127.0.0.1:${double.port},127.0.0.1:${second.port}?tls=false&maxDiscoverAttempts=2&discoveryInterval=20`;
    const cluster = await openEventStoreDb({ url, deadlineMs: 500 });
    const stream = sampleStream();
    const subscribed = collect(cluster, 0, 2);
    await cluster.append(stream, -1, sampleEvents(1));
    await Promise.all([double.kill(), second.kill()]);
    for (let n = 0; n < 5; n++)
      await expect(cluster.append(stream, 0, sampleEvents(1))).rejects.toThrow(UnavailableError);
    await second.restart();
    await expect
      .poll(
        () =>
          cluster.append(stream, 0, sampleEvents(1)).then(
            () => 'appended',
            (error) => error.name,
          ),
        { timeout: 10_000 },
      )
      .toBe('appended');
    expect(ids(await subscribed)).toEqual(ids(await cluster.read(stream)));
    await cluster.close();
    await second.stop();
  });

  it('an address in the newer form names the same server', async () => {
    for (const scheme of ['kurrentdb:', 'kurrentdb+discover:']) {
      const other = await openEventStoreDb({ url: double.url.replace('esdb:', scheme) });
      expect(await other.logId()).toBe(await store.logId());
      await other.close();
    }
  });

  it('a stream that was deleted on the server is refused, not tried again for ever', async () => {
    const stream = sampleStream();
    await store.append(stream, -1, sampleEvents(1));
    double.log.tombstone(stream);
    const appending = store.append(stream, 0, sampleEvents(1));
    await expect(appending).rejects.toThrow(/StreamDeleted/);
    await expect(appending).rejects.not.toBeInstanceOf(UnavailableError);
    await expect(store.read(stream)).rejects.not.toBeInstanceOf(UnavailableError);
  });

  describe('an older copy put back on the server', () => {
    /** Five events, of which the copy has two; then others in their place, until the log is longer than it was. */
    const putBack = async () => {
      const kept = await appendAndRead(store, 2);
      const lost = await appendAndRead(store, 3);
      const from = lost[0]!.position;
      return {
        kept,
        lost,
        last: lost.at(-1)!,
        async back() {
          await double.kill();
          double.log.putBack(from);
          await double.restart();
          const other = await openEventStoreDb({ url: double.url });
          await answering(other);
          const written: RecordedEvent[] = [];
          while (double.log.end() < lost.at(-1)!.position + 2_000)
            written.push(...(await appendAndRead(other, 3)));
          await other.close();
          return written;
        },
      };
    };

    it('ends a subscription that runs, whether or not the log has grown past where it was', async () => {
      const { last, back } = await putBack();
      const seen: RecordedEvent[] = [];
      const heard: boolean[] = [];
      const following = (async () => {
        const { signal } = new AbortController();
        const onLive = (live: boolean) => void heard.push(live);
        for await (const events of store.subscribe({ after: 0, signal, onLive })) seen.push(...events);
      })();
      const rewound = expect(following).rejects.toThrow(LogRewoundError);
      await expect.poll(() => seen.at(-1)?.id, { timeout: 10_000 }).toBe(last.id);
      await back();
      await rewound;
      expect(heard).toEqual([true, false]);
    });

    it('is told of a position that lies inside a record now, at once and not for ever', async () => {
      const { last, back } = await putBack();
      await back();
      const { position } = last;
      expect(double.log.all().some((record) => record.position === position)).toBe(false);
      for (const mark of [undefined, last]) {
        const { signal } = new AbortController();
        const first = store.subscribe({ after: position, mark, signal })[Symbol.asyncIterator]().next();
        await expect(first).rejects.toThrow(LogRewoundError);
      }
      await expect(store.readAll({ after: position, limit: 1 })).rejects.toThrow(LogRewoundError);
      expect(await store.stands(last)).toBe(false);
    });

    it('is found before anything else is asked of a server that was away', async () => {
      const { kept, back } = await putBack();
      expect(store.rewinds()).toBe(0);
      const written = await back();
      await expect
        .poll(() => store.read(written[0]!.stream).catch(() => []), { timeout: 10_000 })
        .toEqual(written.slice(0, 3));
      expect(store.rewinds()).toBe(1);
      expect(await store.stands(kept[0]!)).toBe(true);
      await store.ping();
      expect(store.rewinds()).toBe(1);
    });

    it('is found by the head, where no call has failed', async () => {
      const { lost } = await putBack();
      double.log.putBack(lost[0]!.position);
      await store.head();
      await store.ping();
      expect(store.rewinds()).toBe(1);
    });
  });

  it('a subscription goes on within two seconds of a server that was away for long, and says so once', async () => {
    const lines: string[] = [];
    const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) });
    const told = await openEventStoreDb({ url: double.url, log });
    const heard: boolean[] = [];
    const ending = new AbortController();
    const seen: RecordedEvent[] = [];
    const following = (async () => {
      const onLive = (live: boolean) => void heard.push(live);
      for await (const events of told.subscribe({ after: 0, signal: ending.signal, onLive }))
        seen.push(...events);
    })();
    await appendAndRead(store, 1);
    await expect.poll(() => seen.length, { timeout: 10_000 }).toBe(1);
    await double.kill();
    await sleep(4_000);
    await double.restart();
    const back = performance.now();
    await expect.poll(() => heard.at(-1), { timeout: 10_000 }).toBe(true);
    expect(performance.now() - back).toBeLessThan(2_500);
    await expect
      .poll(() =>
        store.append(sampleStream(), -1, sampleEvents(1)).then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
    await expect.poll(() => seen.length, { timeout: 10_000 }).toBeGreaterThan(1);
    ending.abort();
    await following;
    expect(lines.filter((line) => line.includes('dropped'))).toHaveLength(1);
    await told.close();
  });

  it('a closed store rejects what was under way, and a read it cuts short is no answer', async () => {
    await store.append(sampleStream(), -1, sampleEvents(500));
    const reading = store.readAll({ after: 0, limit: 1_000 });
    const appending = store.append(sampleStream(), -1, sampleEvents(1));
    const outcomes = Promise.allSettled([reading, appending]);
    await store.close();
    for (const outcome of await outcomes)
      expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(UnavailableError) });
  });

  it('a store closes at once also while its server hangs', async () => {
    await store.ping();
    double.freeze();
    const waiting = [store.read(sampleStream()), store.append(sampleStream(), -1, sampleEvents(1))];
    const outcomes = Promise.allSettled(waiting);
    await sleep(20);
    const began = performance.now();
    await store.close();
    expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(performance.now() - began).toBeLessThan(400);
  });

  it('a conflict is one also right after the connection came back', async () => {
    const stream = sampleStream();
    await store.append(stream, -1, sampleEvents(3));
    double.dropConnections();
    const outcome = await insist(stream, 0, sampleEvents(1)).catch((error: unknown) => error);
    expect(outcome).toBeInstanceOf(ConflictError);
    expect(outcome).toMatchObject({ expected: 0, actual: 2 });
  });

  it('a process that closed its store ends by itself', async () => {
    const script = new URL('../../../testing/eventstoredb/client-process.ts', import.meta.url).pathname;
    const child = spawn(process.execPath, [script, double.url], { stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
    });
    const [code] = await once(child, 'close', { signal: AbortSignal.timeout(10_000) });
    expect([code, output]).toEqual([0, 'closed with nothing left\n']);
  });
});

function large(): EventEnvelope[] {
  return Array.from({ length: 4 }, () =>
    sampleEvent({
      body: Array.from({ length: 200_000 }, () => String.fromCharCode(35 + Math.random() * 56)).join(''),
    }),
  );
}
