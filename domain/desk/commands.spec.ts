import { describe, expect, test } from 'vitest';
import { asAgent, asGateway, everyEvent, inbound, testDesk } from '../../testing/desk.ts';
import { createInMemoryEventStore } from '../../testing/in-memory/event-store.ts';
import { isDomainError } from '../errors.ts';
import type { EventStore } from '../kernel/event-store.ts';
import { ConflictError, UnavailableError } from '../kernel/event-store.ts';
import { sleep as wait } from '../kernel/retry.ts';
import { ticketStream } from '../streams.ts';

const types = async (store: EventStore) => (await everyEvent(store)).map(({ type }) => type);
const soon = { sleep: async () => undefined, random: () => 0 };

/** A pending ticket of Carla, seen by two desks on one store: what one appends, the other has not read. */
const twoDesks = async () => {
  const store = createInMemoryEventStore();
  const ours = testDesk(store, 'ours', soon);
  const theirs = testDesk(store, 'theirs', soon);
  const { ticketId } = await ours.tickets.receive(asGateway, inbound('m0'));
  await theirs.tickets.receive(asGateway, inbound('m1'));
  return { store, ours, theirs, ticketId };
};

describe('a stale cache', () => {
  test('never yields a refusal: the stream is read forward first', async () => {
    const { ours, theirs, ticketId } = await twoDesks();
    await theirs.tickets.accept(asAgent('bruno'), { ticketId, userId: 'bruno' });
    await theirs.tickets.returnToQueue(asAgent('bruno'), { ticketId });
    await theirs.tickets.accept(asAgent('bruno'), { ticketId, userId: 'bruno' });
    await expect(ours.tickets.accept(asAgent('ana'), { ticketId, userId: 'ana' })).rejects.toMatchObject({
      code: 'ERR_TICKET_TAKEN',
      details: { userId: 'bruno' },
    });
  });

  test('never yields "already so", and that outcome names the last position', async () => {
    const { store, ours, theirs, ticketId } = await twoDesks();
    await ours.tickets.accept(asAgent('ana'), { ticketId, userId: 'ana' });
    await theirs.tickets.returnToQueue(asAgent('bruno'), { ticketId });
    const again = await ours.tickets.accept(asAgent('ana'), { ticketId, userId: 'ana' });
    expect(again.events.map(({ type }) => type)).toEqual(['TicketAccepted']);
    await theirs.tickets.markRead(asAgent('ana'), { ticketId });
    const nothing = await ours.tickets.accept(asAgent('ana'), { ticketId, userId: 'ana' });
    expect(nothing.events).toEqual([]);
    expect(nothing.position).toBe(await store.head());
  });
});

/** A store whose appends fail as told, before or after they took effect. */
const failing = (store: EventStore, failures: ('before' | 'after')[]): EventStore => ({
  ...store,
  append: async (...args) => {
    const failure = failures.shift();
    if (failure === 'before') throw new UnavailableError('cut off');
    const appended = await store.append(...args);
    if (failure === 'after') throw new UnavailableError('cut off');
    return appended;
  },
});

describe('an unknown outcome', () => {
  test.each(['before', 'after'] as const)(
    '(%s the append took effect) leaves the event once',
    async (when) => {
      const store = createInMemoryEventStore();
      const failures: ('before' | 'after')[] = [];
      const desk = testDesk(failing(store, failures), 'a', soon);
      const { ticketId } = await desk.tickets.receive(asGateway, inbound('m0'));
      failures.push(when, when);
      const sent = await desk.tickets.receive(asGateway, inbound('m1'));
      expect(sent).toMatchObject({ ticketId, duplicate: false });
      failures.push(when);
      await desk.tickets.accept(asAgent(), { ticketId, userId: 'ana' });
      expect(await types(store)).toEqual([
        'ClaimTaken',
        'TicketOpened',
        'MessageReceived',
        'MessageReceived',
        'TicketAccepted',
      ]);
    },
  );

  test('makes users wait no longer than told, and is settled all the same', async () => {
    const store = createInMemoryEventStore();
    let away = false;
    const desk = testDesk(
      {
        ...store,
        append: async (...args) => {
          if (away) throw new UnavailableError('away');
          return store.append(...args);
        },
      },
      'a',
      { deadlineMs: 400, sleep: () => wait(1) },
    );
    const { ticketId } = await desk.tickets.receive(asGateway, inbound('m0'));
    away = true;
    const request = asAgent('ana', { commandId: 'key-1' });
    const late = desk.tickets.accept(request, { ticketId, userId: 'ana' });
    // Queued behind it and given up before anything was decided: never applied.
    const behind = desk.tickets.setFields(asAgent(), { ticketId, tagIds: ['t'] });
    for (const outcome of await Promise.allSettled([late, behind]))
      expect(outcome.status === 'rejected' && isDomainError(outcome.reason, 'ERR_UNAVAILABLE')).toBe(true);
    away = false;
    const retried = await desk.tickets.accept(request, { ticketId, userId: 'ana' });
    expect(retried.events).toEqual([]);
    expect((await types(store)).slice(3)).toEqual(['TicketAccepted']);
  });
});

test('a command repeated under its id is not applied again, however the ticket has changed', async () => {
  const store = createInMemoryEventStore();
  const desk = testDesk(store);
  const { ticketId } = await desk.tickets.receive(asGateway, inbound('m0'));
  const key = asAgent('ana', { commandId: 'key-1' });
  await desk.tickets.accept(asAgent(), { ticketId, userId: 'ana' });
  await desk.tickets.resolve(key, { ticketId });
  await desk.tickets.reopen(asAgent(), { ticketId, userId: 'ana' });
  expect((await desk.tickets.resolve(key, { ticketId })).events).toEqual([]);
  const first = await desk.tickets.send(asAgent('ana', { commandId: 'key-2' }), { ticketId, body: 'olá' });
  const again = await desk.tickets.send(asAgent('ana', { commandId: 'key-2' }), { ticketId, body: 'olá' });
  expect(again.messageId).toBe(first.messageId);
  expect(again.events).toEqual([]);
});

test('a stream with an event of a newer build is not decided on', async () => {
  const store = createInMemoryEventStore();
  const desk = testDesk(store);
  const { ticketId, revision } = await desk.tickets.receive(asGateway, inbound('m0'));
  const [event] = await everyEvent(store);
  const { metadata } = event!;
  await store.append(ticketStream('c1', ticketId), revision, [
    { id: 'new', type: 'TicketSnoozed', data: {}, metadata },
  ]);
  await expect(desk.tickets.resolve(asAgent(), { ticketId })).rejects.toMatchObject({
    code: 'ERR_UNAVAILABLE',
  });
  expect((await types(store)).at(-1)).toBe('TicketSnoozed');
});

test('the instant never goes backwards within a stream', async () => {
  const store = createInMemoryEventStore();
  let clock = '2026-11-02T12:00:00.000Z';
  const desk = testDesk(store, 'a', { now: () => new Date(clock) });
  const { ticketId } = await desk.tickets.receive(asGateway, inbound('m0'));
  clock = '2026-11-01T00:00:00.000Z';
  const { events } = await desk.tickets.accept(asAgent(), { ticketId, userId: 'ana' });
  expect(events[0]?.metadata.at).toBe('2026-11-02T12:00:00.000Z');
});

test('commands that meet conflicts without end are refused as such', async () => {
  const store = createInMemoryEventStore();
  let conflicts = false;
  const desk = testDesk(
    {
      ...store,
      append: async (stream, expected, events) => {
        if (conflicts) throw new ConflictError(stream, expected, expected + 1);
        return store.append(stream, expected, events);
      },
    },
    'a',
    soon,
  );
  const { ticketId } = await desk.tickets.receive(asGateway, inbound('m0'));
  conflicts = true;
  await expect(desk.tickets.resolve(asAgent(), { ticketId })).rejects.toMatchObject({ code: 'ERR_CONFLICT' });
});

test('who asks is told of each step that was carried out: of one that was so already, and of one before a refusal', async () => {
  const store = createInMemoryEventStore();
  let conflicts = true;
  const desk = testDesk({
    ...store,
    append: async (stream, expected, events) => {
      if (conflicts && events.some(({ type }) => type === 'ConnectionDeleted'))
        throw new ConflictError(stream, expected, expected + 1);
      return store.append(stream, expected, events);
    },
  });
  const handled: string[][] = [];
  const context = asAgent('ana', {
    onHandled: ({ events }) => handled.push(events.map(({ type }) => type)),
  });
  const phone = { name: 'Loja', channel: 'x' };
  const { connectionId } = await desk.connections.create(asGateway, { ...phone, isDefault: true });
  const { connectionId: heir } = await desk.connections.create(asGateway, phone);
  const deletion = { connectionId, heirs: [heir] };
  await expect(desk.connections.delete(context, deletion)).rejects.toMatchObject({ code: 'ERR_CONFLICT' });
  expect(handled).toEqual([['ConnectionUpdated'], ['ConnectionUpdated']]);
  conflicts = false;
  await desk.connections.delete(context, deletion);
  await desk.connections.delete(context, deletion);
  expect(handled.slice(2)).toEqual([['ConnectionDeleted'], []]);
});
