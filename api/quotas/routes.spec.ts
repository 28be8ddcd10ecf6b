import { afterEach, expect, it } from 'vitest';
import { startTestApi } from '../../testing/api.ts';

let api: Awaited<ReturnType<typeof startTestApi>>;
afterEach(() => api.close());

it('an admin sees what the company uses against what it may; nobody else’s use is in it', async () => {
  api = await startTestApi({ quotas: { storage: 1_000, sends: 5, companyRequests: 100, companyWrites: 10 } });
  const [loja, outra] = [await api.company('Loja'), await api.company('Outra')];
  const context = { companyId: loja.companyId, actor: { kind: 'system', id: 'test' } as const };
  const { connectionId, position } = await api.desk.connections.create(context, {
    ...{ name: 'Loja Centro', channel: 'simulator' },
  });
  await api.reached(position);
  const [headers, others] = [await api.signIn(loja.email), await api.signIn(outra.email)];
  const content = async function* () {
    yield Buffer.alloc(400);
  };
  const file = { id: crypto.randomUUID(), companyId: loja.companyId, name: 'a', mime: 'text/plain' };
  await api.media.put(file, content(), 500);
  for (let at = 0; at < 3; at++)
    await api.app.inject({ method: 'POST', url: '/api/users/status', headers, payload: { status: 'away' } });

  const use = async (as: object) => (await api.app.inject({ url: '/api/usage', headers: { ...as } })).json();
  expect(await use(headers)).toEqual({
    storage: { limit: 1_000, used: 400 },
    requests: { limit: 100, used: 4 },
    writes: { limit: 10, used: 3 },
    questions: { limit: 240, used: 0 },
    sends: [{ id: connectionId, name: 'Loja Centro', limit: 5, used: 0 }],
  });
  expect(await use(others)).toMatchObject({
    ...{ storage: { used: 0 }, requests: { used: 1 }, writes: { used: 0 }, sends: [] },
  });
});
