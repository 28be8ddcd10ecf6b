import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { withSchemas } from '../../domain/catalogue.ts';
import type { PlanSnapshot } from '../../domain/company/events.ts';
import { platformCompanyId } from '../../domain/company/platform.ts';
import type { Desk } from '../../domain/desk/desk.ts';
import type { EventStore } from '../../domain/kernel/event-store.ts';
import { companyStream } from '../../domain/streams.ts';
import { everyEvent, testDesk } from '../../testing/desk.ts';
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
function run(name: string) {
  const ending = new AbortController();
  const running = runProcessManagers(
    {
      eventStore: withSchemas(store),
      state: createInMemoryStateStore(),
      holderId: name,
      leaseMs: 5_000,
      log: pino({ level: 'silent' }),
      signal: ending.signal,
      saveEveryMs: 5,
      retryFirstMs: 2,
    },
    [createPlanChanges({ desk: testDesk(store, name) })],
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
