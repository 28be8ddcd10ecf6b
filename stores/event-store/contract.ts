import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EventEnvelope, RecordedEvent } from '../../domain/kernel/event.ts';
import {
  type Appended,
  type AppendedEvent,
  AppendTooLargeError,
  ConflictError,
  type EventStore,
  LogRewoundError,
  type Mark,
} from '../../domain/kernel/event-store.ts';

/** One log; `open` gives a handle of its own each time, as another process would have. The log need not be empty. */
export interface EventStoreHarness {
  open(): Promise<EventStore>;
  dispose(): Promise<void>;
  /** What one append may hold where the engine has a limit; one event of 1 MiB of JSON fits into every store. */
  readonly appendLimitBytes?: number;
}

export const sampleEvent = (data: unknown = {}, type = 'Sampled'): EventEnvelope => ({
  id: randomUUID(),
  type,
  data,
  metadata: {
    companyId: 'c1',
    actor: { kind: 'system', id: 'contract' },
    commandId: randomUUID(),
    correlationId: randomUUID(),
    at: '2026-01-02T03:04:05.678Z',
  },
});
export const sampleEvents = (count: number): EventEnvelope[] =>
  Array.from({ length: count }, (_, n) => sampleEvent({ n }));
export const sampleStream = (): string => `ticket-c1_${randomUUID()}`;

/** Events as an append tells of them: a store may or may not know the positions of all. */
const withoutPositions = (events: readonly AppendedEvent[]): AppendedEvent[] =>
  events.map(({ id, type, data, metadata, stream, revision }) => ({
    id,
    type,
    data,
    metadata,
    stream,
    revision,
  }));
const withoutEventPositions = (appended: Appended): Appended => ({
  ...appended,
  events: withoutPositions(appended.events),
});
/** Appends, and reads back what was written. */
export const appendAndRead = async (
  store: EventStore,
  count: number,
  stream = sampleStream(),
): Promise<readonly RecordedEvent[]> => {
  const { position } = await store.append(stream, -1, sampleEvents(count));
  const written = await store.read(stream);
  expect(written.at(-1)?.position).toBe(position);
  return written;
};

const ids = (events: readonly { id: string }[]) => events.map((event) => event.id);
const conflict = async (appending: Promise<unknown>): Promise<ConflictError> => {
  const error = await appending.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ConflictError);
  return error as ConflictError;
};

/** What is held after everything that nobody holds was collected. */
const heldBytes = (): number => {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};

/** Reads a subscription until `count` events came, then ends it. */
export const collect = async (
  store: EventStore,
  after: number,
  count: number,
  options: { batch?: number; each?: (events: readonly RecordedEvent[]) => Promise<void> | void } = {},
): Promise<RecordedEvent[]> => {
  const ending = new AbortController();
  const events: RecordedEvent[] = [];
  const { batch } = options;
  for await (const some of store.subscribe({ after, signal: ending.signal, ...(batch ? { batch } : {}) })) {
    expect(some.length).toBeGreaterThan(0);
    events.push(...some);
    await options.each?.(some);
    if (events.length >= count) ending.abort();
  }
  return events;
};

/** What every event store does. `make` prepares one log for the whole suite. */
export const eventStoreContract = (name: string, make: () => Promise<EventStoreHarness>): void => {
  describe(`${name} keeps the event store's contract:`, () => {
    let harness: EventStoreHarness;
    let store: EventStore;
    let otherStore: EventStore;
    beforeAll(async () => {
      harness = await make();
      store = await harness.open();
      otherStore = await harness.open();
    });
    afterAll(async () => {
      await otherStore?.close();
      await store?.close();
      await harness?.dispose();
    });

    it('an appended event reads back as it was, with stream, revision and position', async () => {
      const stream = sampleStream();
      const event = sampleEvent({ text: 'olá', list: [1, null, { deep: true }] });
      const appended = await store.append(stream, -1, [event]);
      expect(appended.revision).toBe(0);
      expect(appended.position).toBeGreaterThan(0);
      const expected = { ...event, stream, revision: 0, position: appended.position };
      expect(withoutPositions(appended.events)).toEqual(withoutPositions([expected]));
      expect(await store.read(stream)).toEqual([expected]);
      expect(await otherStore.read(stream)).toEqual([expected]);
      expect(await store.head()).toBe(appended.position);
    });

    it('an unknown stream reads as empty, in both directions', async () => {
      expect(await store.read(sampleStream())).toEqual([]);
      expect(await store.read(sampleStream(), { backwards: true, limit: 1 })).toEqual([]);
    });

    it('a stream at another revision is a conflict that names the actual one, and nothing is written', async () => {
      const stream = sampleStream();
      expect((await conflict(store.append(stream, 0, sampleEvents(1)))).actual).toBe(-1);
      await store.append(stream, -1, sampleEvents(3));
      const late = await conflict(store.append(stream, 0, sampleEvents(1)));
      expect(late).toMatchObject({ stream, expected: 0, actual: 2 });
      expect((await conflict(store.append(stream, -1, sampleEvents(1)))).actual).toBe(2);
      expect((await conflict(otherStore.append(stream, 7, sampleEvents(1)))).actual).toBe(2);
      expect(await store.read(stream)).toHaveLength(3);
    });

    it('appends of two handles see each other at once', async () => {
      const stream = sampleStream();
      for (let revision = -1; revision < 20; revision++)
        await (revision % 2 ? store : otherStore).append(stream, revision, sampleEvents(1));
      expect((await conflict(store.append(stream, 18, sampleEvents(1)))).actual).toBe(20);
      expect((await conflict(otherStore.append(stream, 19, sampleEvents(1)))).actual).toBe(20);
    });

    it('the same events appended again at the same revision are the same append', async () => {
      const stream = sampleStream();
      const [first, second, third] = [sampleEvents(3), sampleEvents(1), sampleEvents(2)];
      const results: Appended[] = [];
      results.push(await store.append(stream, -1, first));
      results.push(await store.append(stream, 2, second));
      results.push(await store.append(stream, 3, third));
      for (const [n, [expected, events]] of (
        [
          [-1, first],
          [2, second],
          [3, third],
        ] as const
      ).entries())
        expect(withoutEventPositions(await otherStore.append(stream, expected, events))).toEqual(
          withoutEventPositions(results[n]!),
        );
      expect(ids(await store.read(stream))).toEqual(ids([...first, ...second, ...third]));
    });

    it('a part of an earlier append is that append; an overlap that goes beyond it is a conflict', async () => {
      const stream = sampleStream();
      const events = sampleEvents(3);
      const whole = await store.append(stream, -1, events);
      const part = await store.append(stream, -1, events.slice(0, 2));
      expect(part.revision).toBe(1);
      expect(withoutPositions(part.events)).toEqual(withoutPositions(whole.events.slice(0, 2)));
      expect(withoutEventPositions(await store.append(stream, 0, events.slice(1)))).toEqual(
        withoutEventPositions({ ...whole, events: whole.events.slice(1) }),
      );
      await conflict(store.append(stream, -1, [...events, ...sampleEvents(1)]));
      await conflict(store.append(stream, -1, [events[0]!, sampleEvent()]));
      await conflict(store.append(stream, -1, [events[1]!]));
      expect(await store.read(stream)).toHaveLength(3);
    });

    it('each event of one append has a position of its own, growing', async () => {
      const before = await appendAndRead(store, 1);
      const many = await appendAndRead(store, 5);
      const after = await appendAndRead(store, 1);
      const positions = [...before, ...many, ...after].map((event) => event.position);
      expect(new Set(positions).size).toBe(7);
      expect(positions).toEqual(positions.toSorted((a, b) => a - b));
      expect(positions.every(Number.isSafeInteger)).toBe(true);
      expect(ids(await store.readAll({ after: many[1]!.position, limit: 2 }))).toEqual(ids(many.slice(2, 4)));
    });

    it('of 32 writers at one revision exactly one wins', async () => {
      const stream = sampleStream();
      await store.append(stream, -1, sampleEvents(1));
      const attempts = Array.from({ length: 32 }, (_, n) => ({ n, events: sampleEvents((n % 3) + 1) }));
      const outcomes = await Promise.allSettled(
        attempts.map(({ n, events }) => (n % 2 ? store : otherStore).append(stream, 0, events)),
      );
      const won = attempts.filter((_, n) => outcomes[n]?.status === 'fulfilled');
      expect(won).toHaveLength(1);
      for (const outcome of outcomes)
        if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(ConflictError);
      expect(ids(await store.read(stream)).slice(1)).toEqual(ids(won[0]!.events));
    });

    it('a conflict does not hurt the appends that wait beside it', async () => {
      const good = Array.from({ length: 20 }, sampleStream);
      const taken = sampleStream();
      await store.append(taken, -1, sampleEvents(1));
      const outcomes = await Promise.allSettled(
        good.flatMap((stream) => [
          store.append(stream, -1, sampleEvents(2)),
          store.append(taken, -1, sampleEvents(1)),
        ]),
      );
      expect(outcomes.map((outcome) => outcome.status)).toEqual(
        good.flatMap(() => ['fulfilled', 'rejected']),
      );
      for (const stream of good) expect(await otherStore.read(stream)).toHaveLength(2);
    });

    it('a stream reads from any revision, forwards and backwards, with a limit', async () => {
      const stream = sampleStream();
      await store.append(stream, -1, sampleEvents(10));
      const revisions = async (options: Parameters<EventStore['read']>[1]) =>
        (await store.read(stream, options)).map((event) => event.revision);
      expect(await revisions({ from: 7 })).toEqual([7, 8, 9]);
      expect(await revisions({ from: 3, limit: 2 })).toEqual([3, 4]);
      expect(await revisions({ from: 10 })).toEqual([]);
      expect(await revisions({ limit: 3 })).toEqual([0, 1, 2]);
      expect(await revisions({ backwards: true, limit: 3 })).toEqual([9, 8, 7]);
      expect(await revisions({ backwards: true, from: 1 })).toEqual([1, 0]);
      expect(await revisions({ backwards: true })).toHaveLength(10);
    });

    it('a stream of 10,000 events is written and read whole, in order', async () => {
      const stream = sampleStream();
      const events = sampleEvents(10_000);
      for (let from = 0; from < events.length; from += 500)
        await store.append(stream, from - 1, events.slice(from, from + 500));
      const read = await store.read(stream);
      expect(ids(read)).toEqual(ids(events));
      expect(read.every((event, n) => event.revision === n)).toBe(true);
      expect(read.every((event, n) => n === 0 || event.position > read[n - 1]!.position)).toBe(true);
    });

    const hostile = {
      quotes: `'"\`; DROP TABLE events; --`,
      'dollars and dots': '$all.$ce-x..$1 {"$where":1}',
      NUL: 'a\u0000b\u0000',
      emoji: '👩‍👩‍👧 é \u202e \uFFFF \ud83d',
      'line breaks': 'a\r\nb\u2028c\\n',
      'a megabyte': 'ação 😀 '.repeat(100_000),
    };
    for (const [what, text] of Object.entries(hostile))
      it(`${what} in data, metadata and keys survive`, async () => {
        const stream = sampleStream();
        const before = await store.append(sampleStream(), -1, sampleEvents(1));
        const key = text.slice(0, 50);
        const event = sampleEvent({ text, [key]: [text.slice(0, 100)], constructor: 1 });
        const named = {
          ...event,
          metadata: { ...event.metadata, actor: { kind: 'user' as const, id: key, name: key } },
        };
        const { position } = await store.append(stream, -1, [named]);
        const [read] = await otherStore.read(stream);
        expect(read).toEqual({ ...named, stream, revision: 0, position });
        expect(await store.readAll({ after: before.position, limit: 1 })).toEqual([read]);
      });

    const mebibyte = 1024 * 1024;
    const incompressible = {
      'printable ASCII': () =>
        Array.from(randomBytes(mebibyte), (byte) => String.fromCharCode(32 + (byte % 95))).join(''),
      // As many lead bytes, bytes that follow and ASCII as there are of each: the flattest mix of bytes that text can be.
      'characters of all lengths': () => {
        let text = '';
        for (let bytes = 0; bytes < mebibyte - 4; ) {
          const pick = Math.random();
          const character =
            pick < 0.6
              ? String.fromCharCode(randomInt(35, 91))
              : pick < 0.85
                ? String.fromCharCode(randomInt(0x80, 0x800))
                : String.fromCharCode(randomInt(0x800, 0xd7ff));
          bytes += pick < 0.6 ? 1 : pick < 0.85 ? 2 : 3;
          text += character;
        }
        return text;
      },
      'three-byte characters': () =>
        Array.from({ length: mebibyte / 3 }, () => String.fromCharCode(randomInt(0x0800, 0xd7ff))).join(''),
    };
    for (const [what, make] of Object.entries(incompressible))
      it(`a body of 1 MiB of random ${what} survives`, async () => {
        const stream = sampleStream();
        const event = sampleEvent({ body: make() });
        await store.append(stream, -1, [event]);
        expect((await otherStore.read(stream))[0]?.data).toEqual(event.data);
      });

    it('more than the store takes in one append is refused as too large, and nothing is written', async () => {
      const limit = harness.appendLimitBytes;
      if (limit === undefined) return;
      const stream = sampleStream();
      const first = await store.append(stream, -1, sampleEvents(1));
      const large = Array.from({ length: 4 }, () =>
        sampleEvent({ body: randomBytes(limit / 3).toString('hex') }),
      );
      await expect(store.append(stream, 0, large)).rejects.toThrow(AppendTooLargeError);
      expect(withoutPositions(await store.read(stream))).toEqual(withoutPositions(first.events));
      expect((await store.append(stream, 0, sampleEvents(1))).revision).toBe(1);
    });

    for (const part of [
      `it's "quoted"`,
      'dots.and.$dollars',
      'emoji-😀-é',
      '%_*?',
      'a b\tc',
      'x'.repeat(200),
    ])
      it(`a stream may be named ${JSON.stringify(part)}`, async () => {
        const stream = `ticket-${part}_${randomUUID()}`;
        await store.append(stream, -1, sampleEvents(2));
        expect((await conflict(otherStore.append(stream, 0, sampleEvents(1)))).actual).toBe(1);
        const read = await otherStore.read(stream);
        expect(read.map((event) => event.stream)).toEqual([stream, stream]);
        expect(await otherStore.read(`${stream}x`)).toEqual([]);
      });

    it('what could not be read back is refused: system names, nothing to append, revisions below -1', async () => {
      const event = sampleEvent();
      await expect(store.append('$system', -1, [event])).rejects.toThrow(TypeError);
      await expect(store.append('a\u0000b', -1, [event])).rejects.toThrow(TypeError);
      await expect(store.append('', -1, [event])).rejects.toThrow(TypeError);
      await expect(store.append(sampleStream(), -1, [])).rejects.toThrow(TypeError);
      await expect(store.append(sampleStream(), -2, [event])).rejects.toThrow(TypeError);
      await expect(store.append(sampleStream(), -1, [{ ...event, type: '$x' }])).rejects.toThrow(TypeError);
    });

    it('the whole log reads on from any position, exclusive, in pages', async () => {
      const start = await store.head();
      const writtenEvents: RecordedEvent[] = [];
      for (let n = 0; n < 12; n++) writtenEvents.push(...(await appendAndRead(store, (n % 3) + 1)));
      for (const [n, event] of writtenEvents.entries())
        expect(await otherStore.readAll({ after: event.position, limit: 100 })).toEqual(
          writtenEvents.slice(n + 1),
        );
      const paged: RecordedEvent[] = [];
      for (let after = start; ; ) {
        const page = await store.readAll({ after, limit: 5 });
        paged.push(...page);
        if (page.length < 5) break;
        after = page.at(-1)!.position;
      }
      expect(paged).toEqual(writtenEvents);
      expect(await store.head()).toBe(writtenEvents.at(-1)!.position);
    });

    it('reading from 0 starts with the first event ever', async () => {
      await store.append(sampleStream(), -1, sampleEvents(2));
      const [first, second] = await store.readAll({ after: 0, limit: 2 });
      expect(first!.position).toBeLessThan(second!.position);
      const subscribed = await collect(store, 0, 1, { batch: 1 });
      expect(subscribed[0]).toEqual(first);
      expect(await store.readAll({ after: first!.position, limit: 1 })).toEqual([second]);
    });

    it('a subscription resumes after any position, without loss or repeat', async () => {
      const start = await store.head();
      const written: RecordedEvent[] = [];
      for (let n = 0; n < 6; n++) written.push(...(await appendAndRead(store, (n % 3) + 1)));
      for (const [n, event] of [{ position: start }, ...written.slice(0, -1)].entries())
        expect(await collect(otherStore, event.position, written.length - n, { batch: 2 })).toEqual(
          written.slice(n),
        );
    });

    it('a subscription sees what is appended later, by its own handle and by another', async () => {
      const start = await store.head();
      const collecting = Promise.all([
        collect(store, start, 40, { batch: 7 }),
        collect(otherStore, start, 40),
      ]);
      const written: RecordedEvent[] = [];
      for (let n = 0; n < 40; n++) {
        written.push(...(await appendAndRead(n % 2 ? store : otherStore, 1)));
        if (n % 10 === 0) await new Promise((resolve) => setTimeout(resolve, 30));
      }
      const [mine, theirs] = await collecting;
      expect(mine).toEqual(written);
      expect(theirs).toEqual(written);
    });

    it('a slow consumer gets everything in batches it asked for, and holds little', async () => {
      const start = await store.head();
      const writtenIds: string[] = [];
      for (let n = 0; n < 70; n++) {
        const events = Array.from({ length: 4 }, () =>
          sampleEvent({ body: randomBytes(150_000).toString('base64') }),
        );
        await store.append(sampleStream(), -1, events);
        writtenIds.push(...ids(events));
      }
      const before = heldBytes();
      let most = 0;
      const seenIds: string[] = [];
      const ending = new AbortController();
      for await (const events of otherStore.subscribe({ after: start, batch: 5, signal: ending.signal })) {
        expect(events.length).toBeLessThanOrEqual(5);
        seenIds.push(...ids(events));
        // The first time long enough for everything to arrive that is not waiting to be asked for.
        await new Promise((resolve) => setTimeout(resolve, seenIds.length > 5 ? 10 : 1_000));
        most = Math.max(most, heldBytes() - before);
        if (seenIds.length >= writtenIds.length) ending.abort();
      }
      expect(seenIds).toEqual(writtenIds);
      // 56 MB were written: a subscription that runs ahead of its consumer would hold most of it.
      expect(most).toBeLessThan(24 * 1024 * 1024);
    });

    it('an event stands where it was appended, whatever comes after it, and no other does', async () => {
      const written = await appendAndRead(store, 3);
      await appendAndRead(otherStore, 1);
      for (const event of written) expect(await otherStore.stands(event)).toBe(true);
      const [first, , last] = written as [RecordedEvent, RecordedEvent, RecordedEvent];
      expect(await store.stands({ ...last, id: randomUUID() })).toBe(false);
      expect(await store.stands({ ...last, position: first.position })).toBe(false);
      expect(await store.stands({ ...last, revision: 3, position: last.position + 1_000_000 })).toBe(false);
      expect(await store.stands({ ...last, stream: sampleStream(), position: last.position + 1 })).toBe(
        false,
      );
      expect(store.rewinds()).toBe(0);
    });

    it('a subscription begins only after an event that stands in the log', async () => {
      const start = await store.head();
      const [first, second] = (await appendAndRead(store, 2)) as [RecordedEvent, RecordedEvent];
      const follow = async (after: number, mark?: Mark) => {
        const ending = new AbortController();
        for await (const events of store.subscribe({ after, mark, signal: ending.signal }))
          return ids(events);
        return 'ended';
      };
      expect(await follow(first.position, first)).toEqual([second.id]);
      expect(await follow(start)).toEqual(ids([first, second]));
      await expect(follow(first.position, { ...first, id: randomUUID() })).rejects.toThrow(LogRewoundError);
      const beyond = second.position + 1_000_000;
      await expect(follow(beyond)).rejects.toThrow(LogRewoundError);
      await expect(follow(beyond, { ...second, revision: 9, position: beyond })).rejects.toThrow(
        LogRewoundError,
      );
    });

    it('a subscription to a few types gives all of these and comes to the end, whatever stands in between', async () => {
      const start = await store.head();
      const wantedIds: string[] = [];
      for (const others of [0, 3, 40]) {
        const event = sampleEvent({ others }, 'Wanted');
        wantedIds.push(event.id);
        await store.append(sampleStream(), -1, [...sampleEvents(others), event, ...sampleEvents(others)]);
      }
      const end = await store.head();
      const seenEvents: RecordedEvent[] = [];
      const ending = new AbortController();
      const options = { after: start, batch: 5, types: new Set(['Wanted']), signal: ending.signal };
      for await (const events of otherStore.subscribe(options)) {
        expect(events.length).toBeLessThanOrEqual(5);
        seenEvents.push(...events);
        if (seenEvents.at(-1)!.position === end) ending.abort();
      }
      expect(ids(seenEvents.filter(({ type }) => type === 'Wanted'))).toEqual(wantedIds);
      const positions = seenEvents.map(({ position }) => position);
      expect(positions).toEqual([...new Set(positions)].sort((a, b) => a - b));
    });

    it('a subscription says when it hears of new events', async () => {
      const heard: boolean[] = [];
      const ending = new AbortController();
      const running = (async () => {
        const options = { after: await store.head(), signal: ending.signal };
        for await (const _ of otherStore.subscribe({ ...options, onLive: (live) => heard.push(live) }));
      })();
      await expect.poll(() => heard.at(-1), { timeout: 10_000 }).toBe(true);
      ending.abort();
      await running;
    });

    it('a subscription ends when its signal aborts, also while it waits', async () => {
      const ending = new AbortController();
      const running = (async () => {
        for await (const _ of store.subscribe({ after: await store.head(), signal: ending.signal }));
        return 'ended';
      })();
      await new Promise((resolve) => setTimeout(resolve, 50));
      ending.abort();
      expect(await running).toBe('ended');
      const done = new AbortController();
      done.abort();
      for await (const _ of store.subscribe({ after: 0, signal: done.signal })) expect.unreachable();
    });

    it('a subscription left by its reader stops', async () => {
      await store.append(sampleStream(), -1, sampleEvents(3));
      const { signal } = new AbortController();
      for await (const events of store.subscribe({ after: 0, batch: 1, signal })) {
        expect(events).toHaveLength(1);
        break;
      }
      await store.ping();
    });

    it('the log has one id, the same for every handle, and it is no event', async () => {
      const id = await store.logId();
      expect(id).toMatch(/^[0-9a-f-]{36}$/);
      expect(await otherStore.logId()).toBe(id);
      const third = await harness.open();
      expect(await third.logId()).toBe(id);
      await third.close();
      for (const event of await store.readAll({ after: 0, limit: 1_000 }))
        expect(JSON.stringify(event)).not.toContain(id);
    });

    it('a closed store ends its subscriptions', async () => {
      const third = await harness.open();
      // Asked for before: closing may cut the question short, which is a failure of its own.
      const after = await third.head();
      const running = (async () => {
        const { signal } = new AbortController();
        for await (const _ of third.subscribe({ after, signal }));
        return 'ended';
      })();
      await new Promise((resolve) => setTimeout(resolve, 30));
      await third.close();
      expect(await running).toBe('ended');
      await expect(third.append(sampleStream(), -1, sampleEvents(1))).rejects.toThrow();
    });
  });
};
