import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { withSchemas } from '../../domain/catalogue.ts';
import type { InboundMessage } from '../../domain/desk/desk.ts';
import { type EventStore, InvalidEventError } from '../../domain/kernel/event-store.ts';
import { asAgent, asGateway, inbound, testDesk } from '../../testing/desk.ts';
import { openSqliteEventStore } from './sqlite/store.ts';

let folder: string;
let log: EventStore;
const open = async () => {
  log = await openSqliteEventStore({ path: join(folder, 'events.sqlite') });
  return log;
};
/** A process that knows nothing but what is stored. */
const reopen = async () => {
  await log.close();
  return open();
};
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hostile-'));
  await open();
});
afterEach(async () => {
  await log.close();
  await rm(folder, { recursive: true });
});

const place = (latitude: number): Partial<InboundMessage> => ({
  mediaType: 'locationMessage',
  extra: { location: { latitude, longitude: -46.6 } },
});

/** What an earlier version did: it stored whatever was decided. */
const unchecked = (store: EventStore): EventStore => {
  const reading = withSchemas(store);
  const through: EventStore = {
    ...reading,
    append: async (stream, expected, events) =>
      store.append(
        stream,
        expected,
        events.map((event) =>
          event.type === 'MessageReceived' ? { ...event, data: mangle(event.data as object) } : event,
        ),
      ),
  };
  return through;
};
let mangle: (data: object) => object;

describe('what a phone sends', () => {
  test('a position that is no number is refused, and the conversation goes on in a store opened again', async () => {
    const desk = testDesk(log);
    const first = await desk.tickets.receive(asGateway, inbound('hello'));
    await expect(desk.tickets.receive(asGateway, inbound('poison', place(Number.NaN)))).rejects.toThrow(
      InvalidEventError,
    );
    const later = testDesk(await reopen(), 'b');
    const next = await later.tickets.receive(asGateway, inbound('next'));
    expect(next.ticketId).toBe(first.ticketId);
    await later.tickets.accept(asAgent(), { ticketId: first.ticketId, userId: 'ana' });
    await later.tickets.resolve(asAgent(), { ticketId: first.ticketId });
  });

  test('whatever was taken can be read by a process that knows only what is stored', async () => {
    const number = fc.oneof(
      fc.nat(),
      fc.nat(),
      fc.double(),
      fc.constantFrom(Number.NaN, Infinity, -Infinity, -0, 1e308),
    );
    const text = fc.string({ unit: 'binary' });
    const message = fc.record({
      body: fc.oneof(text, fc.constant('\ud800 lone'), fc.constant('\u0000\r\n')),
      extra: fc.record(
        {
          location: fc.record({ latitude: number, longitude: number }),
          contacts: fc.array(fc.record({ name: text })),
          call: fc.record({ missed: fc.boolean(), video: fc.boolean(), seconds: number }),
        },
        { requiredKeys: [] },
      ),
      media: fc.option(
        fc.record({
          id: text,
          name: text,
          mime: text,
          size: number,
          seconds: number,
          width: fc.nat({ max: 9 }),
        }),
        { nil: undefined },
      ),
    });
    const desk = testDesk(log);
    let sent = 0;
    await fc.assert(
      fc.asyncProperty(message, async ({ media, ...one }) => {
        sent += 1;
        const hostile = inbound(`m${sent}`, { ...one, ...(media && { media }) });
        await desk.tickets
          .receive(asGateway, hostile)
          .catch((error: unknown) => expect(error).toBeInstanceOf(InvalidEventError));
      }),
      { numRuns: 300 },
    );
    const reader = withSchemas(await reopen());
    const events = await reader.readAll({ after: 0, limit: 10_000 });
    expect(events.filter(({ unreadable }) => unreadable)).toEqual([]);
    expect(events.filter(({ type }) => type === 'MessageReceived').length).toBeGreaterThan(20);
    await testDesk(log, 'after').tickets.receive(asGateway, inbound('after'));
  });
});

describe('what was stored before events were parsed on their way in', () => {
  test('numbers that JSON made null are read as 0 or left out', async () => {
    mangle = (data) => ({
      ...data,
      extra: { location: { latitude: null, longitude: -46.6 }, call: { missed: true, seconds: null } },
      media: { id: 'f1', name: 'a.ogg', mime: 'audio/ogg', size: null, seconds: null },
    });
    const { ticketId } = await testDesk(unchecked(log)).tickets.receive(asGateway, inbound('old'));
    const events = await withSchemas(await reopen()).read(`ticket-c1_${ticketId}`);
    expect(events.at(-1)).toMatchObject({
      data: {
        extra: { location: { latitude: 0, longitude: -46.6 } },
        media: { id: 'f1', name: 'a.ogg', mime: 'audio/ogg', size: 0 },
      },
    });
    expect(JSON.stringify(events)).not.toContain('seconds');
  });

  test('a message that nobody can read does not keep its conversation from being answered and closed', async () => {
    const { ticketId } = await testDesk(log).tickets.receive(asGateway, inbound('hello'));
    mangle = (data) => ({ ...data, body: 7 });
    await testDesk(unchecked(log), 'b').tickets.receive(asGateway, inbound('damaged'));
    const desk = testDesk(await reopen(), 'c');
    await desk.tickets.receive(asGateway, inbound('next'));
    await desk.tickets.accept(asAgent(), { ticketId, userId: 'ana' });
    await desk.tickets.send(asAgent(), { ticketId, body: 'Olá' });
    await desk.tickets.resolve(asAgent(), { ticketId });
    const events = await withSchemas(log).read(`ticket-c1_${ticketId}`);
    expect(events.filter(({ unreadable }) => unreadable).map(({ revision }) => revision)).toEqual([2]);
    expect(events.at(-1)?.type).toBe('TicketResolved');
  });
});
