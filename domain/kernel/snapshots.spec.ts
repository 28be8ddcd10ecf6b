import { beforeEach, describe, expect, it } from 'vitest';
import { createInMemoryEventStore } from '../../testing/in-memory/event-store.ts';
import type { EventEnvelope, Metadata } from './event.ts';
import type { EventStore } from './event-store.ts';
import { createEventStreams, type Snapshot } from './event-streams.ts';

type Added = { type: 'Added'; data: { number: number } };
const stream = 'sum-c1_a';
const metadataOf = (index: number): Metadata => ({
  companyId: 'c1',
  actor: { kind: 'system', id: 'test' },
  commandId: `command-${index}`,
  correlationId: 'all',
  at: new Date(Date.UTC(2026, 0, 1) + index * 1_000).toISOString(),
});
const added = (number: number): Added => ({ type: 'Added', data: { number } });

let store: EventStore;
let kept: Map<string, Snapshot<number>>;
/** Events that were read since the last look. */
let eventsRead: number;
let asked: number;
beforeEach(() => {
  store = createInMemoryEventStore();
  kept = new Map();
  eventsRead = 0;
  asked = 0;
});

/** The streams of a process of its own. */
const streamsOf = (log: EventStore = store) =>
  createEventStreams<number, Added>(
    {
      initial: 0,
      types: new Set(['Added']),
      evolve: (sum, { data }) => sum + data.number,
      snapshots: {
        load: async (name) => {
          asked += 1;
          return kept.get(name);
        },
        save: async (name, snapshot) => void kept.set(name, snapshot),
      },
    },
    {
      store: {
        ...log,
        read: async (name, options) => {
          const events = await log.read(name, options);
          eventsRead += events.length;
          return events;
        },
      },
    },
  );

/** Appends so many events, one command each, and returns their sum. */
async function append(streams: ReturnType<typeof streamsOf>, count: number): Promise<number> {
  let loaded = await streams.refresh(stream);
  for (let n = 0; n < count; n++)
    ({ loaded } = await streams.append(stream, loaded, [added(loaded.revision + 2)], metadataOf(n)));
  return loaded.state;
}
const sumTo = (last: number) => (last * (last + 1)) / 2;

describe('a long stream', () => {
  it('is opened by another process from its snapshot, and what came after it', async () => {
    expect(await append(streamsOf(), 1_000)).toBe(sumTo(1_000));
    eventsRead = 0;
    const { state, revision, commands } = await streamsOf().refresh(stream);
    expect([state, revision]).toEqual([sumTo(1_000), 999]);
    expect(commands).toHaveLength(32);
    expect(commands.at(-1)).toBe('command-999|Added');
    // 64 to see that it is long, and 104 after the last of seven snapshots.
    expect(eventsRead).toBe(64 + 104);
  });

  it('gets one as it is read, where those who wrote it kept none', async () => {
    await append(streamsOf(), 300);
    kept.clear();
    await streamsOf().refresh(stream);
    expect(kept.get(stream)).toMatchObject({ state: sumTo(300), revision: 299 });
    eventsRead = 0;
    expect((await streamsOf().refresh(stream)).state).toBe(sumTo(300));
    expect(eventsRead).toBe(64);
  });

  it('goes on from it: what is appended stands at the revision that others expect', async () => {
    await append(streamsOf(), 200);
    expect(await append(streamsOf(), 1)).toBe(sumTo(201));
    expect((await store.read(stream)).map(({ revision }) => revision).at(-1)).toBe(200);
  });

  it('of a log that an older copy took the place of is read from its beginning', async () => {
    await append(streamsOf(), 130);
    const other = createInMemoryEventStore();
    store = other;
    const begun: EventEnvelope[] = Array.from({ length: 140 }, (_, n) => ({
      id: `other-${n}`,
      ...added(1),
      metadata: metadataOf(n),
    }));
    await other.append(stream, -1, begun);
    expect((await streamsOf().refresh(stream)).state).toBe(140);
    expect(kept.get(stream)).toMatchObject({ state: 140, id: 'other-139' });
  });

  it('with an event that this build does not know has none', async () => {
    const streams = streamsOf();
    await append(streams, 120);
    await store.append(stream, 119, [
      { id: 'newer', type: 'Doubled', data: {}, metadata: metadataOf(120) } as EventEnvelope,
    ]);
    const after = Array.from({ length: 20 }, (_, n) => ({
      id: `after-${n}`,
      ...added(1),
      metadata: metadataOf(121 + n),
    }));
    await store.append(stream, 120, after);
    expect(await streamsOf().refresh(stream)).toMatchObject({ revision: 140, unknownType: 'Doubled' });
    expect(kept.size).toBe(0);
  });

  it('in which something cannot be read has none', async () => {
    await append(streamsOf(), 140);
    kept.clear();
    const damaged: EventStore = {
      ...store,
      read: async (name, options) =>
        (await store.read(name, options)).map((event) =>
          event.revision === 70 ? { ...event, unreadable: 'its box does not open' } : event,
        ),
    };
    expect((await streamsOf(damaged).refresh(stream)).state).toBe(sumTo(140) - 71);
    expect(kept.size).toBe(0);
  });
});

it('of a short stream no snapshot is asked for', async () => {
  await append(streamsOf(), 63);
  await streamsOf().refresh(stream);
  expect([asked, kept.size]).toEqual([0, 0]);
});
