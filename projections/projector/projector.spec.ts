import { expect, it } from 'vitest';
import type { CommitStep } from '../../testing/in-memory/read-store.ts';
import { appendAll, contentOf, event, recorded, screenOf, stable } from '../../testing/projections.ts';
import { projectorDesk } from '../../testing/projector-desk.ts';
import { projections } from '../index.ts';
import { createRebuildWork, rebuildBeside } from './rebuild.ts';

const desk = projectorDesk();
const history = [
  event.opened(),
  event.received('m1'),
  event.accepted(),
  event.queued('m2'),
  event.sent('m2'),
  event.acknowledged(['m2'], 4),
  { type: 'TagCreated', data: { id: 'g1', name: 'VIP', color: '#112233' }, stream: 'tag-c1_g1' },
  { type: 'TagCreated', data: { id: 'g2', name: 'New', color: '#112244' }, stream: 'tag-c1_g2' },
];

it('folds the log into read models and tells of it without gaps', async () => {
  const { eventStore, readStore, start } = desk();
  await appendAll(eventStore, recorded(history));
  const projector = start({ batch: 3 });
  expect(await projector.reached(8, 5_000)).toBe(true);
  const reader = readStore.forCompany('c1');
  expect(await reader.get('tickets', 't1')).toMatchObject({
    status: 'open',
    lastMessage: { id: 'm2', ack: 4 },
  });
  expect(await reader.count('outbox', {})).toBe(0);
  expect(await reader.get('tags', 'g2')).toMatchObject({ name: 'New', number: 2 });
  expect(projector.status()).toMatchObject({ leader: true, lagEvents: 0, parked: 0, failing: null });
  const { notices } = await readStore.changes('c1', 0, 1_000);
  expect(notices.map(({ seq }) => seq)).toEqual(notices.map((_, index) => index + 1));
});

it('folds a change at once after a silence, and what comes right behind it together', async () => {
  let commits = 0;
  const { eventStore, start } = desk((step) => {
    if (step === 'checkpoint') commits += 1;
  });
  const projector = start({ leaseMs: 3_000, paceMs: 1_000 });
  await expect.poll(() => projector.status().leader).toBe(true);
  const events = recorded(history);
  const began = performance.now();
  await appendAll(eventStore, events.slice(0, 1));
  expect(await projector.reached(1, 5_000)).toBe(true);
  expect(performance.now() - began).toBeLessThan(1_000);
  const before = commits;
  for (const one of events.slice(1)) {
    await appendAll(eventStore, [one]);
    await new Promise(setImmediate);
  }
  expect(await projector.reached(8, 5_000)).toBe(true);
  expect(commits - before).toBeLessThanOrEqual(2);
});

it('hands over to the standby', async () => {
  const { eventStore, start } = desk();
  const first = start({ batch: 3 });
  await expect.poll(() => first.status().leader).toBe(true);
  const second = start({ batch: 3 });
  await first.stop();
  await appendAll(eventStore, recorded(history));
  expect(await second.reached(8, 5_000)).toBe(true);
  expect(second.status().leader).toBe(true);
});

it('a standby tells as soon as the leader has got there', async () => {
  const { eventStore, start } = desk();
  const leader = start({ leaseMs: 3_000, batch: 3 });
  await expect.poll(() => leader.status().leader).toBe(true);
  const standby = start({ leaseMs: 3_000, batch: 3 });
  const began = performance.now();
  for (const one of recorded(history)) {
    await appendAll(eventStore, [one]);
    expect(await standby.reached(one.position, 5_000)).toBe(true);
  }
  expect(standby.status().leader).toBe(false);
  // Eight looks twice a second took four seconds.
  expect(performance.now() - began).toBeLessThan(1_500);
});

it.each<CommitStep>(['documents', 'deleteBy', 'notices', 'checkpoint'])(
  'loses no update when a commit breaks off before its %s',
  async (broken) => {
    let seen = 0;
    const { eventStore, readStore, start } = desk((step) => {
      // Not the very first commit, which only raises the fence.
      if (step === broken && ++seen === 3) throw new Error('the store went away');
    });
    await appendAll(eventStore, recorded(history));
    const projector = start({ batch: 3 });
    expect(await projector.reached(8, 10_000)).toBe(true);
    expect(seen).toBeGreaterThan(3);
    const ticket = await readStore.forCompany('c1').get('tickets', 't1');
    expect(ticket).toMatchObject({ unreadMessages: 0, status: 'open', position: 6 });
    const { notices } = await readStore.changes('c1', 0, 1_000);
    expect(screenOf(notices).get('company-c1-ticket/t1')).toEqual(ticket);
  },
);

it('rebuilds beside the live generation to the very same content, and goes on in the new one', async () => {
  const { eventStore, readStore, start } = desk();
  await appendAll(eventStore, recorded(history));
  const projector = start({ batch: 3 });
  await projector.reached(8, 5_000);
  const [before, generation] = [await contentOf(readStore, projections), await readStore.generation()];
  await rebuildBeside(projector, await createRebuildWork({ eventStore, readStore, projections }));
  expect(await readStore.generation()).not.toBe(generation);
  expect(stable(await contentOf(readStore, projections))).toBe(stable(before));
  const more = recorded([...history, { ...event.deletedTicket() }]).slice(-1);
  await appendAll(eventStore, more);
  expect(await projector.reached(9, 5_000)).toBe(true);
  expect(await readStore.forCompany('c1').count('messages', {})).toBe(0);
});
