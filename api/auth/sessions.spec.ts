import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestApi } from '../../testing/api.ts';
import { hashPassword } from './passwords.ts';

const password = 'correct horse 42';

describe('sessions', () => {
  let api: Awaited<ReturnType<typeof startTestApi>>;
  let email = '';
  let address = 0;
  beforeAll(async () => {
    api = await startTestApi();
    ({ email } = await api.company('Ours'));
  });
  afterAll(() => api.close());

  const login = async (who = email, secret = password, remoteAddress = `10.1.0.${++address}`) => {
    const answer = await api.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      remoteAddress,
      payload: { email: who, password: secret },
    });
    const body = answer.json<{
      token: string;
      error: string;
      message: string;
      user: Record<string, unknown>;
    }>();
    const cookies = Object.fromEntries(answer.cookies.map((cookie) => [cookie.name, cookie]));
    return { status: answer.statusCode, body, cookies };
  };
  const me = (token: string) =>
    api.app.inject({ url: '/api/auth/me', headers: { authorization: `Bearer ${token}` } });
  const refresh = (cookie: string) =>
    api.app.inject({ method: 'POST', url: '/api/auth/refresh_token', cookies: { refresh: cookie } });

  it('a login gives an access token, who it is, and cookies that no script and no other site can use', async () => {
    const { status, body, cookies } = await login(email.toUpperCase());
    expect(status).toBe(200);
    expect(body.user).toMatchObject({ email });
    expect(JSON.stringify(body)).not.toMatch(/passwordHash|argon2/);
    const said = await me(body.token);
    // The login itself is an event of the user's: the position moves on.
    expect([said.statusCode, { ...said.json(), position: 0 }]).toEqual([200, { ...body.user, position: 0 }]);
    expect(said.json()).toMatchObject({
      email,
      profile: 'admin',
      company: { name: expect.stringMatching(/./) },
    });
    expect(cookies.refresh).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/api/auth' });
    expect(cookies.media).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/api/media' });
    // One kind of token does not do for another.
    expect((await me(cookies.refresh!.value)).statusCode).toBe(401);
    expect((await refresh(body.token)).statusCode).toBe(401);
  });

  it('a token that was good is refused once its time is over, and another kind of call never takes it', async () => {
    const { body, cookies } = await login();
    expect((await me(body.token)).statusCode).toBe(200);
    expect((await refresh(body.token)).statusCode).toBe(401);
    const minutes = (count: number) => Date.now() + count * 60_000;
    const [inTime, late] = [minutes(14), minutes(16)];
    try {
      vi.useFakeTimers({ toFake: ['Date'], now: inTime });
      expect((await me(body.token)).statusCode).toBe(200);
      vi.setSystemTime(late);
      const answer = await me(body.token);
      expect([answer.statusCode, answer.json().error]).toEqual([403, 'ERR_SESSION_EXPIRED']);
      expect((await refresh(cookies.refresh!.value)).statusCode).toBe(200);
    } finally {
      vi.useRealTimers();
    }
  });

  it('a wrong password and an unknown address get the same answer', async () => {
    const wrong = await login(email, 'wrong wrong');
    const unknown = await login(`nobody-${uuidv7()}@example.org`, 'wrong wrong');
    expect([wrong.status, wrong.body]).toEqual([unknown.status, unknown.body]);
    expect(wrong.body.error).toBe('ERR_INVALID_CREDENTIALS');
  });

  it('two tabs that refresh at the same time both go on', async () => {
    const { cookies } = await login();
    const answers = await Promise.all([refresh(cookies.refresh!.value), refresh(cookies.refresh!.value)]);
    for (const answer of answers) {
      expect(answer.statusCode, answer.body).toBe(200);
      expect((await me(answer.json<{ token: string }>().token)).statusCode).toBe(200);
    }
  });

  it('a login elsewhere ends the session before, its refresh cookie included', async () => {
    const first = await login();
    const second = await login();
    for (const answer of [await me(first.body.token), await refresh(first.cookies.refresh!.value)]) {
      expect(answer.statusCode).toBe(401);
      expect(answer.json()).toMatchObject({ error: 'ERR_NO_SESSION', details: { reason: 'elsewhere' } });
    }
    expect((await me(second.body.token)).statusCode).toBe(200);
  });

  it('after a logout neither token nor cookie is worth anything', async () => {
    const { body, cookies } = await login();
    const answer = await api.app.inject({
      method: 'DELETE',
      url: '/api/auth/logout',
      headers: { authorization: `Bearer ${body.token}` },
    });
    expect(answer.statusCode).toBe(204);
    expect((await me(body.token)).statusCode).toBe(401);
    expect((await refresh(cookies.refresh!.value)).statusCode).toBe(401);
  });

  it('ten failures close the door for a while, for that address and name only', async () => {
    const from = '10.9.9.9';
    for (let turn = 0; turn < 10; turn++) expect((await login(email, 'wrong wrong', from)).status).toBe(401);
    const closed = await login(email, password, from);
    expect(closed.status).toBe(429);
    expect(closed.body.error).toBe('ERR_TOO_MANY_REQUESTS');
    expect((await login(email, password)).status).toBe(200);
  });

  it('a company past its due date is refused, at login and at refresh, in words that name the date', async () => {
    const { companyId, email: owner } = await api.company('Late');
    const { cookies } = await login(owner);
    const context = { companyId, actor: { kind: 'system', id: 'test' } as const };
    const { position } = await api.desk.companies.update(context, { dueDate: '2020-01-31' });
    await api.reached(position);
    const { status, body } = await login(owner);
    expect(status).toBe(401);
    expect(body).toMatchObject({
      error: 'ERR_COMPANY_EXPIRED',
      message: 'Sua assinatura venceu em 31/01/2020. Entre em contato com o suporte.',
    });
    expect((await refresh(cookies.refresh!.value)).statusCode).toBe(401);
  });

  it('who is deleted is signed out at once, and told why', async () => {
    const { companyId } = await api.company('Small');
    const context = { companyId, actor: { kind: 'system', id: 'test' } as const };
    const mail = `bia-${companyId}@example.org`;
    const userId = uuidv7();
    await api.reached(
      (
        await api.desk.users.create(context, {
          userId,
          name: 'Bia',
          email: mail,
          profile: 'user',
          passwordHash: await hashPassword(password),
        })
      ).position,
    );
    const { body, cookies } = await login(mail);
    expect((await me(body.token)).statusCode).toBe(200);
    await api.reached((await api.desk.users.delete(context, { userId })).position);
    for (const answer of [await me(body.token), await refresh(cookies.refresh!.value)])
      expect([answer.statusCode, answer.json().details]).toEqual([401, { reason: 'deleted' }]);
    // With the whole company it is not they who were deleted.
    await api.reached((await api.desk.companies.remove(context)).position);
    expect((await me(body.token)).json().details).toEqual({ reason: 'company' });
  });
});
