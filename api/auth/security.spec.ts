import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createLink } from '../../messaging/links.ts';
import type { UserDocument } from '../../projections/users/document.ts';
import { startTestApi } from '../../testing/api.ts';
import { openRawLine } from '../../testing/live.ts';
import { createSecurity } from './security.ts';

const password = 'correct horse 42';

describe('the security log', () => {
  const written: string[] = [];
  let api: Awaited<ReturnType<typeof startTestApi>>;
  let companyId = '';
  let email = '';
  beforeAll(async () => {
    api = await startTestApi({
      log: pino({ level: 'info' }, { write: (text: string) => written.push(text) }),
    });
    ({ companyId, email } = await api.company('Ours'));
  });
  afterAll(() => api.close());

  type Line = { security: string; level: number; ip: string; userId?: string; email?: string };
  /** What was told since the last look. */
  const told = () =>
    written
      .splice(0)
      .map((text) => JSON.parse(text) as Line)
      .filter(({ security }) => security !== undefined);
  const events = () => told().map(({ security }) => security);
  const login = (given: string, remoteAddress = '10.8.0.1', who = email) =>
    api.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      remoteAddress,
      payload: { email: who, password: given },
    });
  const count = async (event: string) => {
    const { body } = await api.app.inject({ url: '/metrics' });
    return Number(
      new RegExp(`^balcao_security_events_total\\{event="${event}"\\} (\\d+)$`, 'm').exec(body)?.[1],
    );
  };

  it('tells of wrong passwords, locked doors and logins: from where, whose, and never the e-mail itself', async () => {
    told();
    const before = await count('login_failed');
    for (let turn = 0; turn < 11; turn++) await login('wrong wrong', '203.0.113.9');
    await login(password);
    written.push('{}');
    const text = written.join('');
    const lines = told();
    expect(lines.map(({ security }) => security)).toEqual([
      ...Array(10).fill('login_failed'),
      'login_locked',
      'login_succeeded',
    ]);
    expect(lines[0]).toMatchObject({ ip: '203.0.113.9', level: 40, companyId });
    expect(lines[0]?.email).toMatch(/^[0-9a-f]{16}$/);
    expect(new Set(lines.map((line) => line.email)).size).toBe(1);
    expect(lines.at(-1)).toMatchObject({ ip: '10.8.0.1', level: 30 });
    expect(text).not.toContain(email);
    expect(text).not.toContain('wrong wrong');
    expect(await count('login_failed')).toBe(before + 10);
  });

  it('tells of refusals, sessions that end, changed rights, passwords and e-mails, of what comes and goes as files', async () => {
    const headers = await api.signIn(email);
    const ask = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object, as = headers) =>
      api.app.inject({ method, url, headers: as, ...(payload && { payload }) });
    told();
    const made = await ask('POST', '/api/users', {
      ...{ name: 'Bia', email: `bia-${companyId}@example.org`, password, profile: 'user' },
    });
    const { id } = made.json<{ id: string }>();
    expect(events()).toEqual(['user_created']);
    await ask('PUT', `/api/users/${id}`, { profile: 'supervisor' });
    expect(events()).toEqual(['rights_changed']);
    await ask('PUT', `/api/users/${id}`, { password: 'another horse 43' });
    expect(events()).toEqual(['password_changed']);
    await ask('PUT', `/api/users/${id}`, { email: `bea-${companyId}@example.org`, profile: 'user' });
    expect(events()).toEqual(['rights_changed', 'email_changed']);
    const answer = await login('another horse 43', '10.8.0.2', `bea-${companyId}@example.org`);
    const agent = { authorization: `Bearer ${answer.json<{ token: string }>().token}` };
    told();
    expect((await ask('GET', '/api/contacts/export', undefined, agent)).statusCode).toBe(403);
    expect(told()).toMatchObject([{ security: 'refused', userId: id, route: '/api/contacts/export' }]);
    await ask('GET', '/api/contacts/export');
    expect(events()).toEqual(['exported']);
    await ask('DELETE', '/api/auth/logout', undefined, agent);
    expect(told()).toMatchObject([{ security: 'session_ended', userId: id, reason: 'ended' }]);
    await ask('DELETE', `/api/users/${id}`);
    expect(events()).toEqual(['user_deleted']);
  });

  it('tells of a refresh cookie that is over, and of one that somebody has copied', async () => {
    const refresh = (value: string) =>
      api.app.inject({ method: 'POST', url: '/api/auth/refresh_token', cookies: { refresh: value } });
    const cookieOf = ({ cookies }: { cookies: readonly { name: string; value: string }[] }) =>
      cookies.find(({ name }) => name === 'refresh')?.value ?? '';
    const copied = cookieOf(await login(password));
    let kept = copied;
    for (let turn = 0; turn < 2; turn++) {
      const answer = await refresh(kept);
      kept = cookieOf(answer);
      const { token } = answer.json<{ token: string }>();
      await api.app.inject({ url: '/api/auth/me', headers: { authorization: `Bearer ${token}` } });
    }
    told();
    expect((await refresh(copied)).statusCode).toBe(401);
    expect(told()).toMatchObject([
      { security: 'token_reused', level: 40, companyId },
      { security: 'session_ended', reason: 'reused' },
      { security: 'refresh_refused', level: 40, reason: 'reused' },
    ]);
    expect((await refresh(kept)).statusCode).toBe(401);
    expect(told()).toMatchObject([{ security: 'refresh_refused', level: 40, companyId }]);
  });

  it('tells of a wrong present password before a change, and of contacts that came in as a file', async () => {
    const [user] = await api.readStore.forCompany(companyId).find<UserDocument>('users', { search: 'Ana' });
    const headers = await api.signIn(email);
    told();
    const changed = await api.app.inject({
      ...{ method: 'PUT', url: `/api/users/${user!.id}`, headers },
      payload: { password: 'another horse 44', currentPassword: 'wrong wrong' },
    });
    expect(changed.statusCode).toBe(400);
    expect(told()).toMatchObject([
      { security: 'login_failed', userId: user!.id, reason: 'currentPassword', level: 40 },
    ]);
    const file = 'Content-Disposition: form-data; name="file"; filename="c.csv"\r\nContent-Type: text/csv';
    const imported = await api.app.inject({
      ...{ method: 'POST', url: '/api/contacts/upload' },
      headers: { ...headers, 'content-type': 'multipart/form-data; boundary=b' },
      payload: `--b\r\n${file}\r\n\r\nname,number\nMaria,5511944440010\r\n--b--\r\n`,
    });
    expect(imported.statusCode, imported.body).toBe(202);
    expect(told()).toMatchObject([{ security: 'imported', userId: user!.id, contacts: 1 }]);
  });

  it('tells of a session that ends because its user signs in elsewhere, and of who may not: their company does not work', async () => {
    await login(password);
    told();
    await login(password);
    expect(told()).toMatchObject([
      { security: 'session_ended', reason: 'elsewhere', companyId },
      { security: 'login_succeeded' },
    ]);
    const other = await api.company('Closed');
    const context = { companyId: other.companyId, actor: { kind: 'system', id: 'test' } as const };
    const { position } = await api.desk.companies.update(context, { active: false });
    await api.reached(position);
    told();
    expect((await login(password, '10.8.0.3', other.email)).statusCode).toBe(401);
    expect(told()).toMatchObject([
      { security: 'login_failed', companyId: other.companyId, reason: expect.stringMatching(/^ERR_/) },
    ]);
  });

  it('tells of sign-in links that were used, and of those that were refused', async () => {
    const [user] = await api.readStore.forCompany(companyId).find<UserDocument>('users', { search: 'Ana' });
    const payload = { token: await createLink(api.state, 'signin', user!) };
    told();
    const follow = () => api.app.inject({ method: 'POST', url: '/api/auth/link', payload });
    expect([(await follow()).statusCode, (await follow()).statusCode]).toEqual([200, 401]);
    const lines = told().filter(({ security }) => security.startsWith('link_'));
    expect(lines).toMatchObject([
      { security: 'link_used', userId: user!.id },
      { security: 'link_refused', level: 40 },
    ]);
  });

  it('tells of channels that somebody asked for and may not follow', async () => {
    await api.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = api.app.server.address() as AddressInfo;
    const line = await openRawLine(`ws://127.0.0.1:${port}/graphql`);
    await line.hello((await api.signIn(email)).authorization.replace('Bearer ', ''));
    told();
    line.follow(['company-of-others-ticket'], 'theirs');
    await expect.poll(line.types).toContain('error');
    expect(told()).toMatchObject([{ security: 'refused', ip: '127.0.0.1', companyId, route: '/graphql' }]);
    line.socket.close();
  });

  it('writes no more than thirty lines a minute of one kind and address, and counts them all', async () => {
    const headers = await api.signIn(email);
    const agent = await api.app.inject({
      method: 'POST',
      url: '/api/users',
      headers,
      payload: { name: 'Caio', email: `caio-${companyId}@example.org`, password, profile: 'user' },
    });
    expect(agent.statusCode).toBe(201);
    const caio = await api.signIn(`caio-${companyId}@example.org`);
    told();
    const before = await count('refused');
    for (let turn = 0; turn < 50; turn++)
      await api.app.inject({ url: '/api/contacts/export', headers: caio, remoteAddress: '10.8.7.7' });
    expect(told()).toHaveLength(30);
    expect(await count('refused')).toBe(before + 50);
  });

  it('says with the next line how many it left out', () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const lines: { notShown?: number }[] = [];
    const line = (text: { notShown?: number }) => void lines.push(text);
    const security = createSecurity({
      ...{ log: { warn: line, info: line } as never, registry: new Registry(), secretKey: 'x'.repeat(32) },
    });
    const knock = () => security.note('refused', { ip: '203.0.113.7', id: 'r' });
    for (let turn = 0; turn < 50; turn++) knock();
    vi.advanceTimersByTime(60_001);
    knock();
    knock();
    expect(lines).toHaveLength(32);
    expect(lines.map(({ notShown }) => notShown).filter(Boolean)).toEqual([20]);
    vi.useRealTimers();
  });
});
