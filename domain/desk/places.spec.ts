import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqliteEventStore } from '../../stores/event-store/sqlite/store.ts';
import { asGateway, everyEvent, testDesk } from '../../testing/desk.ts';
import { createInMemoryEventStore } from '../../testing/in-memory/event-store.ts';
import { givePlan } from '../../testing/plan.ts';
import type { PlanLimits } from '../company/events.ts';
import type { EventStore } from '../kernel/event-store.ts';
import type { Desk } from './desk.ts';

const creations = {
  users: (desk: Desk, name: string) =>
    desk.users.create(asGateway, {
      ...{ name, email: `${name}@demo.example`, profile: 'admin', passwordHash: '$argon2id$v=19$x' },
    }),
  connections: (desk: Desk, name: string) =>
    desk.connections.create(asGateway, { name, channel: 'simulator' }),
  queues: (desk: Desk, name: string) =>
    desk.records('queue').create(asGateway, { name, color: `#${name.slice(-6)}` }),
};
type Kind = keyof typeof creations;
const kinds = Object.keys(creations) as Kind[];
const name = (at: number) => `name${String(at).padStart(6, '0')}`;

let store: EventStore;
let close: () => Promise<void>;
const plan = (desk: Desk, limits: PlanLimits) => givePlan(desk, asGateway, limits);
const created = { users: 'UserCreated', connections: 'ConnectionCreated', queues: 'QueueCreated' };
const count = async (kind: Kind) =>
  (await everyEvent(store)).filter(({ type }) => type === created[kind]).length;

describe.each(['memory', 'SQLite'])('in %s', (engine) => {
  beforeEach(async () => {
    if (engine === 'memory') {
      store = createInMemoryEventStore();
      close = async () => undefined;
    } else {
      const folder = mkdtempSync(join(tmpdir(), 'places-'));
      const opened = await openSqliteEventStore({ path: join(folder, 'events.sqlite') });
      store = opened;
      close = async () => {
        await opened.close();
        rmSync(folder, { recursive: true });
      };
    }
    await testDesk(store, 'first').companies.create(asGateway, { name: 'Demo' });
  });
  afterEach(() => close());

  it.each(kinds)('of several processes that race for the last place of %s one gets it', async (kind) => {
    const desk = testDesk(store, 'set-up');
    // The first admin does not count.
    const free = kind === 'users' ? 1 : 0;
    await plan(desk, { [kind]: 3 });
    for (let at = 0; at < free + 2; at++) await creations[kind](desk, name(at));
    const racing = [10, 11, 12].map((at) => creations[kind](testDesk(store, `process ${at}`), name(at)));
    const results = await Promise.allSettled(racing);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const result of results)
      if (result.status === 'rejected')
        expect(result.reason).toMatchObject({
          code: 'ERR_PLAN_LIMIT',
          details: { what: kind, limit: 3, used: 3 },
        });
    expect(await count(kind)).toBe(free + 3);
  });

  it.each(kinds)('two that race for two places of %s both get one', async (kind) => {
    await plan(testDesk(store, 'set-up'), { [kind]: 2 });
    await Promise.all([1, 2].map((at) => creations[kind](testDesk(store, `process ${at}`), name(at))));
    expect(await count(kind)).toBe(2);
  });
});

describe('places', () => {
  let desk: Desk;
  const named = new Set<string>();
  beforeEach(async () => {
    store = createInMemoryEventStore();
    named.clear();
    desk = testDesk(store, 'a', { existing: async () => [...named] });
    await desk.companies.create(asGateway, { name: 'Demo' });
  });

  it('what was made without a limit counts as the read models name it, and what was deleted gives its place back', async () => {
    const ids = [];
    for (const at of [1, 2]) ids.push((await creations.connections(desk, name(at))).connectionId);
    for (const id of [...ids, 'never-there']) named.add(id);
    // It has shrunk below what exists: that stays, and nothing is added until it fits.
    await plan(desk, { connections: 1 });
    const refused = creations.connections(desk, name(3));
    await expect(refused).rejects.toMatchObject({ details: { what: 'connections', limit: 1, used: 2 } });
    for (const connectionId of ids.reverse()) await desk.connections.delete(asGateway, { connectionId });
    await creations.connections(desk, name(4));
  });

  it('a plan of no users has room for the first admin; a limit that is taken away limits nothing', async () => {
    await plan(desk, { users: 0 });
    await creations.users(desk, name(1));
    const second = creations.users(desk, name(2));
    await expect(second).rejects.toMatchObject({ code: 'ERR_PLAN_LIMIT', details: { limit: 0, used: 0 } });
    await plan(desk, { users: 1 });
    await creations.users(desk, name(3));
    // As an older build wrote it, which knew of companies without any limit.
    const { stream, revision, metadata } = (await everyEvent(store)).findLast(
      ({ type }) => type === 'CompanyPlanChanged',
    )!;
    const old = { id: 'old', type: 'CompanyUpdated', data: { name: 'Demo' }, metadata };
    await store.append(stream, revision, [old]);
    await creations.users(desk, name(4));
  });

  it('a request that is repeated under its id takes no second place, and is not refused for its own', async () => {
    await plan(desk, { queues: 1 });
    const context = { ...asGateway, commandId: 'request' };
    const create = () => desk.records('queue').create(context, { name: 'Vendas', color: '#aa0000' });
    expect((await create()).id).toBe((await create()).id);
    expect(await count('queues')).toBe(1);
  });
});
