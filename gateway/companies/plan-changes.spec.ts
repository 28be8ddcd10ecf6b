import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { withSchemas } from '../../domain/catalogue.ts';
import type { PlanSnapshot } from '../../domain/company/events.ts';
import { platformCompanyId } from '../../domain/company/platform.ts';
import type { Desk } from '../../domain/desk/desk.ts';
import type { EventStore } from '../../domain/kernel/event-store.ts';
import { companyStream } from '../../domain/streams.ts';
import { everyEvent, testDesk } from '../../testing/desk.ts';
import { dyingStores } from '../../testing/dying-stores.ts';
import { createInMemoryEventStore } from '../../testing/in-memory/event-store.ts';
import { createInMemoryStateStore } from '../../testing/in-memory/state-store.ts';
import { makePlan } from '../../testing/plan.ts';
import { runProcessManagers } from '../process/run-process-managers.ts';
import { createPlanChanges } from './plan-changes.ts';

const as = (companyId: string) => ({ companyId, actor: { kind: 'system', id: 'test' } as const });
let store: EventStore;
let desk: Desk;
let planId: string;
const stops: (() => Promise<unknown>)[] = [];
beforeEach(async () => {
  store = createInMemoryEventStore();
  desk = testDesk(store);
  ({ id: planId } = await makePlan(desk, { users: 3, value: 99 }));
});
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

/** A gateway with a desk of its own, whose state is forgotten with it. */
function run(name: string, stores = { eventStore: store, state: createInMemoryStateStore() }) {
  const ending = new AbortController();
  const running = runProcessManagers(
    {
      eventStore: withSchemas(stores.eventStore),
      state: stores.state,
      holderId: name,
      leaseMs: 5_000,
      log: pino({ level: 'silent' }),
      signal: ending.signal,
      saveEveryMs: 5,
      retryFirstMs: 2,
    },
    [createPlanChanges({ desk: testDesk(stores.eventStore, name) })],
  );
  const stop = async () => {
    ending.abort();
    await running;
  };
  stops.push(stop);
  return stop;
}
const plans = async (companyId: string) =>
  (await everyEvent(store))
    .filter(({ type, metadata }) => type === 'CompanyPlanChanged' && metadata.companyId === companyId)
    .map(({ data }) => (data as { plan: PlanSnapshot }).plan);
const users = async (companyId: string) => (await plans(companyId)).at(-1)?.limits.users;
const change = (values: object) =>
  desk.records('plan').update(as(platformCompanyId), { id: planId, ...values });

it('a plan that changes reaches every company that has it, and no other', async () => {
  const { id: other } = await makePlan(desk, { users: 50 });
  for (const companyId of ['c1', 'c2', 'c3'])
    await desk.companies.create(as(companyId), { name: companyId, planId });
  await desk.companies.changePlan(as('c3'), { planId: other });
  run('a');
  await change({ users: 5, useKanban: false });
  await expect.poll(() => Promise.all(['c1', 'c2', 'c3'].map(users))).toEqual([5, 5, 50]);
  expect((await plans('c1')).at(-1)?.flags).not.toContain('useKanban');
});

it('what was already told is not told again by a gateway that knows nothing of it', async () => {
  await desk.companies.create(as('c1'), { name: 'c1', planId });
  const stop = run('a');
  await change({ users: 5 });
  await expect.poll(() => users('c1')).toBe(5);
  await stop();
  run('b');
  await change({ users: 6 });
  await expect.poll(() => users('c1')).toBe(6);
  expect(await plans('c1')).toHaveLength(3);
});

it('a company that was given a plan as it was just before is brought up to it', async () => {
  await desk.companies.create(as('c1'), { name: 'c1', planId });
  run('a');
  await change({ users: 5 });
  await expect.poll(() => users('c1')).toBe(5);
  // As it would stand had the plan been read before the change, and given after it was told.
  const last = (await everyEvent(store)).findLast(({ stream }) => stream === companyStream('c1'))!;
  const plan = { ...(await plans('c1'))[0]!, limits: { users: 1, connections: 1, queues: 1 } };
  await store.append(companyStream('c1'), last.revision, [
    {
      id: 'late',
      type: 'CompanyPlanChanged',
      data: { planId, plan },
      metadata: { ...last.metadata, commandId: 'late' },
    },
  ]);
  await expect.poll(async () => (await plans('c1')).map(({ limits }) => limits.users)).toEqual([3, 5, 1, 5]);
});

it('a plan that changes while a company is deleted reaches it: restored it has what the others have', async () => {
  for (const companyId of ['c1', 'c2'])
    await desk.companies.create(as(companyId), { name: companyId, planId });
  await desk.companies.remove(as('c1'));
  run('a');
  await change({ users: 5 });
  await expect.poll(() => users('c2')).toBe(5);
  await expect.poll(() => users('c1')).toBe(5);
  expect(await desk.companies.standing('c1')).toBe('deleted');
  await desk.companies.restore(as('c1'));
  expect(await plans('c1')).toHaveLength(2);
});

it('it reaches each of its companies once, wherever a gateway dies on the way', async () => {
  const ids = ['c1', 'c2', 'c3'];
  for (const companyId of ids) await desk.companies.create(as(companyId), { name: companyId, planId });
  const state = createInMemoryStateStore();
  const told = async () => Promise.all(ids.map(async (id) => (await plans(id)).length));
  const reaches = (most: number) => async () =>
    (await Promise.all(ids.map(users))).every((one) => one === most);
  for (let at = 0, isDone = false; !isDone; at += 1)
    for (const after of [false, true]) {
      const most = 100 + 2 * at + Number(after);
      const isReached = reaches(most);
      await change({ users: most });
      const before = await told();
      const buried = new AbortController();
      const stores = dyingStores({ eventStore: store, state }, { at, after }, buried.signal);
      const stop = run('dies', stores);
      await expect.poll(async () => stores.isDead() || (await isReached()), { interval: 2 }).toBe(true);
      isDone = !stores.isDead();
      buried.abort();
      await stop();
      for (const { key } of await state.list('lease/')) await state.delete(key);
      const end = run('next', { eventStore: store, state });
      await expect.poll(isReached, { interval: 2 }).toBe(true);
      await end();
      expect(await told(), `${at} ${after}`).toEqual(before.map((count) => count + 1));
    }
}, 60_000);

it('a plan that is deleted holds nobody up', async () => {
  await change({ users: 5 });
  await desk.records('plan').delete(as(platformCompanyId), { id: planId });
  const { id: other } = await makePlan(desk, { users: 2 });
  await desk.companies.create(as('c1'), { name: 'c1', planId: other });
  planId = other;
  run('a');
  await change({ users: 7 });
  await expect.poll(() => users('c1')).toBe(7);
});
