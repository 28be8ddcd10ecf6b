import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApi } from '../../testing/api.ts';
import { givePlan } from '../../testing/plan.ts';

let api: Awaited<ReturnType<typeof startTestApi>>;
let admin: { authorization: string };
let secret = '';

/** A company whose admin made a token with these scopes. */
async function joined(name: string, scopes: readonly string[]) {
  const { companyId, email } = await api.company(name);
  const context = { companyId, actor: { kind: 'system', id: 'test' } } as const;
  await api.reached((await givePlan(api.desk, context, {})).position);
  const headers = await api.signIn(email);
  const made = await api.app.inject({
    ...{ method: 'POST', url: '/api/tokens', headers, payload: { name: 'ERP', scopes } },
  });
  return { headers, secret: made.json<{ secret: string }>().secret };
}
const put = async (number: string, payload: unknown, more: { secret?: string; key?: string } = {}) => {
  const answer = await api.app.inject({
    method: 'PUT',
    url: `/api/contacts/by-number/${encodeURIComponent(number)}`,
    headers: {
      authorization: `Bearer ${more.secret ?? secret}`,
      ...(more.key && { 'idempotency-key': more.key }),
    },
    payload: payload as object,
  });
  return { status: answer.statusCode, body: answer.json() };
};
const contacts = async (search: string, headers = admin) =>
  (await api.app.inject({ url: `/api/contacts?searchParam=${search}`, headers })).json().contacts;

beforeAll(async () => {
  api = await startTestApi();
  ({ headers: admin, secret } = await joined('Ours', ['contacts:write']));
}, 30_000);
afterAll(() => api.close());

it('makes a contact, changes what is named of it, and says nothing twice', async () => {
  const number = '5511955500401';
  const extraInfo = [{ name: 'Cliente', value: '42' }];
  const made = await put(number, { name: 'Davi', extraInfo });
  expect(made).toMatchObject({ status: 201, body: { name: 'Davi', number, extraInfo, created: true } });
  const changed = await put(number, { email: 'davi@example.org' });
  expect(changed).toEqual({
    status: 200,
    body: { ...made.body, email: 'davi@example.org', created: false },
  });
  const head = await api.events.head();
  expect(await put(number, { name: 'Davi' })).toEqual(changed);
  expect(await api.events.head()).toBe(head);
  expect(await contacts(number)).toHaveLength(1);
});

it('is one contact when two ask at once, and without a name is called by its number', async () => {
  const number = '5511955500402';
  const both = await Promise.all([put(number, {}), put(number, {})]);
  expect(both.map(({ body }) => body.id)).toEqual([both[0]!.body.id, both[0]!.body.id]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 201]);
  expect(await contacts(number)).toMatchObject([{ name: number }]);
});

it('is the same answer under the same Idempotency-Key, and refused with another body', async () => {
  const key = uuidv7();
  const first = await put('5511955500403', { name: 'Eva' }, { key });
  expect(await put('5511955500403', { name: 'Eva' }, { key })).toEqual(first);
  expect(await put('5511955500403', { name: 'Iva' }, { key })).toMatchObject({
    status: 422,
    body: { error: 'ERR_IDEMPOTENCY_KEY_REUSED' },
  });
});

it.each([
  ['+5511955500404', {}, 'number'],
  ['../tokens', {}, 'number'],
  ['5511955500404', { name: 'x' }, 'name'],
  ['5511955500404', { name: 7 }, 'name'],
  ['5511955500404', { email: 'nobody' }, 'email'],
  ['5511955500404', { extraInfo: 'x' }, 'extraInfo'],
])('%s with %j is refused by the name of the field', async (number, payload, field) => {
  expect(await put(number, payload)).toMatchObject({
    status: 400,
    body: { error: 'ERR_VALIDATION', errors: { [field]: expect.anything() } },
  });
  expect(await contacts('5511955500404')).toEqual([]);
});

it('another company’s contact with the number is another one, and a token without the scope is refused', async () => {
  const number = '5511955500405';
  const ours = await put(number, { name: 'Nosso' });
  const theirs = await joined('Theirs', ['contacts:write']);
  const other = await put(number, { name: 'Deles' }, theirs);
  expect(other.status).toBe(201);
  expect(other.body.id).not.toBe(ours.body.id);
  expect(await contacts(number)).toMatchObject([{ name: 'Nosso' }]);
  const reader = await joined('Readers', ['messages:read']);
  expect(await put(number, {}, reader)).toMatchObject({ status: 403, body: { error: 'ERR_TOKEN_SCOPE' } });
});
