import { afterEach, expect, it } from 'vitest';
import { startTestApi } from '../../testing/api.ts';
import { givePlan } from '../../testing/plan.ts';

let api: Awaited<ReturnType<typeof startTestApi>>;
afterEach(() => api.close());

it('of two requests at once for the last place one is refused, and told limit and use', async () => {
  api = await startTestApi();
  const { companyId, email } = await api.company('Loja');
  const headers = await api.signIn(email);
  const context = { companyId, actor: { kind: 'system', id: 'test' } as const };
  const create = (at: number) => {
    const payload = { name: `Fila ${at}`, color: `#00000${at}` };
    return api.app.inject({ method: 'POST', url: '/api/queue', headers, payload });
  };
  // Made while there was no limit: it counts all the same.
  expect((await create(1)).statusCode).toBeLessThan(300);
  const { position } = await givePlan(api.desk, context, { queues: 2 });
  await api.reached(position);
  const answers = await Promise.all([create(2), create(3)]);
  expect(answers.filter(({ statusCode }) => statusCode < 300)).toHaveLength(1);
  const refused = answers.find(({ statusCode }) => statusCode >= 300)!;
  expect([refused.statusCode, refused.json()]).toMatchObject([
    403,
    { error: 'ERR_PLAN_LIMIT', details: { what: 'queues', limit: 2, used: 2 } },
  ]);
});
