import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { withSchemas } from '../../domain/catalogue.ts';
import type { Desk } from '../../domain/desk/desk.ts';
import { DomainError } from '../../domain/errors.ts';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import { type EventStore, UnavailableError } from '../../domain/kernel/event-store.ts';
import type { StateStore } from '../../domain/ports/state-store.ts';
import { ticketStream } from '../../domain/streams.ts';
import { countParkedEvents, dropParked, listParked } from '../../messaging/parked.ts';
import { openSqliteEventStore } from '../../stores/event-store/sqlite/store.ts';
import { openSqliteStateStore } from '../../stores/state-store/sqlite/store.ts';
import { everyEvent, inbound, testDesk } from '../../testing/desk.ts';
import { dyingStores } from '../../testing/dying-stores.ts';
import { createInMemoryEventStore } from '../../testing/in-memory/event-store.ts';
import { createInMemoryStateStore } from '../../testing/in-memory/state-store.ts';
import type { Handles, ProcessManager } from './process-manager.ts';
import { type ProcessDeps, runProcessManagers } from './run-process-managers.ts';

interface TestStores {
  readonly eventStore: EventStore;
  readonly state: StateStore;
  close(): Promise<void>;
}

const inMemory = async (): Promise<TestStores> => ({
  eventStore: createInMemoryEventStore(),
  state: createInMemoryStateStore(),
  close: async () => undefined,
});
const onSqlite = async (): Promise<TestStores> => {
  const folder = mkdtempSync(join(tmpdir(), 'process-'));
  const eventStore = await openSqliteEventStore({ path: join(folder, 'events.sqlite') });
  const state = await openSqliteStateStore({ path: join(folder, 'state.sqlite') });
  return {
    eventStore,
    state,
    async close() {
      await Promise.all([eventStore.close(), state.close()]);
      rmSync(folder, { recursive: true });
    },
  };
};

/** Of those who die. */
const leaseMs = 40;
const log = pino({ level: 'silent' });
const customers = ['carla', 'bruno', 'dora'];
let stores: TestStores;
const stops: (() => Promise<void>)[] = [];
/** Ends what those who died wait for. */
let buried = new AbortController();
async function stopAll() {
  buried.abort();
  buried = new AbortController();
  for (const stop of stops.splice(0).reverse()) await stop();
}
afterEach(stopAll);

async function begin(open: () => Promise<TestStores>) {
  const opened = await open();
  stores = opened;
  stops.push(() => opened.close());
}

/** One process: its stores may be its own view of them. */
function run(manager: ProcessManager, own: Partial<ProcessDeps> = {}) {
  const ending = new AbortController();
  const running = runProcessManagers(
    {
      eventStore: withSchemas(stores.eventStore),
      ...{ state: stores.state, holderId: crypto.randomUUID(), leaseMs: 5_000, log },
      ...{ signal: ending.signal, saveEveryMs: 5, retryFirstMs: 2, ...own },
    },
    [manager],
  );
  const stop = async () => {
    ending.abort();
    await running;
  };
  stops.push(stop);
  return stop;
}

/** Each of three customers writes so many messages, in turns. */
async function write(desk: Desk, times: number) {
  for (let at = 0; at < times; at++)
    for (const contactId of customers)
      await desk.tickets.receive(
        { companyId: 'c1', actor: { kind: 'contact', id: contactId } },
        inbound(`${contactId}-${at}`, { contactId }),
      );
}

const bodies = async (type: string) => {
  const events = (await everyEvent(stores.eventStore)).filter((event) => event.type === type);
  return Map.groupBy(events, ({ data }) => (data as { contactId: string }).contactId);
};
const answers = async (contactId: string) =>
  ((await bodies('MessageQueued')).get(contactId) ?? []).map(({ data }) => (data as { body: string }).body);

const ticketOf = (event: RecordedEvent) => (event.data as { ticketId: string }).ticketId;
const declared = (handles: Handles, more: Partial<ProcessManager> = {}): ProcessManager => ({
  ...{ name: 'test', start: 'beginning', key: ticketOf, handles, ...more },
});

/** Answers every message. */
const echo = (desk: Desk, more: Partial<ProcessManager> = {}) =>
  declared(
    {
      async MessageReceived({ data: { ticketId, body } }, { command }) {
        await desk.tickets.send(command(), {
          ticketId,
          body: `re: ${body}`,
          mediaType: 'chat',
          automatic: 'greeting',
        });
      },
    },
    more,
  );

/** Writes a menu to whoever has none: as the ticket's own events say, not as this process remembers. */
const menu = (desk: Desk, eventStore: EventStore) =>
  declared({
    async MessageReceived({ data: { ticketId }, metadata: { companyId } }, { command }) {
      const events = await eventStore.read(ticketStream(companyId, ticketId), { limit: 1_000 });
      if (events.some(({ type }) => type === 'MessageQueued')) return;
      await desk.tickets.send(command('menu'), {
        ticketId,
        body: 'menu',
        mediaType: 'chat',
        automatic: 'greeting',
      });
    },
  });

const wanted = (contactId: string, times: number) =>
  Array.from({ length: times }, (_, at) => `re: text of ${contactId}-${at}`);

describe.each([
  ['in memory', inMemory, 1],
  ['on SQLite', onSqlite, 3],
] as const)('%s', (_name, open, stride) => {
  beforeEach(() => begin(open));

  it('every event is handled once, in the order of its key, and no more after a restart', async () => {
    const desk = testDesk(stores.eventStore, 'desk');
    await write(desk, 3);
    const handled: string[] = [];
    const manager = echo(desk);
    const counted = declared({
      async MessageReceived(event, reaction) {
        handled.push(event.data.messageId);
        await manager.handles.MessageReceived!(event, reaction);
      },
    });
    const stop = run(counted);
    for (const contactId of customers)
      await expect.poll(() => answers(contactId)).toEqual(wanted(contactId, 3));
    await stop();
    expect(handled).toHaveLength(9);
    run(counted);
    await write(desk, 4);
    for (const contactId of customers)
      await expect.poll(() => answers(contactId)).toEqual(wanted(contactId, 4));
    expect(handled).toHaveLength(12);
  });

  it('of two processes one handles; when it ends or dies, the other goes on where it stood', async () => {
    const desk = testDesk(stores.eventStore, 'desk');
    const by: string[] = [];
    const of = (name: string) =>
      declared({
        async MessageReceived(event, reaction) {
          by.push(name);
          await echo(desk).handles.MessageReceived!(event, reaction);
        },
      });
    await write(desk, 1);
    const stops = new Map([
      ['a', run(of('a'))],
      ['b', run(of('b'))],
    ]);
    await expect.poll(() => by.length).toBe(3);
    await write(desk, 2);
    await expect.poll(() => by.length).toBe(6);
    const first = by[0]!;
    expect(new Set(by)).toEqual(new Set([first]));
    await stops.get(first)!();
    await write(desk, 3);
    await expect.poll(() => by.length).toBe(9);
    expect(new Set(by.slice(6))).toEqual(new Set([first === 'a' ? 'b' : 'a']));
    // Begun is not yet written.
    for (const contactId of customers)
      await expect.poll(() => answers(contactId)).toEqual(wanted(contactId, 3));
  });

  it.each([
    ['before', false],
    ['after', true],
  ])(
    'a death %s any step repeats nothing and skips nothing',
    async (_when, after) => {
      let deaths = 0;
      for (let at = 0; ; at += stride) {
        await begin(open);
        await write(testDesk(stores.eventStore, 'customers'), 2);
        const mortal = dyingStores(stores, { at, after }, buried.signal);
        run(echo(testDesk(mortal.eventStore, 'mortal')), {
          eventStore: withSchemas(mortal.eventStore),
          state: mortal.state,
          leaseMs,
        });
        const isAnswered = async () => {
          const counts = await Promise.all(
            customers.map(async (contactId) => (await answers(contactId)).length),
          );
          return counts.every((count) => count === 2);
        };
        await expect.poll(async () => mortal.isDead() || (await isAnswered()), { interval: 1 }).toBe(true);
        const died = mortal.isDead();
        if (died) {
          deaths++;
          run(echo(testDesk(stores.eventStore, 'heir')));
        }
        await expect.poll(isAnswered, { interval: 2 }).toBe(true);
        for (const contactId of customers)
          expect(await answers(contactId), `death at ${at}`).toEqual(wanted(contactId, 2));
        await stopAll();
        if (!died || at > 60) break;
      }
      expect(deaths).toBeGreaterThan(8 / stride);
    },
    120_000,
  );

  it('who writes three messages at once gets one menu, whatever dies', async () => {
    for (let at = 0; at < 24; at += stride) {
      await begin(open);
      await write(testDesk(stores.eventStore, 'customers'), 3);
      const mortal = dyingStores(stores, { at, after: at % 2 === 0 }, buried.signal);
      const view = withSchemas(mortal.eventStore);
      run(menu(testDesk(mortal.eventStore, 'mortal'), view), {
        eventStore: view,
        state: mortal.state,
        leaseMs,
      });
      await expect.poll(() => mortal.isDead(), { interval: 1 }).toBe(true);
      run(menu(testDesk(stores.eventStore, 'heir'), stores.eventStore));
      const isCaughtUp = async () => {
        const { value } = (await stores.state.get<{ marks: { position: number }[] }>('process/test')) ?? {};
        return value?.marks[0]?.position === (await stores.eventStore.head());
      };
      await expect.poll(isCaughtUp, { interval: 2 }).toBe(true);
      for (const contactId of customers) expect(await answers(contactId)).toEqual(['menu']);
      await stopAll();
    }
  }, 60_000);

  it('one that fails is tried again while its key waits, others go on; what goes on failing is parked', async () => {
    const desk = testDesk(stores.eventStore, 'desk');
    await write(desk, 2);
    let tries = 0;
    const manager = declared(
      {
        async MessageReceived(event, reaction) {
          if (event.data.contactId === 'bruno' && event.data.body.endsWith('-0')) {
            tries++;
            throw new Error('not today');
          }
          await echo(desk).handles.MessageReceived!(event, reaction);
        },
      },
      { tries: 3, parallel: 1 },
    );
    run(manager);
    await expect.poll(() => answers('bruno')).toEqual(['re: text of bruno-1']);
    expect(tries).toBe(3);
    expect(await answers('dora')).toEqual(wanted('dora', 2));
    expect(await countParkedEvents(stores.state, 10)).toBe(1);
    const [parked] = await listParked(stores.state, 'c1', { limit: 10 });
    expect(parked).toMatchObject({ kind: 'event', name: 'test', body: 'MessageReceived', reason: 'defect' });
    expect(JSON.stringify(parked)).not.toContain('text of');
    expect(await dropParked(stores.state, 'c1', parked!.id)).toBe(true);
    expect(await countParkedEvents(stores.state, 10)).toBe(0);
  });
});

describe('in any store', () => {
  beforeEach(() => begin(inMemory));

  it('stores that are away are waited for, however long; a refusal is parked at once', async () => {
    const desk = testDesk(stores.eventStore, 'desk');
    await write(desk, 1);
    let tries = 0;
    run(
      declared(
        {
          async MessageReceived({ data: { contactId } }) {
            if (contactId === 'dora') throw new DomainError('ERR_TICKET_STATE');
            if (contactId === 'carla' && ++tries < 8)
              throw tries % 2 ? new UnavailableError('away') : new DomainError('ERR_UNAVAILABLE');
          },
        },
        { tries: 2 },
      ),
    );
    await expect.poll(() => tries).toBe(8);
    const parked = await listParked(stores.state, 'c1', { limit: 10 });
    expect(parked.map(({ reason }) => reason)).toEqual(['refused']);
  }, 30_000);

  it('an event for which no key can be told is parked, and what comes behind it is handled', async () => {
    const desk = testDesk(stores.eventStore, 'desk');
    await write(desk, 1);
    const keyOfMost = (event: RecordedEvent) => {
      if ((event.data as { contactId: string }).contactId === 'bruno') throw new TypeError('no key');
      return ticketOf(event);
    };
    run(echo(desk, { key: keyOfMost }));
    await expect.poll(() => answers('dora')).toEqual(wanted('dora', 1));
    expect(await answers('bruno')).toEqual([]);
    expect(await listParked(stores.state, 'c1', { limit: 10 })).toMatchObject([
      { kind: 'event', body: 'MessageReceived', reason: 'defect' },
    ]);
  });

  it('what is nothing to it takes no turn and is done; where that cannot be told it is handled', async () => {
    const desk = testDesk(stores.eventStore, 'desk');
    await write(desk, 1);
    const handled: string[] = [];
    const stop = run(
      declared(
        {
          async MessageReceived({ data }) {
            handled.push(data.contactId);
          },
        },
        {
          skips: ({ data }) => {
            const { contactId } = data as { contactId: string };
            if (contactId === 'bruno') throw new TypeError('nobody can tell');
            return contactId === 'carla';
          },
        },
      ),
    );
    await expect.poll(() => handled).toEqual(['bruno', 'dora']);
    await stop();
    const stored = await stores.state.get<{ marks: { position: number }[] }>('process/test');
    expect(stored?.value.marks[0]?.position).toBe(await stores.eventStore.head());
  });

  it('begins with what comes where it says so, and has begun before it handles anything', async () => {
    const desk = testDesk(stores.eventStore, 'desk');
    await write(desk, 1);
    const manager = echo(desk, { start: 'head' });
    const stop = run(manager);
    await expect.poll(() => stores.state.get('process/test')).toBeDefined();
    await stop();
    await write(desk, 2);
    run(manager);
    await expect.poll(() => answers('dora')).toEqual(['re: text of dora-1']);
    expect(await answers('carla')).toEqual(['re: text of carla-1']);
  });

  it('a process whose lease has ended can move the checkpoint no more', async () => {
    const desk = testDesk(stores.eventStore, 'desk');
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let refused = 0;
    const paused: StateStore = {
      ...stores.state,
      async set(key, value, options) {
        const marks = (value as { marks?: unknown[] }).marks;
        if (key === 'process/test' && marks?.length) await held;
        else if (key.startsWith('lease/') && options?.expected) await held;
        const entry = await stores.state.set(key, value, options);
        if (key === 'process/test' && !entry) refused++;
        return entry;
      },
    };
    await write(desk, 1);
    run(echo(desk), { state: paused, leaseMs });
    await expect.poll(() => answers('dora')).toEqual(wanted('dora', 1));
    await new Promise((resolve) => setTimeout(resolve, 2 * leaseMs));
    run(echo(testDesk(stores.eventStore, 'other')));
    await expect
      .poll(async () => (await stores.state.get<{ marks: object[] }>('process/test'))?.value.marks.length)
      .toBe(1);
    release();
    await expect.poll(() => refused).toBeGreaterThan(0);
    for (const contactId of customers) expect(await answers(contactId)).toEqual(wanted(contactId, 1));
  });

  it('after an older copy of the log was put back it goes on from what that copy holds', async () => {
    const store = createInMemoryEventStore();
    stores = { ...stores, eventStore: store };
    const handled = vi.fn(async () => undefined);
    const desk = () => testDesk(store, 'desk');
    await write(desk(), 1);
    run(declared({ MessageReceived: handled }));
    await expect.poll(() => handled.mock.calls.length).toBe(3);
    const backup = await store.head();
    await write(desk(), 2);
    await expect.poll(() => handled.mock.calls.length).toBe(6);
    await new Promise((resolve) => setTimeout(resolve, 50));
    store.putBack(backup);
    handled.mockClear();
    await desk().tickets.receive(
      { companyId: 'c1', actor: { kind: 'contact', id: 'carla' } },
      inbound('after', { contactId: 'carla' }),
    );
    const seen = () => (handled.mock.calls as unknown as [RecordedEvent][]).map(([{ data }]) => data);
    await expect.poll(() => seen().map((data) => (data as { body: string }).body)).toContain('text of after');
  });
});
