import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { UserView } from '../../contract/user.ts';
import { createVault } from '../../gateway/secrets/vault.ts';
import { openMail, type WaitingMail, waitingMails } from '../../messaging/mail/outbox.ts';
import { startTestApi } from '../../testing/api.ts';

const vault = createVault('a secret of at least thirty-two characters');

describe('an invitation', () => {
  let api: Awaited<ReturnType<typeof startTestApi>>;
  let admin: { authorization: string };
  let companyId = '';
  beforeAll(async () => {
    api = await startTestApi({ publicUrl: 'https://desk.example.com' });
  }, 30_000);
  beforeEach(async () => {
    const company = await api.company('Ateliê');
    companyId = company.companyId;
    admin = await api.signIn(company.email);
  });
  afterAll(() => api.close());

  const call = async (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    payload?: object,
    headers = {},
  ) => {
    const answer = await api.app.inject({ method, url: `/api${path}`, headers, ...(payload && { payload }) });
    return { status: answer.statusCode, body: answer.body === '' ? undefined : answer.json() };
  };
  const addressOf = (name: string) => `${name}-${companyId}@example.org`;
  const invite = async (name: string, headers = {}) =>
    call('POST', '/users', { name, email: addressOf(name) }, { ...admin, ...headers });
  /** The links that were mailed to somebody, in the order they were. */
  const linksTo = async (name: string) =>
    (await api.state.list<WaitingMail>(waitingMails))
      .toSorted((a, b) => a.version - b.version)
      .map(({ key, value }) => openMail(vault, key, value))
      .filter(({ to }) => to === addressOf(name))
      .flatMap(({ text }) => /https:\/\/desk\.example\.com\/convite\/(\S+)/.exec(text)?.[1] ?? []);
  const own = 'girassol amarelo 73';
  const signsIn = async (name: string, password = own) =>
    (await call('POST', '/auth/login', { email: addressOf(name), password })).status;

  it('is mailed to who is added without a password; they set one, once, and sign in', async () => {
    const made = await invite('joana');
    expect([made.status, typeof made.body.invitedAt]).toEqual([201, 'string']);
    expect(await signsIn('joana', '')).toBe(400);
    const [token] = await linksTo('joana');
    expect((await call('POST', '/auth/invite/look', { token })).body).toEqual({
      ...{ name: 'joana', email: addressOf('joana'), company: 'Ateliê' },
    });
    const weak = await call('POST', '/auth/invite', { token, password: 'joana123' });
    expect([weak.status, weak.body.errors]).toEqual([400, { password: 'tooPersonal' }]);
    expect((await call('POST', '/auth/invite', { token, password: own })).status).toBe(200);
    expect(await signsIn('joana')).toBe(200);
    for (const path of ['/auth/invite', '/auth/invite/look'])
      expect(await call('POST', path, { token, password: 'another one 21' })).toMatchObject({
        ...{ status: 410, body: { error: 'ERR_LINK_EXPIRED' } },
      });
    const list = (await call('GET', '/users', undefined, admin)).body.users as UserView[];
    expect(list.find(({ name }) => name === 'joana')?.invitedAt).toBeUndefined();
  });

  /** They come by the provider, and the link is tried; whether the read model knows of them is left open. */
  const comeByProvider = (id: string) =>
    api.desk.users.linkIdentity(
      { companyId, actor: { kind: 'system', id: 'test' } },
      { userId: id, issuer: 'https://id.example.com', identity: `joana-${companyId}` },
    );
  const isVoid = async (token: string | undefined) => {
    for (const path of ['/auth/invite/look', '/auth/invite'])
      expect((await call('POST', path, { token, password: own })).status).toBe(410);
  };

  it('is void once they have come by the provider', async () => {
    const { body } = await invite('joana');
    const [token] = await linksTo('joana');
    await api.reached((await comeByProvider(body.id)).position);
    await isVoid(token);
  });

  it('sets nothing where the read model has yet to learn that they came by the provider', async () => {
    const { body } = await invite('joana');
    await comeByProvider(body.id);
    const first = api.desk.users.changePassword(
      { companyId, actor: { kind: 'system', id: 'test' } },
      { userId: body.id, passwordHash: '$argon2id$another', isFirst: true, cause: 'invite' },
    );
    await expect(first).rejects.toMatchObject({ code: 'ERR_LINK_EXPIRED' });
  });

  it('stays void when that way in is taken away again; another one is good', async () => {
    const { body } = await invite('joana');
    await api.reached((await comeByProvider(body.id)).position);
    expect((await call('POST', `/users/${body.id}/invite`, undefined, admin)).status).toBe(410);
    expect((await call('DELETE', `/users/${body.id}/identity`, undefined, admin)).status).toBe(204);
    const [before] = await linksTo('joana');
    await isVoid(before);
    expect((await call('POST', `/users/${body.id}/invite`, undefined, admin)).status).toBe(204);
    const [, after] = await linksTo('joana');
    expect((await call('POST', '/auth/invite', { token: after, password: own })).status).toBe(200);
    expect(await signsIn('joana')).toBe(200);
  });

  it('used twice at the same moment it sets one password', async () => {
    await invite('joana');
    const [token] = await linksTo('joana');
    const answers = await Promise.all(
      ['girassol amarelo 73', 'margarida branca 41'].map((password) =>
        call('POST', '/auth/invite', { token, password }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410]);
  });

  it('is mailed once for a repeated request, and again when it is asked for; the first to be used ends both', async () => {
    const headers = { 'idempotency-key': uuidv7() };
    const [{ body: joana }] = [await invite('joana', headers), await invite('joana', headers)];
    expect(await linksTo('joana')).toHaveLength(1);
    const again = await call('POST', `/users/${joana.id}/invite`, undefined, admin);
    expect(again.status).toBe(204);
    const [first, second] = await linksTo('joana');
    expect((await call('POST', '/auth/invite', { token: second, password: own })).status).toBe(200);
    expect((await call('POST', '/auth/invite', { token: first, password: 'margarida 41 x' })).status).toBe(
      410,
    );
    expect((await call('POST', `/users/${joana.id}/invite`, undefined, admin)).status).toBe(410);
  });

  it.each([
    [
      'their address is another',
      (id: string) => call('PUT', `/users/${id}`, { email: addressOf('else') }, admin),
    ],
    ['an admin sets a password', (id: string) => call('PUT', `/users/${id}`, { password: own }, admin)],
    ['they are deleted', (id: string) => call('DELETE', `/users/${id}`, undefined, admin)],
  ])('is worth nothing once %s', async (_what, change) => {
    const { body } = await invite('joana');
    expect((await change(body.id)).status).toBeLessThan(300);
    const [token] = await linksTo('joana');
    await isVoid(token);
  });

  it('is for admins to send, in their company only', async () => {
    const { body } = await invite('joana');
    const other = await api.signIn((await api.company('Other')).email);
    expect((await call('POST', `/users/${body.id}/invite`, undefined, other)).status).toBe(404);
    const [token] = await linksTo('joana');
    await call('POST', '/auth/invite', { token, password: own });
    const joana = await call('POST', '/auth/login', { email: addressOf('joana'), password: own });
    const headers = { authorization: `Bearer ${joana.body.token}` };
    expect((await call('POST', '/users', { name: 'Eva', email: addressOf('eva') }, headers)).status).toBe(
      403,
    );
    expect(await linksTo('eva')).toEqual([]);
  });
});
