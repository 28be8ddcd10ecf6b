import { describe, expect, it } from 'vitest';
import { everyEvent, testDesk } from '../../testing/desk.ts';
import { createInMemoryEventStore } from '../../testing/in-memory/event-store.ts';
import { makePlan } from '../../testing/plan.ts';
import type { EventStore } from '../kernel/event-store.ts';
import { companyStream } from '../streams.ts';
import { nameKey } from '../text/name-key.ts';

const as = (companyId: string) => ({ companyId, actor: { kind: 'system', id: 'gateway' } as const });
/** A company as builds wrote it that claimed no names. */
const appendOld = (store: EventStore, companyId: string, name: string) =>
  store.append(companyStream(companyId), -1, [
    {
      id: `old-${companyId}`,
      type: 'CompanyCreated',
      data: { name },
      metadata: {
        ...as(companyId),
        commandId: `old-${companyId}`,
        correlationId: 'old',
        at: '2026-01-01T00:00:00.000Z',
      },
    },
  ]);
const taken = { code: 'ERR_ALREADY_EXISTS', errors: { name: 'ERR_ALREADY_EXISTS' } };

describe('names of companies', () => {
  it('are unique over all companies, whatever their case and accents, and free again once changed', async () => {
    const desk = testDesk(createInMemoryEventStore());
    await desk.companies.create(as('c1'), { name: 'Açaí do João' });
    await expect(desk.companies.create(as('c2'), { name: 'ACAI  do joao' })).rejects.toMatchObject(taken);
    await desk.companies.create(as('c2'), { name: 'Outra' });
    await expect(desk.companies.update(as('c2'), { name: 'açai do joão' })).rejects.toMatchObject(taken);
    await desk.companies.update(as('c1'), { name: 'AÇAÍ DO JOÃO' });
    await desk.companies.update(as('c1'), { name: 'Nova' });
    await desk.companies.update(as('c2'), { name: 'açai do joão' });
  });

  it('of several that race for one, one gets it', async () => {
    const store = createInMemoryEventStore();
    const results = await Promise.allSettled(
      [1, 2, 3].map((at) => testDesk(store, `p${at}`).companies.create(as(`c${at}`), { name: 'Loja' })),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await everyEvent(store)).filter(({ type }) => type === 'CompanyCreated')).toHaveLength(1);
  });

  it('a deleted company keeps its name while it can be restored, and no longer', async () => {
    let now = '2026-11-02T12:00:00.000Z';
    const desk = testDesk(createInMemoryEventStore(), 'a', { now: () => new Date(now) });
    await desk.companies.create(as('c1'), { name: 'Loja' });
    await desk.companies.remove(as('c1'));
    await expect(desk.companies.create(as('c2'), { name: 'Loja' })).rejects.toMatchObject(taken);
    now = '2026-12-03T12:00:00.000Z';
    await desk.companies.destroyKeys(as('c1'));
    await desk.companies.create(as('c2'), { name: 'Loja' });
  });

  it('a company of an old data folder takes its claim when it is changed, two of one name go on as they were', async () => {
    const store = createInMemoryEventStore();
    await appendOld(store, 'c1', 'Loja');
    await appendOld(store, 'c2', 'loja');
    const desk = testDesk(store);
    await desk.companies.setSetting(as('c1'), { key: 'call', value: 'disabled' });
    await expect(desk.companies.create(as('c3'), { name: 'LOJA' })).rejects.toMatchObject(taken);
    expect(
      (await desk.companies.setSetting(as('c2'), { key: 'call', value: 'disabled' })).events,
    ).toHaveLength(1);
    expect((await desk.companies.update(as('c2'), { phone: '11 1' })).events).toHaveLength(1);
  });

  it('a creation finds a company of an old data folder that nobody has changed since', async () => {
    const store = createInMemoryEventStore();
    await appendOld(store, 'c1', 'Loja');
    const asked: string[] = [];
    const desk = testDesk(store, 'a', {
      companiesNamed: async (key) => {
        asked.push(key);
        return ['c1', 'never-there'];
      },
    });
    await expect(desk.companies.create(as('c2'), { name: ' LOJA' })).rejects.toMatchObject(taken);
    expect(asked).toEqual([nameKey('Loja')]);
    await desk.companies.create(as('c2'), { name: 'Outra' });
  });
});

describe('plans of companies', () => {
  it('a company holds what its plan was, and is brought up to it when the plan changes', async () => {
    const store = createInMemoryEventStore();
    const desk = testDesk(store);
    const { id: planId } = await makePlan(desk, { users: 3, value: 99.9, useKanban: false });
    await desk.companies.create(as('c1'), { name: 'Loja', planId });
    await desk.companies.create(as('c2'), { name: 'Outra' });
    const last = async () =>
      (await everyEvent(store)).findLast(({ type }) => type === 'CompanyPlanChanged')?.data;
    expect(await last()).toMatchObject({
      planId,
      plan: { limits: { users: 3, connections: 1_000, queues: 1_000 }, value: 99.9 },
    });
    expect((await last()) as object).not.toMatchObject({ plan: { flags: ['useKanban'] } });
    await desk.records('plan').update(as('739b47cd-d8ce-59d0-a55c-73bfe5a402d9'), { id: planId, users: 4 });
    for (const companyId of ['c1', 'c2']) await desk.companies.refreshPlan(as(companyId), { planId });
    expect(await last()).toMatchObject({ plan: { limits: { users: 4 } } });
    expect((await everyEvent(store)).filter(({ type }) => type === 'CompanyPlanChanged')).toHaveLength(2);
  });

  it('a plan that somebody has cannot be deleted; one that nobody has any more can, and is given to nobody', async () => {
    const desk = testDesk(createInMemoryEventStore());
    const platform = as('739b47cd-d8ce-59d0-a55c-73bfe5a402d9');
    const { id } = await makePlan(desk);
    const { id: other } = await makePlan(desk);
    await desk.companies.create(as('c1'), { name: 'Loja', planId: id });
    await expect(desk.records('plan').delete(platform, { id })).rejects.toMatchObject({
      code: 'ERR_PLAN_IN_USE',
      details: { companies: 1 },
    });
    await desk.companies.changePlan(as('c1'), { planId: other });
    await desk.records('plan').delete(platform, { id });
    await expect(desk.companies.changePlan(as('c1'), { planId: id })).rejects.toMatchObject({
      code: 'ERR_PLAN_NOT_FOUND',
      errors: { planId: 'ERR_PLAN_NOT_FOUND' },
    });
  });

  it('of a deletion and an assignment at once one is refused', async () => {
    for (let round = 0; round < 10; round++) {
      const store = createInMemoryEventStore();
      const desk = testDesk(store, 'set-up');
      const { id } = await makePlan(desk);
      await desk.companies.create(as('c1'), { name: 'Loja' });
      const results = await Promise.allSettled([
        testDesk(store, 'one').companies.changePlan(as('c1'), { planId: id }),
        testDesk(store, 'two').records('plan').delete(as('739b47cd-d8ce-59d0-a55c-73bfe5a402d9'), { id }),
      ]);
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    }
  });
});
