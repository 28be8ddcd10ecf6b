import { pino } from 'pino';
import { afterEach, expect, it } from 'vitest';
import { withSchemas } from '../../domain/catalogue.ts';
import type { EventStore } from '../../domain/kernel/event-store.ts';
import { createInMemoryEventStore } from '../../testing/in-memory/event-store.ts';
import { createInMemoryReadStore } from '../../testing/in-memory/read-store.ts';
import { createInMemoryStateStore } from '../../testing/in-memory/state-store.ts';
import { appendAll, event, recorded } from '../../testing/projections.ts';
import { collections, projections } from '../index.ts';
import type { ReadStore } from '../ports/read-store.ts';
import type { ProjectorOptions } from './options.ts';
import { createProjector, type Projector } from './projector.ts';
import { rebuild } from './rebuild.ts';

const running: Projector[] = [];
afterEach(async () => {
  for (const projector of running.splice(0)) await projector.stop();
});

const start = (options: Pick<ProjectorOptions, 'eventStore' | 'readStore'> & Partial<ProjectorOptions>) => {
  const projector = createProjector({
    state: createInMemoryStateStore(),
    projections,
    log: pino({ level: 'silent' }),
    leaseMs: 300,
    ...options,
  });
  projector.start();
  running.push(projector);
  return projector;
};
const history = recorded([event.opened(), event.received('m1'), event.accepted(), event.received('m2')]);

it('parks an event that cannot be read, says so, and goes on with what follows', async () => {
  const inner = createInMemoryEventStore();
  const eventStore = withSchemas(inner);
  const damaged = history.map((one) =>
    one.type === 'TicketAccepted' ? { ...one, data: { ticketId: 't1', userId: 7 } } : one,
  );
  await appendAll(inner, damaged);
  const readStore = createInMemoryReadStore({ collections });
  const projector = start({ eventStore, readStore });
  expect(await projector.reached(4, 5_000)).toBe(true);
  // Once for each read model that would have folded it.
  expect(projector.status()).toMatchObject({ parked: 2, failing: null });
  const reader = readStore.forCompany('c1');
  expect(await reader.get('tickets', 't1')).toMatchObject({ status: 'pending', unreadMessages: 2 });
  const which = { type: 'TicketAccepted', stream: 'ticket-c1_t1', revision: 2 };
  expect(await reader.find('parked', { sort: ['collection'] })).toMatchObject([
    { ...which, collection: 'activity' },
    { ...which, collection: 'tickets' },
  ]);
});

/** A store of which nothing can be had while `away()`. */
const flaky = <Store extends object>(store: Store, away: () => boolean): Store =>
  new Proxy(store, {
    get(target, name, receiver) {
      const value: unknown = Reflect.get(target, name, receiver);
      if (typeof value !== 'function') return value;
      return (...given: unknown[]) => {
        if (away() && name !== 'onCommit') throw new Error(`no connection (${String(name)})`);
        return (value as (...given: unknown[]) => unknown).apply(target, given);
      };
    },
  });

it.each(['read store', 'event store'] as const)(
  'the %s goes away for a while: red meanwhile, caught up without a restart when it is back',
  async (which) => {
    let gone = false;
    const inner = createInMemoryEventStore();
    const plain = createInMemoryReadStore({ collections });
    const eventStore: EventStore = which === 'event store' ? flaky(inner, () => gone) : inner;
    const readStore: ReadStore = which === 'read store' ? flaky(plain, () => gone) : plain;
    const projector = start({ eventStore, readStore });
    await appendAll(inner, history.slice(0, 2));
    expect(await projector.reached(2, 5_000)).toBe(true);
    gone = true;
    await appendAll(inner, history.slice(2));
    await expect.poll(() => projector.status().failing, { timeout: 5_000 }).toContain('no connection');
    gone = false;
    expect(await projector.reached(4, 10_000)).toBe(true);
    await expect.poll(() => projector.status().failing, { timeout: 5_000 }).toBeNull();
    expect(await plain.forCompany('c1').get('tickets', 't1')).toMatchObject({ unreadMessages: 2 });
  },
);

it('one that lost its lease to another with the store is ready again as its standby', async () => {
  const eventStore = createInMemoryEventStore();
  const readStore = createInMemoryReadStore({ collections });
  const state = createInMemoryStateStore();
  let away = false;
  const first = start({ eventStore, readStore, state: flaky(state, () => away) });
  await expect.poll(() => first.status().leader, { timeout: 5_000 }).toBe(true);
  const second = start({ eventStore, readStore, state });
  away = true;
  await expect.poll(() => first.status().failing, { timeout: 5_000 }).not.toBeNull();
  await expect.poll(() => second.status().leader, { timeout: 5_000 }).toBe(true);
  away = false;
  await expect.poll(() => first.status().failing, { timeout: 10_000 }).toBeNull();
  expect(first.status().leader).toBe(false);
});

it('one whose fence is overtaken writes nothing more and stands by', async () => {
  const eventStore = createInMemoryEventStore();
  const readStore = createInMemoryReadStore({ collections });
  await appendAll(eventStore, history.slice(0, 2));
  const projector = start({ eventStore, readStore });
  expect(await projector.reached(2, 5_000)).toBe(true);
  const logId = await eventStore.logId();
  await readStore.commit({
    projector: 'main',
    fence: 2 * Date.now(),
    position: 2,
    logId,
    documents: [],
    notices: [],
  });
  await appendAll(eventStore, history.slice(2));
  await expect.poll(() => projector.status().failing, { timeout: 5_000 }).toContain('fence');
  expect(await readStore.forCompany('c1').get('tickets', 't1')).toMatchObject({ unreadMessages: 1 });
});

it.each([
  ['another log', async (readStore: ReadStore) => ({ position: 1, logId: 'some other log', readStore })],
  [
    'beyond the head of the log',
    async (readStore: ReadStore, eventStore: EventStore) => ({
      position: 99,
      logId: await eventStore.logId(),
      readStore,
    }),
  ],
])('rebuilds when the read models are of %s', async (reason, checkpointOf) => {
  const eventStore = createInMemoryEventStore();
  const readStore = createInMemoryReadStore({ collections });
  await appendAll(eventStore, history);
  const { position, logId } = await checkpointOf(readStore, eventStore);
  const stray = { id: 'ghost', companyId: 'c1', position: 1 };
  await readStore.commit({
    projector: 'main',
    fence: 0,
    position,
    logId,
    documents: [{ collection: 'tickets', document: stray }],
    notices: [],
  });
  const generation = await readStore.generation();
  const projector = start({ eventStore, readStore });
  expect(await projector.reached(4, 5_000), reason).toBe(true);
  await expect.poll(() => readStore.generation()).not.toBe(generation);
  const reader = readStore.forCompany('c1');
  expect(await reader.get('tickets', 'ghost')).toBeUndefined();
  expect(await reader.get('tickets', 't1')).toMatchObject({ status: 'open', unreadMessages: 2 });
});

it('is red while the read models are rebuilt, and green after', async () => {
  const eventStore = createInMemoryEventStore();
  const readStore = createInMemoryReadStore({ collections });
  await appendAll(eventStore, history);
  const other = { projector: 'main', fence: 0, position: 1, logId: 'some other log' };
  await readStore.commit({ ...other, documents: [], notices: [] });
  const rebuilt = Promise.withResolvers<void>();
  const log = pino({ level: 'silent' });
  const projector = start({
    eventStore,
    readStore,
    onRebuildNeeded: async () => {
      await rebuilt.promise;
      await rebuild({ eventStore, readStore, projections, log });
    },
  });
  await expect.poll(() => projector.status().failing).toContain('being rebuilt: another log');
  rebuilt.resolve();
  expect(await projector.reached(4, 5_000)).toBe(true);
  await expect.poll(() => projector.status().failing).toBeNull();
});

it('several changes of one ticket in a batch are told once, with who may see it now', async () => {
  const eventStore = createInMemoryEventStore();
  const readStore = createInMemoryReadStore({ collections });
  await appendAll(
    eventStore,
    recorded([event.opened(), event.received('m1'), event.transferred(), event.received('m2')]),
  );
  const projector = start({ eventStore, readStore });
  expect(await projector.reached(4, 5_000)).toBe(true);
  const { notices } = await readStore.changes('c1', 0, 100);
  const told = notices.filter(({ channel }) => channel === 'company-c1-ticket');
  expect(told).toHaveLength(1);
  expect(told[0]).toMatchObject({ action: 'update', after: { queueId: 'q2', userId: null } });
});
