import type { AddressInfo } from 'node:net';
import type { RouteOptions } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { channels } from '../../contract/channels.ts';
import { password, startTestApi } from '../../testing/api.ts';
import { createWatcher } from '../../testing/live.ts';
import { grantBilling } from './billing-token.ts';
import { hashPassword } from './passwords.ts';

describe('who may only pay', () => {
  let api: Awaited<ReturnType<typeof startTestApi>>;
  const routes: RouteOptions[] = [];
  let url = '';
  const live = createWatcher(() => url);
  beforeAll(async () => {
    api = await startTestApi({ onRoute: (route) => void routes.push(route) });
    await api.app.listen({ port: 0, host: '127.0.0.1' });
    url = `ws://127.0.0.1:${(api.app.server.address() as AddressInfo).port}/graphql`;
  });
  afterEach(live.close);
  afterAll(() => api.close());

  let address = 0;
  const login = async (email: string, secret = password) => {
    const answer = await api.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      remoteAddress: `10.9.0.${++address}`,
      payload: { email, password: secret },
    });
    const { details, ...body } = answer.json();
    return { status: answer.statusCode, body, details, cookies: answer.cookies };
  };
  const asked = (token: string, path: string, method: 'GET' | 'POST' = 'GET') =>
    api.app.inject({ method, url: path, headers: { authorization: `Bearer ${token}` } });
  const whole = (token: string) => asked(token, '/api/auth/billing/session', 'POST');

  /** A company past its due date, its admin and their token. */
  async function overdue() {
    const { companyId, email } = await api.company('Late');
    const context = { companyId, actor: { kind: 'system', id: 'test' } as const };
    const pay = async (dueDate: string | null) =>
      api.reached((await api.desk.companies.update(context, { dueDate })).position);
    await pay('2020-01-31');
    const { details } = await login(email);
    return { companyId, email, context, pay, token: details?.billing?.token as string };
  }

  it('an admin with the right password is given a token of 15 minutes with the refusal; nobody else is', async () => {
    const { email, context, companyId } = await overdue();
    const refused = await login(email);
    expect([refused.status, refused.body.error]).toEqual([401, 'ERR_COMPANY_EXPIRED']);
    expect(refused.details).toEqual({
      dueDate: '2020-01-31',
      reason: 'company',
      billing: { token: expect.any(String), expiresIn: 900 },
    });
    expect(refused.cookies.filter(({ name }) => /refresh|media/.test(name))).toEqual([]);
    expect((await login(email, 'wrong wrong')).details?.billing).toBeUndefined();
    const agent = `agent-${companyId}@example.org`;
    const { position } = await api.desk.users.create(context, {
      name: 'Bia',
      email: agent,
      profile: 'user',
      passwordHash: await hashPassword(password),
    });
    await api.reached(position);
    expect(await login(agent)).toMatchObject({ status: 401, details: { reason: 'company' } });
    expect((await login(agent)).details.billing).toBeUndefined();
  });

  it('a session that cannot go on brings one that makes no other, and goes on once paid; a spent cookie brings none', async () => {
    const { companyId, email } = await api.company('Running');
    const held = (answer: { cookies: { name: string; value: string }[] }) =>
      answer.cookies.find(({ name }) => name === 'refresh')!.value;
    const renew = (cookie: string) =>
      api.app.inject({ method: 'POST', url: '/api/auth/refresh_token', cookies: { refresh: cookie } });
    const first = held(await login(email));
    const second = held(await renew(first));
    const context = { companyId, actor: { kind: 'system', id: 'test' } as const };
    const pay = async (dueDate: string | null) =>
      api.reached((await api.desk.companies.update(context, { dueDate })).position);
    await pay('2020-01-31');
    const refused = (await renew(second)).json();
    expect(refused).toMatchObject({ error: 'ERR_COMPANY_EXPIRED', details: { reason: 'company' } });
    const { token } = refused.details.billing;
    expect((await asked(token, '/api/invoices/all')).statusCode).toBe(200);
    await pay(null);
    expect((await whole(token)).statusCode).toBe(403);
    const third = await renew(second);
    expect(third.statusCode).toBe(200);
    expect((await renew(held(third))).statusCode).toBe(200);
    // A copy that comes while the company may not work is told of as any other.
    await pay('2020-01-31');
    const copied = await renew(first);
    expect(copied.json()).toMatchObject({ error: 'ERR_NO_SESSION' });
    expect(JSON.stringify(copied.json())).not.toContain('billing');
    await pay(null);
    expect((await renew(held(third))).statusCode).toBe(401);
  });

  it('it ends by logging out, and what it follows with it', async () => {
    const { companyId, token } = await overdue();
    const line = await live.watch(token, [`company-${companyId}-payment`]);
    expect(line.errors).toEqual([]);
    const left = await api.app.inject({
      method: 'DELETE',
      url: '/api/auth/logout',
      headers: { authorization: `Bearer ${token}` },
    });
    expect(left.statusCode).toBe(204);
    expect((await asked(token, '/api/invoices/all')).statusCode).toBe(401);
    expect((await whole(token)).statusCode).toBe(401);
  });

  it('the token reaches routes that say so, and no other route there is', async () => {
    const { token } = await overdue();
    const closed = routes.filter(({ url: path, config }) => /^\/api\/(?!docs)/.test(path) && !config?.public);
    expect(closed.length).toBeGreaterThan(100);
    for (const { method, url: path, config } of closed)
      for (const one of [method].flat()) {
        const answer = await api.app.inject({
          method: one as 'GET',
          url: path.replaceAll(/:\w+/g, 'x'),
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          ...(!/GET|HEAD/.test(one) && { payload: '{}' }),
        });
        if (!config?.billing) expect(answer.statusCode, `${one} ${path}`).toBe(401);
      }
    const query = await api.app.inject({
      method: 'POST',
      url: '/graphql',
      headers: { authorization: `Bearer ${token}` },
      payload: { query: '{ tickets(first: 1, showAll: true) { totalCount } }' },
    });
    expect(query.statusCode).toBe(401);
  });

  it('of the live channels it may follow those of payments alone, of its own company', async () => {
    const { companyId, token } = await overdue();
    expect((await live.watch(token, [`company-${companyId}-payment`])).errors).toEqual([]);
    for (const channel of [
      channels.ticket(companyId),
      channels.room(companyId, 'x'),
      channels.company(companyId),
      'company-other-payment',
    ])
      expect(JSON.stringify((await live.watch(token, [channel])).errors), channel).toContain(
        'ERR_NO_PERMISSION',
      );
  });

  it('once paid it becomes a whole session, and not before; one from a letter never does', async () => {
    const { companyId, email, pay, token } = await overdue();
    expect((await whole(token)).json()).toMatchObject({ error: 'ERR_COMPANY_EXPIRED' });
    const [user] = await api.readStore.forCompany(companyId).find('users', { where: { email } });
    const byLetter = grantBilling({ app: api.app, now: () => new Date() }, user as never, 'link')!;
    await pay(null);
    expect((await whole(byLetter.token)).statusCode).toBe(403);
    const answer = await whole(token);
    expect(answer.json()).toMatchObject({ user: { email } });
    expect((await whole(token)).statusCode).toBe(401);
    const own = answer.json().token as string;
    expect((await asked(own, '/api/auth/me')).statusCode).toBe(200);
    expect((await whole(own)).statusCode).toBe(403);
  });

  it.each([
    [
      'the password is another',
      async ({ context, userId }: Held) =>
        api.desk.users.changePassword(context, {
          userId,
          passwordHash: await hashPassword('Cavalo bateria 42'),
        }),
    ],
    [
      'they are no admin any more',
      async ({ context, userId }: Held) => {
        const other = { name: 'Bia', email: `other-${userId}@example.org`, profile: 'admin' } as const;
        const passwordHash = await hashPassword(password);
        const { userId: heir } = await api.desk.users.create(context, { ...other, passwordHash });
        return api.desk.users.update(context, { userId, profile: 'user', otherAdmins: [heir] });
      },
    ],
    ['the company is switched off', ({ context }: Held) => api.desk.companies.switchOff(context)],
    ['the company is deleted', ({ context }: Held) => api.desk.companies.remove(context)],
  ] as const)('it ends when %s', async (_why, change) => {
    const { companyId, email, context, token } = await overdue();
    const [user] = await api.readStore.forCompany(companyId).find('users', { where: { email } });
    await api.reached((await change({ context, userId: user!.id })).position);
    expect((await whole(token)).json().error).toMatch(/ERR_NO_SESSION/);
  });

  it('it ends when its time is over', async () => {
    const { companyId, email } = await overdue();
    const [user] = await api.readStore.forCompany(companyId).find('users', { where: { email } });
    const reached = async (ageMs: number) => {
      const now = () => new Date(Date.now() - ageMs);
      const { token } = grantBilling({ app: api.app, now }, user as never, 'sign-in')!;
      return (await asked(token, '/api/invoices/all')).statusCode;
    };
    expect([await reached(14 * 60_000), await reached(15 * 60_000 + 1_000)]).toEqual([200, 401]);
  });
});

interface Held {
  readonly context: {
    readonly companyId: string;
    readonly actor: { readonly kind: 'system'; readonly id: string };
  };
  readonly userId: string;
}
