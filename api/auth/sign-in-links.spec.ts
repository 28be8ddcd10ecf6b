import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { consumeLink, createLink } from '../../messaging/links.ts';
import type { UserDocument } from '../../projections/users/document.ts';
import { startTestApi } from '../../testing/api.ts';
import { createInMemoryStateStore } from '../../testing/in-memory/state-store.ts';
import { hashPassword } from './passwords.ts';

let api: Awaited<ReturnType<typeof startTestApi>>;
let companyId = '';
let user: UserDocument;
beforeAll(async () => {
  api = await startTestApi();
  ({ companyId } = await api.company('Ours'));
  user = (await read())!;
});
afterAll(() => api.close());
const read = async () => (await api.readStore.forCompany(companyId).find<UserDocument>('users', {}))[0];
const link = () => createLink(api.state, 'signin', user);
const follow = async (
  token: string,
  more: { headers?: Record<string, string>; remoteAddress?: string } = {},
  at = api,
) => (await at.app.inject({ method: 'POST', url: '/api/auth/link', payload: { token }, ...more })).statusCode;

it('signs in once', async () => {
  const token = await link();
  expect(await follow(token)).toBe(200);
  expect(await follow(token)).toBe(401);
});

it('signs in one of two who follow it at the same moment', async () => {
  const state = createInMemoryStateStore();
  const token = await createLink(state, 'signin', user);
  const both = await Promise.all([consumeLink(state, 'signin', token), consumeLink(state, 'signin', token)]);
  expect(both.map((found) => found?.userId).filter(Boolean)).toEqual([user.id]);
});

it('is worth nothing after a quarter of an hour', async () => {
  let now = Date.now();
  const state = createInMemoryStateStore(() => now);
  const token = await createLink(state, 'signin', user);
  now += 15 * 60_000;
  expect(await consumeLink(state, 'signin', token)).toBeUndefined();
});

it.each([
  ['from another machine', { remoteAddress: '192.168.1.20' }],
  ['through a proxy', { headers: { 'x-forwarded-for': '203.0.113.7' } }],
  ['by a name of the outside', { headers: { host: 'desk.example.org' } }],
])('is refused %s, and still good on its own', async (_how, more) => {
  const token = await link();
  expect(await follow(token, more)).toBe(401);
  expect(await follow(token)).toBe(200);
});

it('is refused where proxies are trusted', async () => {
  const proxied = await startTestApi({ trustProxy: 1, path: api.path });
  const token = await link();
  expect(await follow(token, {}, proxied)).toBe(401);
  await proxied.close();
});

it('ends with the password it was made under', async () => {
  const token = await link();
  const changed = await api.desk.users.changePassword(
    { companyId, actor: { kind: 'system', id: 'test' }, commandId: uuidv7() },
    { userId: user.id, passwordHash: await hashPassword('another horse 43') },
  );
  await api.reached(changed.position);
  expect(await follow(token)).toBe(401);
});
