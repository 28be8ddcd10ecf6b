import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLink } from '../../messaging/links.ts';
import type { UserDocument } from '../../projections/users/document.ts';
import { startTestApi } from '../../testing/api.ts';

let api: Awaited<ReturnType<typeof startTestApi>>;
beforeAll(async () => {
  api = await startTestApi();
}, 30_000);
afterAll(() => api.close());

/** A company past its due date, and its admin. */
const overdue = async () => {
  const { companyId } = await api.company('Late');
  const context = { companyId, actor: { kind: 'system', id: 'test' } as const };
  await api.reached((await api.desk.companies.update(context, { dueDate: '2020-01-31' })).position);
  const [user] = await api.readStore.forCompany(companyId).find<UserDocument>('users', {});
  return { context, user: user! };
};
const open = (token: string) =>
  api.app.inject({ method: 'POST', url: '/api/auth/billing/link', payload: { token } });

it('opens once, and what it gives is no session', async () => {
  const { user } = await overdue();
  const token = await createLink(api.state, 'billing', user);
  const both = await Promise.all([open(token), open(token)]);
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 410]);
  const given = both.find(({ statusCode }) => statusCode === 200)!.json();
  expect(given.expiresIn).toBe(900);
  const headers = { authorization: `Bearer ${given.token}` };
  const me = await api.app.inject({ method: 'GET', url: '/api/auth/me', headers });
  expect(me.statusCode).toBe(401);
  const whole = await api.app.inject({ method: 'POST', url: '/api/auth/billing/session', headers });
  expect(whole.statusCode).toBe(403);
});

it('is worth nothing to who is no admin any more, and not as another kind of link', async () => {
  const { user, context } = await overdue();
  const token = await createLink(api.state, 'billing', user);
  const other = await api.app.inject({ method: 'POST', url: '/api/auth/link', payload: { token } });
  expect(other.statusCode).toBe(401);
  const eva = await api.desk.users.create(context, {
    name: 'Eva',
    email: `eva-${user.companyId}@example.org`,
    profile: 'admin',
    passwordHash: '$argon2id$v=19$x',
  });
  const { position } = await api.desk.users.update(context, {
    userId: user.id,
    profile: 'user',
    otherAdmins: [eva.userId],
  });
  await api.reached(position);
  expect((await open(token)).statusCode).toBe(410);
});
