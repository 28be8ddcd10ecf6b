import { afterAll, beforeAll, expect, it } from 'vitest';
import { records } from '../../domain/records/index.ts';
import { startTestApi } from '../../testing/api.ts';
import { givePlan } from '../../testing/plan.ts';

// A record that a plan has or has not: as one that is declared so.
const tag = records.find(({ name }) => name === 'tag')!;
let api: Awaited<ReturnType<typeof startTestApi>>;
const routes: { method: string; url: string }[] = [];
beforeAll(async () => {
  Object.assign(tag, { plan: 'useKanban' });
  api = await startTestApi({
    onRoute: ({ method, url }) => void routes.push({ method: String([method].flat()[0]), url }),
  });
});
afterAll(async () => {
  // Other specs of this process read the same declaration.
  Object.assign(tag, { plan: undefined });
  await api.close();
});

it('a company whose plan has not the feature reaches no route of its records; one that has it does', async () => {
  const company = await api.company('Ours');
  const headers = await api.signIn(company.email);
  const gated = routes.filter(
    ({ method, url }) => method !== 'HEAD' && /^\/api\/(tags|resources\/tags)(\/:id)?$/.test(url),
  );
  expect(gated.length).toBeGreaterThan(7);
  const ask = async () =>
    new Map(
      await Promise.all(
        gated.map(async ({ method, url }) => {
          const answer = await api.app.inject({
            method: method as 'GET',
            url: url.replace(':id', 'none'),
            headers,
            ...(/POST|PUT/.test(method) && { payload: {} }),
          });
          const said = answer.body === '' ? {} : answer.json<{ error?: string; details?: object }>();
          return [`${method} ${url}`, said] as const;
        }),
      ),
    );
  for (const [route, said] of await ask()) expect(said.error, route).not.toBe('ERR_PLAN_FEATURE');
  const context = { companyId: company.companyId, actor: { kind: 'system', id: 'test' } as const };
  const { position } = await givePlan(api.desk, context, { useKanban: false });
  await api.reached(position);
  for (const [route, said] of await ask())
    expect([said.error, said.details], route).toEqual(['ERR_PLAN_FEATURE', { feature: 'useKanban' }]);
});

it('a queue keeps the prompt it has, and is given none, where the plan has no assistants', async () => {
  const company = await api.company('Ours');
  const headers = await api.signIn(company.email);
  const context = { companyId: company.companyId, actor: { kind: 'system', id: 'test' } as const };
  const queue = api.desk.records('queue');
  const [had, other] = [
    await queue.create(context, { name: 'Vendas', color: '#4073d5' }),
    await queue.create(context, { name: 'Suporte', color: '#4073d4' }),
  ];
  const prompt = { name: 'Vendedora', queueId: had.id, prompt: 'Você vende tinta.' };
  const { id: promptId } = await api.desk.records('prompt').create(context, prompt);
  await queue.update(context, { id: had.id, promptId });
  await api.reached((await givePlan(api.desk, context, { useOpenAi: false })).position);
  const put = async (id: string, payload: object) => {
    const answer = await api.app.inject({ method: 'PUT', url: `/api/queue/${id}`, headers, payload });
    const { error, details } = answer.json<{ error?: string; details?: object }>();
    return [answer.statusCode, error, details];
  };
  expect(await put(other.id, { promptId })).toEqual([403, 'ERR_PLAN_FEATURE', { feature: 'useOpenAi' }]);
  expect(await put(other.id, { name: 'Ajuda', promptId: null })).toEqual([200, undefined, undefined]);
  expect(await put(had.id, { name: 'Loja', promptId })).toEqual([200, undefined, undefined]);
  expect(await put(had.id, { promptId: null })).toEqual([200, undefined, undefined]);
});
