import { expect, test } from 'vitest';
import { createInMemoryEventStore } from '../../testing/in-memory/event-store.ts';
import { withSchemas } from '../catalogue.ts';
import type { RecordedEvent } from './event.ts';
import type { EventStore } from './event-store.ts';
import { LogRewoundError, UnavailableError } from './event-store.ts';
import { shareSubscription } from './shared-subscription.ts';

/** A log of which is counted how often it is subscribed to and how many events are given. */
const counted = () => {
  const store = createInMemoryEventStore();
  const count = { subscriptions: 0, open: 0, events: 0 };
  const counting: Pick<EventStore, 'subscribe' | 'stands'> = {
    stands: store.stands,
    async *subscribe(options) {
      count.subscriptions += 1;
      count.open += 1;
      try {
        for await (const events of store.subscribe(options)) {
          count.events += events.length;
          yield events;
        }
      } finally {
        count.open -= 1;
      }
    },
  };
  let written = 0;
  const append = async (many = 1) => {
    const at = '2026-01-01T00:00:00.000Z';
    const metadata = { companyId: 'c1', actor: { kind: 'system', id: 't' } as const, at };
    for (let n = 0; n < many; n++) {
      const id = `e${++written}`;
      await store.append(`one-${id}`, -1, [
        { id, type: 'Happened', data: {}, metadata: { ...metadata, commandId: id, correlationId: id } },
      ]);
    }
  };
  return { store, count, counting, append };
};

/** Follows until stopped; `pace` is waited for with each batch. */
const follow = (
  subscribe: EventStore['subscribe'],
  options: { after?: number; mark?: RecordedEvent; batch?: number; types?: ReadonlySet<string> } = {},
  pace: () => Promise<unknown> = async () => undefined,
) => {
  const ending = new AbortController();
  const seen: number[] = [];
  let largest = 0;
  const heard: boolean[] = [];
  const running = (async () => {
    const onLive = (live: boolean) => void heard.push(live);
    for await (const events of subscribe({ after: 0, ...options, signal: ending.signal, onLive })) {
      largest = Math.max(largest, events.length);
      await pace();
      seen.push(...events.map(({ position }) => position));
    }
  })();
  running.catch(() => undefined);
  return {
    seen,
    heard,
    running,
    largest: () => largest,
    async stop() {
      ending.abort();
      await running;
    },
  };
};
const upTo = (last: number, from = 1) => Array.from({ length: last - from + 1 }, (_, n) => from + n);

test('two followers read the log once, each event once, and both get all of it', async () => {
  const { count, counting, append } = counted();
  const subscribe = shareSubscription(counting);
  await append(5);
  const [one, two] = [follow(subscribe), follow(subscribe)];
  await expect.poll(() => [one.seen, two.seen]).toEqual([upTo(5), upTo(5)]);
  for (let n = 0; n < 20; n++) await append(5);
  await expect.poll(() => [one.seen, two.seen]).toEqual([upTo(105), upTo(105)]);
  expect(count).toMatchObject({ subscriptions: 1, events: 105 });
  expect([one.heard.at(-1), two.heard.at(-1)]).toEqual([true, true]);
  await one.stop();
  await append(5);
  await expect.poll(() => two.seen).toEqual(upTo(110));
  await two.stop();
  expect(count).toMatchObject({ subscriptions: 1, open: 0, events: 110 });
});

test('each begins where it stands and takes batches of its own size', async () => {
  const { store, count, counting, append } = counted();
  await append(50);
  const subscribe = shareSubscription(counting);
  const first = follow(subscribe, { after: 10, batch: 3 });
  const [mark] = (await store.readAll({ after: 29, limit: 1 })) as [RecordedEvent];
  const further = follow(subscribe, { after: 30, mark, batch: 7 });
  await expect.poll(() => [first.seen, further.seen]).toEqual([upTo(50, 11), upTo(50, 31)]);
  expect([first.largest(), further.largest()]).toEqual([3, 7]);
  expect(count.subscriptions).toBe(1);
  const behind = follow(subscribe, { after: 5 });
  await expect.poll(() => behind.seen).toEqual(upTo(50, 6));
  await append(10);
  await expect
    .poll(() => [first.seen, further.seen, behind.seen])
    .toEqual([upTo(60, 11), upTo(60, 31), upTo(60, 6)]);
  expect(count.open).toBe(1);
  for (const one of [first, further, behind]) await one.stop();
});

test('a slow follower holds nobody up, is kept little for, and misses nothing', async () => {
  const { count, counting, append } = counted();
  const subscribe = shareSubscription(counting, { events: 20, letters: 1_000_000 });
  const gate = Promise.withResolvers<void>();
  const fast = follow(subscribe);
  const slow = follow(subscribe, { batch: 10 }, () => gate.promise);
  await append(1);
  await expect.poll(() => fast.seen).toEqual([1]);
  for (let n = 0; n < 50; n++) {
    await append(10);
    await expect.poll(() => fast.seen.length).toBe(1 + 10 * (n + 1));
  }
  expect(slow.seen).toEqual([]);
  gate.resolve();
  await expect.poll(() => slow.seen).toEqual(upTo(501));
  // It read for itself what was no longer kept, and only that.
  expect(count.subscriptions).toBe(2);
  expect(count.events).toBeLessThan(2 * 501);
  await append(5);
  await expect.poll(() => [fast.seen, slow.seen]).toEqual([upTo(506), upTo(506)]);
  expect(count.open).toBe(1);
  await fast.stop();
  await slow.stop();
});

test('a follower may end and begin again, alone, and the other goes on undisturbed', async () => {
  const { store, count, counting, append } = counted();
  const subscribe = shareSubscription(counting);
  const steady = follow(subscribe);
  for (let round = 1; round <= 5; round++) {
    const [mark] = (await store.readAll({ after: Math.max(0, 10 * (round - 1) - 1), limit: 1 })) as [
      RecordedEvent?,
    ];
    const restless = follow(subscribe, { after: 10 * (round - 1), ...(mark && round > 1 && { mark }) });
    await append(10);
    await expect.poll(() => restless.seen).toEqual(upTo(10 * round, 10 * round - 9));
    await restless.stop();
  }
  await expect.poll(() => steady.seen).toEqual(upTo(50));
  expect(count.subscriptions).toBe(1);
  await steady.stop();
});

test('an older copy of the log ends all of them; each begins anew by itself', async () => {
  const { store, counting, append } = counted();
  const subscribe = shareSubscription(counting);
  const [one, two] = [follow(subscribe), follow(subscribe)];
  await append(5);
  await expect.poll(() => [one.seen, two.seen]).toEqual([upTo(5), upTo(5)]);
  store.putBack(2);
  await expect(one.running).rejects.toThrow(LogRewoundError);
  await expect(two.running).rejects.toThrow(LogRewoundError);
  const again = follow(subscribe);
  await append(1);
  await expect.poll(() => again.seen).toEqual([1, 2, 3]);
  await again.stop();
});

test('who joins with an event that is not in the log is told so, though the others are well', async () => {
  const { store, counting, append } = counted();
  await append(5);
  const subscribe = shareSubscription(counting);
  const well = follow(subscribe);
  await expect.poll(() => well.seen).toEqual(upTo(5));
  const [fifth] = (await store.readAll({ after: 4, limit: 1 })) as [RecordedEvent];
  const stale = follow(subscribe, { after: 5, mark: { ...fifth, id: 'of another log' } });
  await expect(stale.running).rejects.toThrow(LogRewoundError);
  await append(1);
  await expect.poll(() => well.seen).toEqual(upTo(6));
  await well.stop();
});

test('who joins while the store does not answer reads for itself until it does', async () => {
  const { store, count, counting, append } = counted();
  let away = true;
  const subscribe = shareSubscription({
    ...counting,
    stands: async (mark) => {
      if (away) throw new UnavailableError('away');
      return store.stands(mark);
    },
  });
  await append(5);
  const first = follow(subscribe);
  await expect.poll(() => first.seen).toEqual(upTo(5));
  const [fifth] = (await store.readAll({ after: 4, limit: 1 })) as [RecordedEvent];
  const joining = follow(subscribe, { after: 5, mark: fifth });
  await expect.poll(() => count.open).toBe(2);
  away = false;
  await append(1);
  await expect.poll(() => [first.seen, joining.seen]).toEqual([upTo(6), [6]]);
  await append(1);
  await expect.poll(() => [first.seen, joining.seen]).toEqual([upTo(7), [6, 7]]);
  expect(count.open).toBe(1);
  await first.stop();
  await joining.stop();
});

test('a store that is closed ends its followers', async () => {
  const { counting, append } = counted();
  const closing = new AbortController();
  const subscribe = shareSubscription({
    ...counting,
    subscribe: (options) =>
      counting.subscribe({ ...options, signal: AbortSignal.any([options.signal, closing.signal]) }),
  });
  const [one, two] = [follow(subscribe), follow(subscribe)];
  await append(1);
  await expect.poll(() => [one.seen, two.seen]).toEqual([[1], [1]]);
  closing.abort();
  await Promise.all([one.running, two.running]);
});

test('who wants a few types reads the log for itself, until others read all of it', async () => {
  const { store, count, counting, append } = counted();
  const asked: (readonly string[] | undefined)[] = [];
  const subscribe = shareSubscription({
    ...counting,
    subscribe(options) {
      asked.push(options.types && [...options.types]);
      return counting.subscribe(options);
    },
  });
  await append(5);
  const few = follow(subscribe, { types: new Set(['Seldom']) });
  await expect.poll(() => few.seen).toEqual(upTo(5));
  const [fifth] = (await store.readAll({ after: 4, limit: 1 })) as [RecordedEvent];
  const all = follow(subscribe, { after: 5, mark: fifth });
  await expect.poll(() => count.open).toBe(2);
  expect(asked).toEqual([['Seldom'], undefined]);
  await append(1);
  await expect.poll(() => [few.seen, all.seen, count.open]).toEqual([upTo(6), [6], 1]);
  await append(1);
  await expect.poll(() => [few.seen, all.seen]).toEqual([upTo(7), [6, 7]]);
  expect(count.subscriptions).toBe(2);
  await few.stop();
  await all.stop();
});

test('the store that a process works on is subscribed to once, whoever follows it', async () => {
  const { store, count, counting, append } = counted();
  const parsed = withSchemas({ ...store, ...counting });
  const [projector, gateway] = [follow(withSchemas(parsed).subscribe), follow(parsed.subscribe)];
  await append(7);
  await expect.poll(() => [projector.seen, gateway.seen]).toEqual([upTo(7), upTo(7)]);
  expect(count).toMatchObject({ subscriptions: 1, events: 7 });
  await projector.stop();
  await gateway.stop();
});
