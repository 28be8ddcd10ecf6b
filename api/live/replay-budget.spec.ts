import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { channels } from '../../contract/channels.ts';
import { password, startTestApi } from '../../testing/api.ts';
import { createWatcher, openRawLine } from '../../testing/live.ts';
import { hashPassword } from '../auth/passwords.ts';

let api: Awaited<ReturnType<typeof startTestApi>>;
let url = '';
const live = createWatcher(() => url);
beforeAll(async () => {
  api = await startTestApi();
  await api.app.listen({ port: 0, host: '127.0.0.1' });
  url = `ws://127.0.0.1:${(api.app.server.address() as AddressInfo).port}/graphql`;
});
afterAll(async () => {
  await live.close();
  await api.close();
});

it('who asks again and again for all that happened reloads instead; others are told it', async () => {
  const { companyId, email } = await api.company('Ours');
  const context = { companyId, actor: { kind: 'system', id: 'test' } as const };
  const tokenOf = async (address: string) => (await api.signIn(address)).authorization.replace('Bearer ', '');
  const passwordHash = await hashPassword(password);
  const agent = {
    name: 'Ana',
    email: `ana-${companyId}@example.org`,
    profile: 'user' as const,
    passwordHash,
  };
  let { position } = await api.desk.users.create(context, agent);
  for (let at = 0; at < 250; at++)
    ({ position } = await api.desk.records('tag').create(context, {
      name: `Tag ${at}`,
      color: `#${100_000 + at}`,
    }));
  await api.reached(position);
  const channel = channels.record(companyId, 'tag');
  const admin = await tokenOf(email);
  const [generation] = (await live.watch(admin, [channel])).seq()!.split(':');
  const after = `${generation}:0`;

  const line = await openRawLine(url);
  await line.hello(await tokenOf(agent.email));
  const query = `subscription { changes(channels: ["${channel}"], after: "${after}") { items } }`;
  for (let at = 0; at < 90; at++) {
    line.say({ type: 'subscribe', id: `${at}`, payload: { query } });
    await expect.poll(() => line.said.some(({ id }) => id === `${at}`), { interval: 2 }).toBe(true);
    line.say({ type: 'complete', id: `${at}` });
  }
  const told = line.said
    .filter(({ type }) => type === 'next')
    .map(
      ({ payload }) => (payload as { data: { changes: { items: { action: string }[] } } }).data.changes.items,
    );
  expect(told).toHaveLength(90);
  expect(told[0]).toHaveLength(250);
  expect(told.at(-1)!.map(({ action }) => action)).toEqual(['resync']);
  line.socket.close();

  const other = await live.watch(admin, [channel], after);
  expect(other.items.filter(({ action }) => action === 'create')).toHaveLength(250);
}, 60_000);
