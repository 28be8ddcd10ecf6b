import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { planFlags } from '../../domain/company/events.ts';
import { startTestApi } from '../../testing/api.ts';
import { makePlan } from '../../testing/plan.ts';

describe('plans', () => {
  let api: Awaited<ReturnType<typeof startTestApi>>;
  let root: { authorization: string };
  beforeAll(async () => {
    api = await startTestApi();
    root = await api.root();
    await makePlan(api.desk, { name: 'Caro', value: 899.9 });
    await makePlan(api.desk, { name: 'Barato', value: 99, useKanban: false });
    const { position } = await makePlan(api.desk, { name: 'Da casa', useInternal: false });
    await api.reached(position);
  });
  afterAll(() => api.close());
  const get = async (url: string, headers: Record<string, string> = {}) => {
    const answer = await api.app.inject({ url: `/api${url}`, headers });
    return { status: answer.statusCode, body: answer.json() };
  };

  it.each(['/plans/list', '/plans/register'])(
    '%s shows a visitor what is for sale, and nothing else',
    async (url) => {
      const { status, body } = await get(url);
      expect([status, body.map(({ name }: { name: string }) => name)]).toEqual([200, ['Barato', 'Caro']]);
      expect(body[0]).toEqual({
        id: expect.any(String),
        name: 'Barato',
        value: 99,
        users: 1_000,
        connections: 1_000,
        queues: 1_000,
        useCampaigns: true,
        useSchedules: true,
        useInternalChat: true,
        useExternalApi: true,
        useKanban: false,
        useOpenAi: true,
        useIntegrations: true,
      });
    },
  );

  it('a super user has them all; nobody else sees or writes one', async () => {
    const { body } = await get('/plans/all', root);
    expect(body.map(({ name }: { name: string }) => name)).toEqual(['Barato', 'Caro', 'Da casa']);
    const admin = await api.signIn((await api.company('Ours')).email);
    for (const url of ['/plans', '/plans/all', `/plans/${body[0].id}`, '/resources/plans'])
      expect((await get(url, admin)).status, url).toBe(403);
    const write = (method: 'POST' | 'PUT' | 'DELETE', url: string) =>
      api.app.inject({ method, url: `/api${url}`, headers: admin, payload: { name: 'Meu' } });
    for (const [method, url] of [
      ['POST', '/plans'],
      ['PUT', `/plans/${body[0].id}`],
      ['DELETE', `/plans/${body[0].id}`],
    ] as const)
      expect((await write(method, url)).statusCode, url).toBe(403);
  });

  it('one is made with the spec’s defaults, changed, read, and deleted while nobody has it', async () => {
    const call = async (method: 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) => {
      const answer = await api.app.inject({
        method,
        url: `/api${url}`,
        headers: root,
        ...(payload && { payload }),
      });
      return { status: answer.statusCode, body: answer.body === '' ? null : answer.json() };
    };
    const { body: plan } = await call('POST', '/plans', { name: 'Novo' });
    expect(plan).toMatchObject({
      users: 0,
      connections: 0,
      queues: 0,
      value: 0,
      ...Object.fromEntries(planFlags.map((flag) => [flag, true])),
      useInternal: true,
    });
    expect((await call('PUT', `/plans/${plan.id}`, { value: 49.9 })).body.value).toBe(49.9);
    for (const [values, field] of [
      [{ value: 49.999 }, 'value'],
      [{ value: -1 }, 'value'],
      [{ users: -1 }, 'users'],
      [{ users: 1.5 }, 'users'],
      [{ name: 'caro' }, 'name'],
    ] as const)
      expect((await call('PUT', `/plans/${plan.id}`, values)).body.errors, field).toHaveProperty(field);
    const { companyId } = await api.company('Using');
    const given = await call('PUT', `/companies/${companyId}`, { planId: plan.id });
    expect(given.body.plan).toMatchObject({ id: plan.id, name: 'Novo', value: 49.9 });
    const refused = await call('DELETE', `/plans/${plan.id}`);
    expect([refused.status, refused.body.error]).toEqual([409, 'ERR_PLAN_IN_USE']);
    const { body: other } = await call('POST', '/plans', { name: 'Outro' });
    await call('PUT', `/companies/${companyId}`, { planId: other.id });
    expect((await call('DELETE', `/plans/${plan.id}`)).status).toBe(204);
    expect((await get(`/plans/${plan.id}`, root)).status).toBe(404);
  });

  it('a super user sees who has a plan and what they use of it; a deleted company holds it while it can be restored', async () => {
    const { id: planId, position } = await makePlan(api.desk, { name: 'Medido' });
    await api.reached(position);
    const { companyId } = await api.company('Measured');
    const other = await api.company('Other measured');
    for (const id of [companyId, other.companyId])
      await api.app.inject({
        method: 'PUT',
        url: `/api/companies/${id}`,
        headers: root,
        payload: { planId },
      });
    const count = async () =>
      (await get('/plans/use', root)).body.find((one: { planId: string }) => one.planId === planId);
    expect(await count()).toEqual({ planId, companies: 2 });
    const admin = await api.signIn((await api.company('Not measured')).email);
    for (const url of ['/plans/use', `/plans/${planId}/use`])
      expect((await get(url, admin)).status).toBe(403);
    const before = (await get(`/plans/${planId}/use`, root)).body;
    expect(before.map(({ name }: { name: string }) => name)).toEqual(['Measured', 'Other measured']);
    expect(before[0]).toEqual({ id: companyId, name: 'Measured', users: 0, connections: 0, queues: 0 });
    await api.app.inject({ method: 'DELETE', url: `/api/companies/${other.companyId}`, headers: root });
    expect(await count()).toEqual({ planId, companies: 2 });
    expect((await get(`/plans/${planId}/use`, root)).body).toHaveLength(1);
  });
});
