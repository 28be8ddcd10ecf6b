import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { CampaignView } from '../../contract/campaign.ts';
import { startTestApi } from '../../testing/api.ts';
import { createWatcher } from '../../testing/live.ts';
import { givePlan } from '../../testing/plan.ts';
import { hashPassword } from '../auth/passwords.ts';

let api: Awaited<ReturnType<typeof startTestApi>>;
let url = '';
const live = createWatcher(() => url);
const header = {} as Record<'admin' | 'agent' | 'other' | 'without', { authorization: string }>;
type Who = keyof typeof header;
let companyId = '';
let whatsappId = '';
let tagListId = '';
const context = () => ({ companyId, actor: { kind: 'system', id: 'test' } as const });

interface Refusal {
  readonly error?: string;
  readonly errors?: Readonly<Record<string, string>>;
}
async function ask<T = CampaignView & Refusal>(
  who: Who,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  payload?: object,
) {
  const answer = await api.app.inject({
    ...{ method, url: `/api${path}`, headers: header[who] },
    ...(payload && { payload }),
  });
  return { status: answer.statusCode, body: (answer.body === '' ? undefined : answer.json()) as T };
}
async function add(more: object = {}) {
  const form = { name: 'Volta às aulas', message1: 'Olá {{firstName}}!', whatsappId, tagListId };
  const { status, body } = await ask('admin', 'POST', '/campaigns', { ...form, ...more });
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
}
const listed = async (query = '') =>
  (
    await ask<{ records: CampaignView[]; hasMore: boolean; count: number }>(
      'admin',
      'GET',
      `/campaigns?${query}`,
    )
  ).body;

beforeAll(async () => {
  api = await startTestApi();
  await api.app.listen({ port: 0, host: '127.0.0.1' });
  url = `ws://127.0.0.1:${(api.app.server.address() as AddressInfo).port}/graphql`;
  const ours = await api.company('Ours');
  ({ companyId } = ours);
  await givePlan(api.desk, context(), {});
  const connection = await api.desk.connections.create(context(), { name: 'Loja', channel: 'simulator' });
  whatsappId = connection.connectionId;
  tagListId = (await api.desk.records('tag').create(context(), { name: 'VIP', color: '#4073d4' })).id;
  const passwordHash = await hashPassword('correct horse 42');
  const agent = `agent-${companyId}@example.org`;
  const made = await api.desk.users.create(context(), {
    ...{ name: 'Ana', email: agent, profile: 'user', queueIds: [], passwordHash },
  });
  await api.reached(made.position);
  header.admin = await api.signIn(ours.email);
  header.agent = await api.signIn(agent);
  const theirs = await api.company('Theirs');
  const their = { ...context(), companyId: theirs.companyId };
  await api.reached((await givePlan(api.desk, their, {})).position);
  header.other = await api.signIn(theirs.email);
  const plain = await api.company('Plain');
  const poor = { ...context(), companyId: plain.companyId };
  await api.reached((await givePlan(api.desk, poor, { useCampaigns: false })).position);
  header.without = await api.signIn(plain.email);
}, 30_000);
afterEach(live.close);
afterAll(() => api.close());

it('is made, changed, listed and deleted under the specification’s names', async () => {
  const made = await add({ message3: 'Oi!', confirmation: true, confirmationMessage1: 'Quer?' });
  expect(made).toMatchObject({
    ...{ name: 'Volta às aulas', status: 'INATIVA', message1: 'Olá {{firstName}}!', message2: '' },
    ...{ message3: 'Oi!', confirmation: true, confirmationMessage1: 'Quer?', companyId },
    ...{ confirmationWords: ['sim', 's', '1', 'ok'], scheduledAt: null, completedAt: null },
    ...{ whatsappId, whatsapp: { id: whatsappId, name: 'Loja' }, tagList: { name: 'VIP' } },
    ...{ contactListId: null, fileListId: null, mediaPath: null, quietHours: false, editable: true },
  });
  const changed = await ask('admin', 'PUT', `/campaigns/${made.id}`, { name: 'Natal', message3: null });
  expect(changed).toMatchObject({
    status: 200,
    body: { name: 'Natal', message1: made.message1, message3: '' },
  });
  expect((await ask('admin', 'GET', `/campaigns/${made.id}`)).body).toMatchObject({ name: 'Natal' });
  expect((await ask('admin', 'DELETE', `/campaigns/${made.id}`)).status).toBe(204);
  expect((await ask('admin', 'GET', `/campaigns/${made.id}`)).body.error).toBe('ERR_NO_CAMPAIGN_FOUND');
});

it('a time is the company’s, goes out as it came in, and what is empty is null', async () => {
  const made = await add({ scheduledAt: '2031-03-04 09:30:07' });
  expect(made).toMatchObject({ status: 'PROGRAMADA', scheduledAt: '2031-03-04 09:30:07' });
  const stored = await api.readStore.forCompany(companyId).get('campaigns', made.id);
  expect(stored).toMatchObject({ scheduledAt: '2031-03-04T12:30:07.000Z' });
  const { body } = await ask('admin', 'PUT', `/campaigns/${made.id}`, { scheduledAt: '', fileListId: '' });
  expect(body).toMatchObject({ status: 'INATIVA', scheduledAt: null, fileListId: null });
});

it.each([
  [{ name: 'V' }, { name: 'tooShort' }],
  [{ name: '' }, { name: 'required' }],
  [{ scheduledAt: '2031-02-30 10:00:00' }, { scheduledAt: 'invalid' }],
  [{ scheduledAt: 'amanhã' }, { scheduledAt: 'invalid' }],
  [{ scheduledAt: '2031-03-04 10:00:00', message1: '' }, { message1: 'required' }],
  [{ scheduledAt: '2031-03-04 10:00:00', whatsappId: null }, { whatsappId: 'required' }],
  [
    { whatsappId: 'nowhere', tagListId: 'none' },
    { whatsappId: 'invalid', tagListId: 'invalid' },
  ],
  [{ message2: 'x'.repeat(65_537) }, { message2: 'invalid' }],
])('%j is refused at its field', async (more, errors) => {
  const form = { name: 'Volta às aulas', message1: 'Olá!', whatsappId, tagListId };
  const { status, body } = await ask('admin', 'POST', '/campaigns', { ...form, ...more });
  expect([status, Object.keys(body.errors ?? {})]).toEqual([400, Object.keys(errors)]);
});

it('begins, is stopped and goes on, and says no to what does not follow', async () => {
  const { id } = await add();
  const step = (name: string) => ask('admin', 'POST', `/campaigns/${id}/${name}`);
  expect((await step('restart')).body.error).toBe('ERR_CAMPAIGN_STATE');
  const begun = await step('start');
  expect(begun.body).toMatchObject({ status: 'EM_ANDAMENTO', editable: false });
  expect(begun.body.scheduledAt).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  expect((await ask('admin', 'PUT', `/campaigns/${id}`, { name: 'Outra' })).body.error).toBe(
    'ERR_CAMPAIGN_LOCKED',
  );
  expect((await ask('admin', 'DELETE', `/campaigns/${id}`)).body.error).toBe('ERR_CAMPAIGN_STATE');
  expect((await step('cancel')).body).toMatchObject({ status: 'CANCELADA', editable: true });
  expect((await step('restart')).body.status).toBe('EM_ANDAMENTO');
});

it('its recipients may be a list of contacts, of the company alone', async () => {
  const made = await ask<{ id: string }>('admin', 'POST', '/contact-lists', { name: 'Clientes' });
  const contactListId = made.body.id;
  const view = await add({ contactListId, tagListId: null, scheduledAt: '2031-03-04 09:30:07' });
  expect(view).toMatchObject({ contactListId, contactList: { id: contactListId, name: 'Clientes' } });
  const theirs = await ask('other', 'POST', '/campaigns', { name: 'Natal', contactListId });
  expect([theirs.status, theirs.body.errors]).toEqual([400, { contactListId: 'invalid' }]);
});

it('what it names may be gone when it is to begin: that is said, and it does not', async () => {
  const gone = await api.desk.records('tag').create(context(), { name: 'De ontem', color: '#4073d5' });
  await api.reached(gone.position);
  const { id } = await add({ tagListId: gone.id });
  await api.reached((await api.desk.records('tag').delete(context(), { id: gone.id })).position);
  const renamed = await ask('admin', 'PUT', `/campaigns/${id}`, { name: 'Ainda sem lista' });
  expect([renamed.status, renamed.body.tagList]).toEqual([200, null]);
  const begun = await ask('admin', 'POST', `/campaigns/${id}/start`);
  expect([begun.status, begun.body.errors]).toEqual([400, { tagListId: 'invalid' }]);
});

it('its file is kept under a name with underscores, shown, and taken away', async () => {
  const { id } = await add();
  const form = new FormData();
  form.append('file', new Blob(['a,b\n1,2\n'], { type: 'text/csv' }), 'tabela de preços.csv');
  const sent = await fetch(
    `${url.replace('ws', 'http').replace('/graphql', '')}/api/campaigns/${id}/media-upload`,
    {
      method: 'POST',
      headers: header.admin,
      body: form,
    },
  );
  const view = (await sent.json()) as CampaignView;
  expect(view.mediaName).toBe('tabela_de_preços.csv');
  const file = await api.app.inject({ method: 'GET', url: view.mediaPath!, headers: header.admin });
  expect([file.statusCode, file.body]).toEqual([200, 'a,b\n1,2\n']);
  const gone = await ask('admin', 'DELETE', `/campaigns/${id}/media-upload`);
  expect(gone.body).toMatchObject({ mediaPath: null, mediaName: null });
  const again = await api.app.inject({ method: 'GET', url: view.mediaPath!, headers: header.admin });
  expect(again.statusCode).toBe(404);
});

it('lists the newest first, 20 a page, and finds by name without accents', async () => {
  for (let i = 0; i < 21; i += 1) await add({ name: `Promoção ${i}` });
  const first = await listed('searchParam=promocao&pageNumber=1');
  expect([first.records.length, first.hasMore, first.count]).toEqual([20, true, 21]);
  expect(first.records[0]?.name).toBe('Promoção 20');
  const second = await listed('searchParam=promocao&pageNumber=2');
  expect([second.records.map(({ name }) => name), second.hasMore]).toEqual([['Promoção 0'], false]);
});

it('lists those of one status, and of one connection', async () => {
  const { id } = await add({ name: 'Só desta loja', whatsappId });
  await add({ name: 'De nenhuma', whatsappId: null });
  await ask('admin', 'POST', `/campaigns/${id}/start`);
  await ask('admin', 'POST', `/campaigns/${id}/cancel`);
  const names = async (query: string) => (await listed(query)).records.map(({ name }) => name);
  expect(await names('status=CANCELADA')).toContain('Só desta loja');
  expect(await names('status=CANCELADA')).not.toContain('De nenhuma');
  expect(await names(`whatsappId=${whatsappId}`)).not.toContain('De nenhuma');
  expect((await ask('admin', 'GET', '/campaigns?status=OUTRA')).status).toBe(400);
});

it('answers with the campaign that goes out now, whatever the list is narrowed to, and to no other company', async () => {
  const running = async (query = '', who: Who = 'admin') =>
    (await ask<{ running: CampaignView | null }>(who, 'GET', `/campaigns?${query}`)).body.running;
  const { id } = await add({ name: 'Sai agora' });
  expect((await running())?.id).not.toBe(id);
  await ask('admin', 'POST', `/campaigns/${id}/start`);
  for (const query of ['', 'status=INATIVA', 'searchParam=nada disso', 'pageNumber=9'])
    expect(await running(query)).toMatchObject({ id, name: 'Sai agora', status: 'EM_ANDAMENTO' });
  expect(await running('', 'other')).toBeNull();
  await ask('admin', 'POST', `/campaigns/${id}/cancel`);
  expect((await running())?.id).not.toBe(id);
});

it('is for admins of a company whose plan has campaigns, and for nobody else', async () => {
  const { id } = await add();
  expect((await ask('agent', 'GET', '/campaigns')).status).toBe(403);
  expect((await ask('without', 'GET', '/campaigns')).status).toBe(403);
  expect((await ask('without', 'GET', '/campaign-settings')).status).toBe(403);
  expect((await ask('other', 'GET', `/campaigns/${id}`)).status).toBe(404);
  expect((await ask('other', 'POST', `/campaigns/${id}/start`)).status).toBe(404);
});

it('settings are a list of keys with JSON: 20, 20 and 60 before anything was saved', async () => {
  const settings = async () => {
    const { body } = await ask<{ key: string; value: string }[]>('admin', 'GET', '/campaign-settings');
    return Object.fromEntries(body.map(({ key, value }) => [key, JSON.parse(value)]));
  };
  const defaults = { messageInterval: 20, longerIntervalAfter: 20, greaterInterval: 60, variables: [] };
  expect(await settings()).toEqual({ ...defaults, leavingWords: ['SAIR', 'PARAR', 'STOP'] });
  const variables = [{ key: 'loja', value: 'Centro' }];
  const saved = await ask('admin', 'POST', '/campaign-settings', {
    settings: { messageInterval: '5', variables },
  });
  expect(saved.status).toBe(200);
  expect(await settings()).toMatchObject({ ...defaults, messageInterval: 5, variables });
  // What is empty is no pause of none: a network bans numbers that write without any.
  for (const messageInterval of [null, '', ' ', [5], true])
    expect(
      await ask('admin', 'POST', '/campaign-settings', { settings: { messageInterval } }),
      JSON.stringify(messageInterval),
    ).toMatchObject({ status: 400, body: { errors: { 'settings.messageInterval': expect.any(String) } } });
  expect(await settings()).toMatchObject({ messageInterval: 5 });
  const wrong = await ask('admin', 'POST', '/campaign-settings', { settings: { messageInterval: 7 } });
  expect([wrong.status, wrong.body.errors]).toEqual([400, { messageInterval: 'invalid' }]);
});

it('tells of every change on the channel `campaign`, to those alone who manage them', async () => {
  const channel = `company-${companyId}-campaign`;
  const line = await live.watch(header.admin.authorization.slice(7), [channel]);
  const { id } = await add({ name: 'Segredo bem guardado' });
  await expect
    .poll(() => line.items.find((change) => change.id === id))
    .toMatchObject({ channel, action: 'create', id });
  expect(JSON.stringify(line.items)).not.toContain('Segredo');
  const agent = await live.watch(header.agent.authorization.slice(7), [channel]);
  expect(agent.errors).toHaveLength(1);
});
