import { EventStoreDBClient, jsonEvent, NO_STREAM } from '@eventstore/db-client';
import type { EventEnvelope } from '../../domain/kernel/event.ts';
import { openEventStoreDb } from '../../stores/event-store/eventstoredb/store.ts';
import { spawnEventStoreDbDouble } from '../../testing/eventstoredb/process.ts';
import { sampleMessage } from './append.ts';
import { type Bench, type Figure, round } from './measure.ts';

const concurrency = 64;

type Append = (stream: string, event: EventEnvelope) => Promise<unknown>;

async function rate(append: Append, count: number, writers: number): Promise<number> {
  const events = Array.from({ length: count }, (_, number) => sampleMessage(number));
  const began = performance.now();
  let next = 0;
  const writer = async () => {
    while (next < count) {
      const mine = events[next++] as EventEnvelope;
      await append(`ticket-a_${mine.id}`, mine);
    }
  };
  await Promise.all(Array.from({ length: writers }, writer));
  return count / ((performance.now() - began) / 1000);
}

/**
 * Resolves with the server that EVENT_STORE_URL names; without one the tests' double in a process of its own, which
 * says little of a server's rate.
 */
async function target() {
  const url = process.env.EVENT_STORE_URL;
  if (url) return { url, what: 'the server of EVENT_STORE_URL', stop: async () => {} };
  const double = await spawnEventStoreDbDouble();
  return { ...double, what: 'a double: EVENT_STORE_URL names no server' };
}

/**
 * Returns the figures of appends of one event through the adapter, as a share of the bare client's own `appendToStream`
 * in the same run.
 */
export const eventstoredb: Bench = async ({ quick }) => {
  const { url, what, stop } = await target();
  const client = EventStoreDBClient.connectionString(url);
  const store = await openEventStoreDb({ url });
  const bare: Append = (stream, { id, type, data, metadata }) =>
    client.appendToStream(
      stream,
      [jsonEvent({ id, type, data: data as Record<string, unknown>, metadata: { ...metadata } })],
      { expectedRevision: NO_STREAM },
    );
  const ours: Append = (stream, event) => store.append(stream, -1, [event]);
  const [sequential, concurrent] = quick ? [2_000, 5_000] : [3_000, 30_000];
  const best = { sequential: 0, concurrent: 0, bareSequential: 0, bareConcurrent: 0 };
  try {
    for (const append of [bare, ours]) await rate(append, 500, concurrency);
    for (let turn = 0; turn < (quick ? 2 : 4); turn++) {
      // In turns, so that a slow moment of the machine meets both; the best of each counts.
      best.bareSequential = Math.max(best.bareSequential, await rate(bare, sequential, 1));
      best.sequential = Math.max(best.sequential, await rate(ours, sequential, 1));
      best.bareConcurrent = Math.max(best.bareConcurrent, await rate(bare, concurrent, concurrency));
      best.concurrent = Math.max(best.concurrent, await rate(ours, concurrent, concurrency));
    }
  } finally {
    await Promise.all([store.close(), client.dispose()]);
    await stop();
  }
  const share = (name: string, mine: number, theirs: number): Figure[] => [
    { name, value: Math.round(mine), unit: 'events/s', note: `on ${what}` },
    {
      name: `${name}_share`,
      value: round((100 * mine) / theirs),
      unit: '% of bare',
      target: 80,
      note: `bare client ${Math.round(theirs)}/s`,
    },
  ];
  return [
    ...share('append_eventstoredb_sequential', best.sequential, best.bareSequential),
    ...share('append_eventstoredb_concurrent', best.concurrent, best.bareConcurrent),
  ];
};
