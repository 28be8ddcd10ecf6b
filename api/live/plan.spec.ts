import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { startTestApi } from '../../testing/api.ts';
import { createWatcher } from '../../testing/live.ts';
import { givePlan } from '../../testing/plan.ts';

let api: Awaited<ReturnType<typeof startTestApi>>;
let url = '';
const live = createWatcher(() => url);
beforeAll(async () => {
  api = await startTestApi();
  await api.app.listen({ port: 0, host: '127.0.0.1' });
  url = `ws://127.0.0.1:${(api.app.server.address() as AddressInfo).port}/graphql`;
}, 30_000);
afterEach(live.close);
afterAll(() => api.close());

it('of what the plan has no more nothing is told, and of what it has again all is loaded anew', async () => {
  const { companyId, email } = await api.company('Planejada');
  const context = { companyId, actor: { kind: 'system', id: 'test' } as const };
  const { authorization } = await api.signIn(email);
  const { id: queueId } = await api.desk
    .records('queue')
    .create(context, { name: 'Vendas', color: '#4073d4' });
  const suffixes = ['ContactList', 'prompt', 'tag'];
  const line = await live.watch(
    authorization.slice(7),
    suffixes.map((suffix) => `company-${companyId}-${suffix}`),
  );
  const plan = async (isFull: boolean) => {
    const { position } = await givePlan(api.desk, context, { useCampaigns: isFull, useOpenAi: isFull });
    await api.reached(position);
  };
  /** Makes one of each, the tag last: what comes before it has been told by then, or never will be. */
  const toldOf = async (name: string) => {
    const from = line.items.length;
    await api.desk.contactLists.create(context, { name });
    await api.desk.records('prompt').create(context, { name, prompt: 'Seja breve.', queueId });
    await api.desk.records('tag').create(context, { name });
    const told = () =>
      line.items.slice(from).map(({ channel, action }) => `${channel.split('-').at(-1)} ${action}`);
    await expect.poll(told).toContain('tag create');
    return told().sort();
  };
  const all = ['ContactList create', 'prompt create', 'tag create'];
  expect(await toldOf('Primeira')).toEqual(all);
  await plan(false);
  await expect.poll(() => line.items.at(-1)?.action).toBe('resync');
  expect(await toldOf('Segunda')).toEqual(['tag create']);
  const later = await live.watch(authorization.slice(7), [`company-${companyId}-ContactList`]);
  expect(later.errors).toEqual([]);
  const resyncs = () => line.items.filter(({ action }) => action === 'resync').length;
  const before = resyncs();
  await plan(true);
  await expect.poll(resyncs).toBe(before + 1);
  expect(await toldOf('Terceira')).toEqual(all);
  expect(later.items.filter(({ action }) => action === 'create')).toHaveLength(1);
}, 30_000);
