import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApi } from '../../testing/api.ts';
import { givePlan } from '../../testing/plan.ts';

let api: Awaited<ReturnType<typeof startTestApi>>;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

const kinds = {
  queues: (at: number) => ['/api/queue', { name: `Fila ${at}`, color: `#00000${at}` }],
  users: (at: number) => [
    '/api/users',
    { name: `Ana ${at}`, email: `ana${at}@limits.example`, password: 'girassol amarelo 73' },
  ],
  connections: (at: number) => ['/api/whatsapp', { name: `Loja ${at}`, channel: 'simulator' }],
} as const satisfies Record<string, (at: number) => readonly [string, object]>;

it.each(Object.keys(kinds) as (keyof typeof kinds)[])(
  'of two requests at once for the last place of %s one is refused, and told limit and use',
  async (what) => {
    const { companyId, email } = await api.company(what);
    const headers = await api.signIn(email);
    const context = { companyId, actor: { kind: 'system', id: 'test' } as const };
    const create = (at: number) => {
      const [url, payload] = kinds[what](at);
      return api.app.inject({ method: 'POST', url, headers, payload });
    };
    // Made while there was no limit: it counts all the same.
    expect((await create(1)).statusCode).toBeLessThan(300);
    const { position } = await givePlan(api.desk, context, { [what]: 2 });
    await api.reached(position);
    const answers = await Promise.all([create(2), create(3)]);
    expect(answers.filter(({ statusCode }) => statusCode < 300)).toHaveLength(1);
    const refused = answers.find(({ statusCode }) => statusCode >= 300)!;
    expect([refused.statusCode, refused.json()]).toMatchObject([
      403,
      { error: 'ERR_PLAN_LIMIT', details: { what, limit: 2, used: 2 } },
    ]);
    // A plan that shrinks below what exists takes nothing away, and lets nothing be added.
    const shrunk = await givePlan(api.desk, context, { [what]: 1 });
    await api.reached(shrunk.position);
    expect((await create(4)).json()).toMatchObject({ details: { what, limit: 1, used: 2 } });
    const grown = await givePlan(api.desk, context, { [what]: 3 });
    await api.reached(grown.position);
    expect((await create(5)).statusCode).toBeLessThan(300);
  },
);
