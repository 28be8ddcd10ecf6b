import { expect, test } from 'vitest';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import type { EventStore } from '../../domain/kernel/event-store.ts';
import { readMessageState } from './message-state.ts';

const companyId = 'c1';
const metadata = {
  companyId,
  actor: { kind: 'system', id: 's' },
  commandId: 'c',
  correlationId: 'c',
  at: '2026-11-23T08:00:00.000Z',
};

/** A ticket's stream in which the message stands at `at`, of `length` others. */
function streamOf(length: number, at: number) {
  const events = Array.from({ length }, (_, revision): RecordedEvent => {
    const data = {
      messageId: revision === at ? 'wanted' : `m${revision}`,
      body: `text ${revision}`,
      mediaType: 'chat',
    };
    return {
      id: `e${revision}`,
      type: 'MessageQueued',
      data,
      metadata,
      stream: 's',
      revision,
      position: revision + 1,
    };
  });
  const asked: number[] = [];
  const store: Pick<EventStore, 'read'> = {
    read: async (_stream, { from = length - 1, limit = 0 } = {}) => {
      const page = events.slice(Math.max(0, from + 1 - limit), from + 1).reverse();
      asked.push(page.length);
      return page;
    },
  };
  return { store, asked };
}

test('a message that was queued a moment ago is found among the last events, an older one in growing pages', async () => {
  const read = async (length: number, at: number) => {
    const { store, asked } = streamOf(length, at);
    const state = await readMessageState(store, { companyId, ticketId: 't', messageId: 'wanted' });
    return { body: state?.content.body, asked };
  };
  expect(await read(1_000, 999)).toEqual({ body: 'text 999', asked: [4] });
  expect(await read(1_000, 990)).toEqual({ body: 'text 990', asked: [4, 16] });
  expect(await read(1_000, 800)).toEqual({ body: 'text 800', asked: [4, 16, 64, 100, 100] });
  expect(await read(3, 0)).toEqual({ body: 'text 0', asked: [3] });
  expect(await read(30, 30)).toEqual({ body: undefined, asked: [4, 16, 10] });
});

test('of a message whose first event was told a moment ago only what came after it is read', async () => {
  const message = { companyId, ticketId: 't', messageId: 'wanted' };
  const told: RecordedEvent = {
    id: 'e7',
    type: 'MessageQueued',
    data: { messageId: 'wanted', body: 'Bom dia', mediaType: 'chat' },
    metadata,
    stream: 's',
    revision: 7,
    position: 8,
  };
  const readAfter = async (...later: readonly Partial<RecordedEvent>[]) => {
    const asked: unknown[] = [];
    const store: Pick<EventStore, 'read'> = {
      read: async (_stream, options) => {
        asked.push(options?.from);
        return later.map((event, at) => ({ ...told, ...event, revision: 8 + at }));
      },
    };
    const state = await readMessageState(store, { ...message, begun: told });
    return { state, asked };
  };
  const fresh = await readAfter();
  expect(fresh.asked).toEqual([8]);
  expect(fresh.state).toMatchObject({ phase: 'pending', attempt: 7, content: { body: 'Bom dia' } });
  const deleted = await readAfter({ type: 'MessageDeleted', data: { messageId: 'wanted' } });
  expect(deleted.state).toMatchObject({ deleted: true, deletion: { revision: 8 } });
});
