import { pino } from 'pino';
import { afterEach, expect, it } from 'vitest';
import type { EventStore } from '../../domain/kernel/event-store.ts';
import { createInMemoryEventStore } from '../../testing/in-memory/event-store.ts';
import { createInMemoryReadStore } from '../../testing/in-memory/read-store.ts';
import { createInMemoryStateStore } from '../../testing/in-memory/state-store.ts';
import { appendAll, contentOf, event, recorded, stable } from '../../testing/projections.ts';
import { collections, projections } from '../index.ts';
import type { StoredDocument } from '../ports/read-store.ts';
import { createProjector, type Projector } from './projector.ts';
import { rebuild } from './rebuild.ts';

const running: Projector[] = [];
afterEach(async () => {
  for (const projector of running.splice(0)) await projector.stop();
});

const log = pino({ level: 'silent' });
const setUp = () => {
  const eventStore = createInMemoryEventStore();
  const readStore = createInMemoryReadStore({ collections });
  const state = createInMemoryStateStore();
  const start = (store: EventStore = eventStore) => {
    const projector = createProjector({
      ...{ eventStore: store, readStore, state, projections, log, leaseMs: 300 },
    });
    projector.start();
    running.push(projector);
    return projector;
  };
  return { eventStore, readStore, start };
};

const shared = [event.opened(), event.received('m1')];
const lost = recorded([...shared, event.received('m2'), event.accepted()]);
/** Of the log that is written after an older copy was put back: as long as the one that was lost, or longer. */
const instead = recorded([
  ...shared,
  event.received('n1'),
  event.received('n2'),
  event.received('n3'),
  event.received('n4'),
]).map((one) => ({ ...one, id: `instead-${one.id}` }));

/** What the read models hold is what the log holds, and nothing of the one that was lost. */
const expectHealed = async (setting: ReturnType<typeof setUp>) => {
  const { eventStore, readStore } = setting;
  const reader = readStore.forCompany('c1');
  await expect
    .poll(async () => (await reader.find<StoredDocument>('messages', {})).map(({ id }) => id).sort(), {
      timeout: 10_000,
    })
    .toEqual(['m1', 'n1', 'n2', 'n3', 'n4']);
  const anew = createInMemoryReadStore({ collections });
  await rebuild({ eventStore, readStore: anew, projections, log });
  expect(stable(await contentOf(readStore, projections))).toBe(stable(await contentOf(anew, projections)));
};

it('an older copy of the log put back while it runs is seen, and the read models are rebuilt', async () => {
  const setting = setUp();
  const { eventStore, start } = setting;
  await appendAll(eventStore, lost);
  const projector = start();
  expect(await projector.reached(4, 5_000)).toBe(true);
  eventStore.putBack(2);
  await appendAll(eventStore, instead.slice(2));
  await expectHealed(setting);
  await expect.poll(projector.status, { timeout: 10_000 }).toMatchObject({
    ...{ failing: null, leader: true, position: 6, head: 6, lagEvents: 0, lagMs: 0 },
  });
});

it('the lag counts from the head of the older copy, not from the one that was lost', async () => {
  const { eventStore, start } = setUp();
  await appendAll(eventStore, lost);
  const projector = start();
  expect(await projector.reached(4, 5_000)).toBe(true);
  eventStore.putBack(2);
  await expect
    .poll(projector.status, { timeout: 10_000 })
    .toMatchObject({ position: 2, head: 2, lagEvents: 0 });
  await expect.poll(() => projector.status().failing, { timeout: 10_000 }).toBeNull();
  await appendAll(eventStore, instead.slice(2, 3));
  expect(await projector.reached(3, 5_000)).toBe(true);
  expect(projector.status()).toMatchObject({ position: 3, lagEvents: 0, lagMs: 0 });
});

it('an older copy put back while nobody folds, and grown past the checkpoint since, is seen at the start', async () => {
  const setting = setUp();
  const { eventStore, start } = setting;
  await appendAll(eventStore, lost);
  const projector = start();
  expect(await projector.reached(4, 5_000)).toBe(true);
  await projector.stop();
  eventStore.putBack(2);
  await appendAll(eventStore, instead.slice(2));
  start();
  await expectHealed(setting);
});

it('is red while it does not hear of what is appended, and green again when it does', async () => {
  const { eventStore, start } = setUp();
  await appendAll(eventStore, lost);
  let live: ((live: boolean) => void) | undefined;
  const projector = start({
    ...eventStore,
    subscribe: (options) => {
      live = options.onLive;
      return eventStore.subscribe(options);
    },
  });
  expect(await projector.reached(4, 5_000)).toBe(true);
  expect(projector.status().failing).toBeNull();
  live?.(false);
  expect(projector.status().failing).toContain('does not tell');
  live?.(true);
  expect(projector.status().failing).toBeNull();
});

it('a standby counts from the older copy too, and may be sent users', async () => {
  const { eventStore, start } = setUp();
  await appendAll(eventStore, lost);
  const leader = start();
  expect(await leader.reached(4, 5_000)).toBe(true);
  const standby = start();
  await expect.poll(standby.status, { timeout: 10_000 }).toMatchObject({ role: 'standby', prepared: true });
  eventStore.putBack(2);
  await appendAll(eventStore, instead.slice(2, 3));
  for (const one of [leader, standby])
    await expect
      .poll(one.status, { timeout: 10_000 })
      .toMatchObject({ position: 3, head: 3, lagEvents: 0, prepared: true, failing: null });
});
