import { expect, it } from 'vitest';
import type { RecordedEvent } from './event.ts';
import type { EventStore } from './event-store.ts';
import { createEventStreams } from './event-streams.ts';

const recorded = (revision: number): RecordedEvent => ({
  id: `e${revision}`,
  type: 'Counted',
  data: {},
  metadata: {
    companyId: 'c',
    actor: { kind: 'system', id: 'test' },
    commandId: `k${revision}`,
    correlationId: 'k',
    at: '2026-01-01T00:00:00.000Z',
  },
  stream: 's',
  revision,
  position: revision + 1,
});

/** Streams that count their events, over one of so many. */
function counting(length: number) {
  const asked: number[] = [];
  const store = {
    rewinds: () => 0,
    read: async (_stream: string, { from = 0, limit = 0 }: { from?: number; limit?: number }) => {
      asked.push(from);
      const count = Math.max(0, Math.min(limit, length - from));
      return Array.from({ length: count }, (_, at) => recorded(from + at));
    },
  } as unknown as EventStore;
  const fold = { initial: 0, types: new Set(['Counted']), evolve: (count: number) => count + 1 };
  return { asked, streams: createEventStreams<number, { type: 'Counted'; data: object }>(fold, { store }) };
}

it.each([0, 1, 999, 1_000, 1_001, 2_000, 2_500])(
  'folds each of %i events once, whatever the pages',
  async (length) => {
    const { streams } = counting(length);
    expect(await streams.refresh('s')).toMatchObject({ state: length, revision: length - 1 });
    expect(await streams.foldAll('s', 0, (count) => count + 1)).toBe(length);
  },
);

it('asks once where nothing is new', async () => {
  const { streams, asked } = counting(3);
  await streams.refresh('s');
  await streams.refresh('s');
  expect(asked).toEqual([0, 3]);
});
