import type { AddressInfo } from 'node:net';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { channels } from '../../contract/channels.ts';
import type { SessionView } from '../../contract/session.ts';
import { password, startTestApi } from '../../testing/api.ts';
import { createWatcher } from '../../testing/live.ts';
import { hashPassword } from './passwords.ts';

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Safari/537.36';
let at = 0;
let api: Awaited<ReturnType<typeof startTestApi>>;
let other: typeof api;
let companyId = '';
let admin = '';
const agent = () => `bia-${companyId}@example.org`;

beforeEach(async () => {
  at = Date.parse('2026-11-20T08:00:00Z');
  const now = () => new Date(at);
  api = await startTestApi({ now });
  other = await startTestApi({ now, path: api.path });
  ({ companyId, email: admin } = await api.company('Loja'));
  const { position } = await api.desk.users.create(
    { companyId, actor: { kind: 'system', id: 'test' } },
    {
      userId: uuidv7(),
      name: 'Bia',
      email: agent(),
      profile: 'user',
      passwordHash: await hashPassword(password),
    },
  );
  await api.reached(position);
});
afterEach(async () => {
  await other.close();
  await api.close();
});

async function signIn(email: string, on = api, remoteAddress = '203.0.113.7') {
  const answer = await on.app.inject({
    ...{ method: 'POST', url: '/api/auth/login', payload: { email, password }, remoteAddress },
    headers: { 'user-agent': chrome },
  });
  const { token, user } = answer.json<{ token: string; user: { id: string } }>();
  return { authorization: `Bearer ${token}`, userId: user.id };
}
type Who = Awaited<ReturnType<typeof signIn>>;
const ask = (method: 'GET' | 'DELETE', url: string, { authorization }: Who, on = api) =>
  on.app.inject({ method, url, headers: { authorization } });
const list = async (who: Who, on = api) => (await ask('GET', '/api/sessions', who, on)).json<SessionView[]>();

describe('who is signed in', () => {
  it('is told to an admin, by whichever process: since when, from where, by what, and when last seen', async () => {
    const ana = await signIn(admin);
    expect(await list(ana)).toHaveLength(1);
    at += 12 * 60_000;
    const bia = await signIn(agent(), other, '198.51.100.9');
    at += 3 * 60_000;
    await ask('GET', '/api/auth/me', bia, other);
    await expect
      .poll(async () => (await list(ana)).find(({ user }) => user.name === 'Bia')?.lastSeen)
      .toBe('2026-11-20T08:15:00.000Z');
    expect(await list(ana)).toMatchObject([
      { user: { name: 'Ana' }, address: '203.0.113.7', current: true, since: '2026-11-20T08:00:00.000Z' },
      {
        ...{ user: { id: bia.userId, name: 'Bia' }, address: '198.51.100.9', current: false, mayEnd: true },
        ...{ browser: 'Chrome 142', system: 'Windows', since: '2026-11-20T08:12:00.000Z', secondStep: false },
      },
    ]);
    // Where people are is personal: it goes with their session, and stands in no event.
    expect(JSON.stringify((await api.standOf(companyId, [])).log)).not.toContain('198.51.100.9');
  });

  it('is for an agent who they are themselves, and nothing of a colleague’s is theirs to end', async () => {
    const ana = await signIn(admin);
    const bia = await signIn(agent());
    expect((await list(bia)).map(({ user }) => user.name)).toEqual(['Bia']);
    const [own] = await list(ana);
    expect((await ask('DELETE', `/api/sessions/${own?.id}`, bia)).statusCode).toBe(404);
    expect((await ask('DELETE', '/api/sessions', bia)).statusCode).toBe(403);
    expect((await ask('GET', '/api/auth/me', ana)).statusCode).toBe(200);
  });

  it('is of one company: nobody is seen or ended from another', async () => {
    const elsewhere = await api.company('Outra');
    const stranger = await signIn(elsewhere.email);
    const ana = await signIn(admin);
    const [own] = await list(ana);
    expect((await list(stranger)).map(({ user }) => user.id)).toEqual([stranger.userId]);
    expect((await ask('DELETE', `/api/sessions/${own?.id}`, stranger)).statusCode).toBe(404);
  });

  it('no more who signed out, nor whose session ended by itself', async () => {
    const ana = await signIn(admin);
    const bia = await signIn(agent());
    await ask('DELETE', '/api/auth/logout', bia);
    expect(await list(ana)).toHaveLength(1);
    await signIn(agent());
    at += 31 * 24 * 3_600_000;
    const again = await signIn(admin);
    expect((await list(again)).map(({ user }) => user.name)).toEqual(['Ana']);
  });

  it('no more whose password an admin has changed', async () => {
    const ana = await signIn(admin);
    const bia = await signIn(agent());
    const changed = await api.app.inject({
      ...{ method: 'PUT', url: `/api/users/${bia.userId}`, payload: { password: 'Outra-senha-2026' } },
      headers: { authorization: ana.authorization },
    });
    expect(changed.statusCode, changed.body).toBe(200);
    expect((await ask('GET', '/api/auth/me', bia)).statusCode).toBe(401);
    expect((await list(ana)).map(({ user }) => user.name)).toEqual(['Ana']);
  });
});

describe('a session that an admin ends', () => {
  it('is over at once in every process, its page told so, and the log says by whom', async () => {
    await other.app.listen({ port: 0, host: '127.0.0.1' });
    const live = createWatcher(
      () => `ws://127.0.0.1:${(other.app.server.address() as AddressInfo).port}/graphql`,
    );
    const ana = await signIn(admin);
    const bia = await signIn(agent(), other);
    const token = bia.authorization.replace('Bearer ', '');
    const watching = await live.watch(token, [channels.ticket(companyId)]);
    const sessionOf = async () => (await list(ana)).find(({ user }) => user.id === bia.userId);
    // The other process tells that she is there.
    await expect.poll(async () => (await sessionOf())?.online).toBe(true);
    const session = await sessionOf();
    expect((await ask('DELETE', `/api/sessions/${session?.id}`, ana)).statusCode).toBe(204);
    expect((await ask('GET', '/api/auth/me', bia, other)).statusCode).toBe(401);
    const refused = await ask('GET', '/api/auth/me', bia);
    expect([refused.statusCode, refused.json().details]).toEqual([401, { reason: 'byAdmin' }]);
    await expect.poll(() => watching.closes, { timeout: 5_000 }).toEqual([4401]);
    const ended = (await api.standOf(companyId, [])).log.filter(({ type }) => type === 'UserLoggedOut');
    expect(ended).toMatchObject([{ data: { userId: bia.userId }, metadata: { actor: { id: ana.userId } } }]);
    await live.close();
  });

  it('is not the one that began meanwhile', async () => {
    const ana = await signIn(admin);
    const first = await signIn(agent());
    const session = (await list(ana)).find(({ user }) => user.id === first.userId);
    const second = await signIn(agent());
    expect((await ask('DELETE', `/api/sessions/${session?.id}`, ana)).statusCode).toBe(404);
    expect((await ask('GET', '/api/auth/me', second)).statusCode).toBe(200);
  });

  it('with all others of the company goes in one press: only the one who pressed stays', async () => {
    const ana = await signIn(admin);
    const bia = await signIn(agent());
    expect((await ask('DELETE', '/api/sessions', ana)).json()).toEqual({ ended: 1 });
    expect((await ask('GET', '/api/auth/me', bia)).statusCode).toBe(401);
    expect(await list(ana)).toHaveLength(1);
  });
});

it('admins hear live of who comes and goes, in every process; an agent hears nothing of it', async () => {
  await other.app.listen({ port: 0, host: '127.0.0.1' });
  const live = createWatcher(
    () => `ws://127.0.0.1:${(other.app.server.address() as AddressInfo).port}/graphql`,
  );
  const tokenOf = ({ authorization }: Who) => authorization.replace('Bearer ', '');
  const ana = await signIn(admin);
  const bia = await signIn(agent());
  const channel = channels.session(companyId);
  const [asAdmin, asAgent] = await Promise.all([
    live.watch(tokenOf(ana), [channel]),
    live.watch(tokenOf(bia), [channel, channels.user(companyId)]),
  ]);
  const { position } = await api.desk.users.create(
    { companyId, actor: { kind: 'system', id: 'test' } },
    {
      userId: uuidv7(),
      name: 'Caio',
      email: `caio-${companyId}@example.org`,
      profile: 'user',
      passwordHash: await hashPassword(password),
    },
  );
  await api.reached(position);
  const caio = await signIn(`caio-${companyId}@example.org`);
  await expect.poll(() => asAdmin.items.map(({ id }) => id), { timeout: 5_000 }).toContain(caio.userId);
  await expect.poll(() => asAgent.items.length, { timeout: 5_000 }).toBeGreaterThan(0);
  expect(asAgent.items.filter((item) => item.channel === channel)).toEqual([]);
  await live.close();
});
