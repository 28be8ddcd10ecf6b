import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { Change } from '../../contract/changes.ts';
import { newId } from '../../domain/kernel/ids.ts';
import { startTestApi } from '../../testing/api.ts';
import { createWatcher } from '../../testing/live.ts';
import { hashPassword } from '../auth/passwords.ts';

/** Channels and payloads that the campaigns document names itself. */
let api: Awaited<ReturnType<typeof startTestApi>>;
let url = '';
let companyId = '';
const header = {} as Record<'admin' | 'ana' | 'bruno', { authorization: string }>;
const userId = { ana: newId(), bruno: newId() };
const live = createWatcher(() => url);
const watch = (who: keyof typeof header, ...suffixes: string[]) =>
  live.watch(
    header[who].authorization.slice(7),
    suffixes.map((suffix) => `company-${companyId}-${suffix}`),
  );
const call = async (
  who: keyof typeof header,
  method: 'POST' | 'PUT' | 'DELETE',
  to: string,
  payload = {},
) => {
  const answer = await api.app.inject({ method, url: `/api${to}`, headers: header[who], payload });
  expect([to, answer.statusCode < 300 ? '' : answer.body]).toEqual([to, '']);
  return answer.body === '' ? {} : answer.json();
};
/** Each item without the company's prefix of its channel: `['chat-1', 'update']`. */
const told = (items: readonly Change[]) =>
  items.map(({ channel, action }) => [channel.replace(`company-${companyId}-`, ''), action]);

beforeAll(async () => {
  api = await startTestApi();
  await api.app.listen({ port: 0, host: '127.0.0.1' });
  url = `ws://127.0.0.1:${(api.app.server.address() as AddressInfo).port}/graphql`;
  const company = await api.company('Ours');
  companyId = company.companyId;
  header.admin = await api.signIn(company.email);
  const passwordHash = await hashPassword('correct horse 42');
  for (const who of ['ana', 'bruno'] as const) {
    const email = `${who}-${companyId}@example.org`;
    const { position } = await api.desk.users.create(
      { companyId, actor: { kind: 'system', id: 'test' } },
      { userId: userId[who], name: who, email, profile: 'user', queueIds: [], passwordHash },
    );
    await api.reached(position);
    header[who] = await api.signIn(email);
  }
}, 30_000);
afterEach(live.close);
afterAll(() => api.close());

it('queueIntegration carries a queueIntegration and its integrationId, the latter also when it goes', async () => {
  const line = await watch('admin', 'queueIntegration');
  const typebot = { name: 'Vendas', urlN8N: 'https://bot.example.org', typebotSlug: 'vendas' };
  const { id } = await call('admin', 'POST', '/queueIntegration', typebot);
  await expect.poll(() => line.items).toHaveLength(1);
  await call('admin', 'PUT', `/queueIntegration/${id}`, { name: 'Compras' });
  await expect.poll(() => line.items).toHaveLength(2);
  await call('admin', 'DELETE', `/queueIntegration/${id}`);
  await expect.poll(() => line.items).toHaveLength(3);
  expect(line.items).toMatchObject([
    { action: 'create', id, integrationId: id, queueIntegration: { id, ...typebot } },
    { action: 'update', id, integrationId: id, queueIntegration: { id, name: 'Compras' } },
    { action: 'delete', id, integrationId: id },
  ]);
  expect(line.items[2]).not.toHaveProperty('queueIntegration');
});

it('prompts and lists of files are told under the names that the specification has for them', async () => {
  const { id: queueId } = await call('admin', 'POST', '/queue', { name: 'Vendas', color: '#4073d4' });
  const line = await watch('admin', 'prompt', 'file');
  const prompt = await call('admin', 'POST', '/prompt', { name: 'Ana', prompt: 'Seja breve.', queueId });
  await expect
    .poll(() => line.items)
    .toMatchObject([{ channel: `company-${companyId}-prompt`, action: 'create', id: prompt.id }]);
  const list = await call('admin', 'POST', '/files', { name: 'Catálogo', message: 'Segue.' });
  await expect.poll(() => told(line.items)).toContainEqual(['file', 'create']);
  expect(line.items.map(({ id }) => id)).toEqual([prompt.id, list.id]);
});

it('ContactListItem is told per list, too, until somebody leaves it', async () => {
  const { id: list } = await call('admin', 'POST', '/contact-lists', { name: 'Clientes' });
  const { id: other } = await call('admin', 'POST', '/contact-lists', { name: 'Outros' });
  const line = await watch('admin', `ContactListItem-${list}`);
  const put = (contactListId: string, number: string) =>
    call('admin', 'POST', '/contact-list-items', { name: 'Ana Lima', number, contactListId });
  await put(other, '5511955500001');
  const actions = () =>
    told(line.items)
      .filter(([channel]) => channel === `ContactListItem-${list}`)
      .map(([, action]) => action);
  const { id } = await put(list, '5511955500002');
  // One after the other: what comes together is told as one.
  await expect.poll(actions).toContain('create');
  await call('admin', 'PUT', `/contact-list-items/${id}`, { name: 'Ana Souza' });
  await expect.poll(actions).toContain('update');
  await call('admin', 'DELETE', `/contact-list-items/${id}`);
  await expect.poll(actions).toContain('delete');
  expect(new Set(line.items.map((item) => item.id))).toEqual(new Set([id]));
  expect(JSON.stringify(line.items)).not.toContain('5511955500002');
  const agent = await watch('ana', `ContactListItem-${list}`);
  expect(agent.errors).toHaveLength(1);
});

it('chat is told per person and per chat, too: to members alone', async () => {
  const { id } = await call('ana', 'POST', '/chats', { title: 'Equipe', users: [userId.bruno] });
  const own = await watch('bruno', `chat-user-${userId.bruno}`);
  const one = await watch('bruno', `chat-${id}`);
  const outsider = await watch('admin', `chat-${id}`);
  await call('ana', 'POST', `/chats/${id}/messages`, { message: 'bom dia' });
  await expect
    .poll(() => told(one.items))
    .toEqual(
      expect.arrayContaining([
        [`chat-${id}`, 'update'],
        [`chat-${id}`, 'new-message'],
      ]),
    );
  expect(one.items.find(({ action }) => action === 'new-message')?.document).toMatchObject({
    ...{ chatId: id, message: 'bom dia', senderId: userId.ana },
  });
  await expect.poll(() => told(own.items)).toEqual([[`chat-user-${userId.bruno}`, 'update']]);
  await call('ana', 'DELETE', `/chats/${id}`);
  await expect.poll(() => told(own.items).at(-1)).toEqual([`chat-user-${userId.bruno}`, 'delete']);
  await expect.poll(() => told(one.items).at(-1)).toEqual([`chat-${id}`, 'delete']);
  expect(outsider.items).toEqual([]);
  const nosy = await watch('bruno', `chat-user-${userId.ana}`);
  expect(nosy.errors).toHaveLength(1);
});
