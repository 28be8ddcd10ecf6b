import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ConnectionView } from '../../contract/connection.ts';
import { createVault } from '../../gateway/secrets/vault.ts';
import { connectionSecrets, readSecret } from '../../messaging/secrets.ts';
import { password, startTestApi } from '../../testing/api.ts';
import { givePlan } from '../../testing/plan.ts';

let test: Awaited<ReturnType<typeof startTestApi>>;
let admin: { authorization: string };
let agent: { authorization: string };
let stranger: { authorization: string };
const proxy = 'socks5://ana:segredo@proxy.example:1080';

const ask = async <T>(
  method: 'GET' | 'POST' | 'PUT',
  url: string,
  payload?: object,
  headers: { authorization: string } = admin,
) => {
  const answer = await test.app.inject({ method, url, headers, ...(payload && { payload }) });
  return { status: answer.statusCode, text: answer.body, body: answer.json<T>() };
};
const stored = (id: string) =>
  readSecret(
    { state: test.state, vault: createVault(test.gateway.secretKey) },
    connectionSecrets(id),
    'proxy',
  );

beforeAll(async () => {
  test = await startTestApi();
  const company = await test.company('Loja');
  admin = await test.signIn(company.email);
  stranger = await test.signIn((await test.company('Outra')).email);
  const email = `bia-${company.companyId}@example.org`;
  const made = await ask('POST', '/api/users', {
    ...{ name: 'Bia', email, password, profile: 'user' },
  });
  if (made.status >= 300) throw new Error(made.text);
  agent = await test.signIn(email);
});
afterAll(() => test.close());

it.each([
  ['proxy.example:1080', 'proxyScheme'],
  ['ftp://proxy.example:21', 'proxyScheme'],
  ['http://:3128', 'proxyHost'],
  ['http://proxy.example', 'proxyPort'],
  ['http://proxy.example:99999', 'proxyPort'],
])('a proxy %s is refused by the field’s name, at once and later', async (typed, code) => {
  const input = { name: 'Vendas', secrets: { proxy: typed } };
  const refused = await ask<{ errors: object }>('POST', '/api/whatsapp', input);
  expect([refused.status, refused.body.errors]).toEqual([400, { 'secrets.proxy': code }]);
  const { id } = (await ask<ConnectionView>('POST', '/api/whatsapp', { name: `Sem ${typed}`.slice(0, 40) }))
    .body;
  const later = await ask<{ errors: object }>('PUT', `/api/whatsapp/${id}`, input);
  expect([later.status, later.body.errors]).toEqual([400, { 'secrets.proxy': code }]);
  expect(await stored(id)).toBeUndefined();
});

it('a proxy is kept sealed; who edits the connection sees host and port, and nobody the rest', async () => {
  const made = await ask<ConnectionView>('POST', '/api/whatsapp', { name: 'Um', secrets: { proxy } });
  expect(made.status).toBe(201);
  const url = `/api/whatsapp/${made.body.id}`;
  const shown = await ask('GET', `${url}/secrets`);
  expect([shown.status, shown.body]).toEqual([200, { proxy: 'proxy.example:1080' }]);
  expect((await ask('GET', `${url}/secrets`, undefined, agent)).status).toBe(403);
  expect((await ask('GET', `${url}/secrets`, undefined, stranger)).status).toBe(404);
  expect((await ask('PUT', url, { name: 'Um', secrets: { proxy } }, agent)).status).toBe(403);
  const everything = JSON.stringify([
    await test.state.list('', { limit: 1_000 }),
    await test.events.readAll({ after: 0, limit: 1_000 }),
    [made.text, shown.text, (await ask('GET', '/api/whatsapp')).text],
  ]);
  expect(everything).not.toMatch(/segredo|socks5:|ana:/);
  expect(await stored(made.body.id)).toBe(proxy);
});

it('one left empty stays, null takes it away', async () => {
  const { id } = (await ask<ConnectionView>('POST', '/api/whatsapp', { name: 'Dois', secrets: { proxy } }))
    .body;
  const change = (secrets: object) => ask('PUT', `/api/whatsapp/${id}`, { name: 'Dois', secrets });
  expect((await change({ proxy: '' })).status).toBe(200);
  expect(await stored(id)).toBe(proxy);
  expect((await change({ proxy: null })).status).toBe(200);
  expect(await stored(id)).toBeUndefined();
  expect((await ask('GET', `/api/whatsapp/${id}/secrets`)).body).toEqual({});
});

it('a channel that goes nowhere has no proxy', async () => {
  const input = { name: 'Três', channel: 'simulator', secrets: { proxy } };
  const refused = await ask<{ errors: object }>('POST', '/api/whatsapp', input);
  expect([refused.status, refused.body.errors]).toEqual([400, { 'secrets.proxy': 'invalid' }]);
});

it('of a connection that the plan refuses nothing is kept', async () => {
  const { companyId, email } = await test.company('Cheia');
  const owner = await test.signIn(email);
  const create = () =>
    ask<{ error: string }>('POST', '/api/whatsapp', { name: 'Vendas', secrets: { proxy } }, owner);
  expect((await create()).status).toBe(201);
  const context = { companyId, actor: { kind: 'system', id: 'test' } as const };
  const { position } = await givePlan(test.desk, context, { connections: 1 });
  await test.reached(position);
  const keys = async () => (await test.state.list('connection-secret/')).map(({ key }) => key);
  const before = await keys();
  expect((await create()).body.error).toBe('ERR_PLAN_LIMIT');
  expect(await keys()).toEqual(before);
});
