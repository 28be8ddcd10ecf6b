import type { AddressInfo } from 'node:net';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { channels } from '../../contract/channels.ts';
import type { SessionView } from '../../contract/session.ts';
import type { Context } from '../../domain/desk/desk.ts';
import { startTestApi } from '../../testing/api.ts';
import { openRawLine } from '../../testing/live.ts';
import { hashPassword } from '../auth/passwords.ts';

const password = 'correct horse 42';
const waiting = { timeout: 10_000 };

describe('a socket whose session or rights have ended', () => {
  let api: Awaited<ReturnType<typeof startTestApi>>;
  let other: typeof api;
  let companyId = '';
  let admin = '';
  let context: Context;
  const queueId = uuidv7();
  const connectionId = uuidv7();
  let made = 0;

  beforeAll(async () => {
    api = await startTestApi();
    other = await startTestApi({ path: api.path });
    for (const { app } of [api, other]) await app.listen({ port: 0, host: '127.0.0.1' });
    ({ companyId, email: admin } = await api.company('Ours'));
    context = { companyId, actor: { kind: 'system', id: 'test' } };
    await api.desk.records('queue').create(context, { id: queueId, name: 'Suporte', color: '#4073d4' });
    await api.desk.connections.create(context, { connectionId, name: 'Loja', channel: 'simulator' });
  }, 60_000);
  afterAll(async () => {
    await other?.close();
    await api?.close();
  });

  const urlOf = ({ app }: typeof api) =>
    `ws://127.0.0.1:${(app.server.address() as AddressInfo).port}/graphql`;
  const tokenOf = async (email: string, at = api) =>
    (await at.signIn(email)).authorization.replace('Bearer ', '');
  async function agent(queueIds: string[] = [queueId]) {
    made += 1;
    const email = `agent${made}-${companyId}@example.org`;
    const userId = uuidv7();
    const { position } = await api.desk.users.create(context, {
      ...{ userId, name: `Agent ${made}`, email, profile: 'user', queueIds },
      passwordHash: await hashPassword(password),
    });
    await api.reached(position);
    return { userId, email };
  }
  async function write(text: string) {
    const outcome = await api.desk.tickets.receive(context, {
      ...{ connectionId, queueId, contactId: uuidv7(), externalId: uuidv7(), fromMe: false, body: text },
      ...{ mediaType: 'chat', sentAt: new Date().toISOString() },
    });
    await api.reached(outcome.position);
    return outcome.ticketId;
  }
  /** A socket that has followed something, and now follows nothing. */
  async function used(token: string, at = api) {
    const line = await openRawLine(urlOf(at));
    await line.hello(token);
    line.follow([channels.ticket(companyId)], 'first');
    await expect.poll(line.types, waiting).toContain('next');
    line.say({ type: 'complete', id: 'first' });
    return line;
  }
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  const admins = () => api.signIn(admin);

  const endings: [
    string,
    (who: { userId: string; email: string; token: string }) => Promise<unknown>,
    string,
  ][] = [
    [
      'signed out',
      ({ token }) => api.app.inject({ method: 'DELETE', url: '/api/auth/logout', headers: bearer(token) }),
      'ended',
    ],
    ['signed in elsewhere', ({ email }) => api.signIn(email), 'elsewhere'],
    [
      'was signed out by an admin',
      async ({ userId }) => {
        const headers = await admins();
        const all = (await api.app.inject({ url: '/api/sessions', headers })).json<SessionView[]>();
        const own = all.find(({ user }) => user.id === userId);
        return api.app.inject({ method: 'DELETE', url: `/api/sessions/${own?.id}`, headers });
      },
      'byAdmin',
    ],
    [
      'had the password set anew by an admin',
      async ({ userId }) =>
        api.app.inject({
          method: 'PUT',
          url: `/api/users/${userId}`,
          headers: await admins(),
          payload: { password: 'another horse 43' },
        }),
      'password',
    ],
    [
      'was deleted',
      async ({ userId }) =>
        api.app.inject({ method: 'DELETE', url: `/api/users/${userId}`, headers: await admins() }),
      'deleted',
    ],
  ];

  it.each(endings)(
    'of one who %s is closed though it follows nothing, in every process',
    async (_how, end, why) => {
      const who = await agent();
      const token = await tokenOf(who.email);
      const lines = [await used(token), await used(token, other)];
      await end({ ...who, token });
      for (const line of lines) {
        expect(await line.ended).toEqual({ code: 4401, reason: why });
        expect(line.items()).toEqual([]);
      }
    },
  );

  it.each(endings)('of one who %s gets nothing on a subscription of that very moment', async (_how, end) => {
    const who = await agent();
    const token = await tokenOf(who.email);
    const line = await used(token, other);
    await write('segredo de antes');
    const ended = end({ ...who, token });
    const asked = setInterval(() => {
      if (line.socket.readyState === WebSocket.OPEN)
        line.follow([channels.ticket(companyId), channels.contact(companyId)], uuidv7());
    }, 5);
    await ended;
    const heard = line.items().length;
    await write('segredo de depois');
    expect((await line.ended).code).toBe(4401);
    clearInterval(asked);
    const after = line.items().slice(heard);
    expect(JSON.stringify(after)).not.toContain('segredo de depois');
  });

  it('of one who has lost a queue gets nothing of it on a new subscription', async () => {
    for (const at of [api, other]) {
      const who = await agent();
      const line = await used(await tokenOf(who.email), at);
      const ticketId = await write('antes');
      const answer = await api.app.inject({
        method: 'PUT',
        url: `/api/users/${who.userId}`,
        headers: await admins(),
        payload: { queueIds: [] },
      });
      expect(answer.statusCode).toBe(200);
      line.follow([channels.ticket(companyId), channels.room(companyId, ticketId)], 'room');
      await expect.poll(() => line.said.find(({ id }) => id === 'room')?.type, waiting).toBe('error');
      line.follow([channels.ticket(companyId)], 'tickets');
      await expect.poll(() => line.said.find(({ id }) => id === 'tickets')?.type, waiting).toBe('next');
      await write('confidencial');
      await new Promise((resolve) => setTimeout(resolve, 300));
      expect(JSON.stringify(line.items())).not.toContain('confidencial');
      line.socket.close();
    }
  });

  it.each([
    ['is switched off', { active: false }],
    ['has passed its due date', { dueDate: '2020-01-31' }],
  ])(
    'of a company that %s is closed in every process, and nothing of it answers any more',
    async (_how, change) => {
      const stopped = await api.company('Stopped');
      const signedIn = await api.app.inject({
        method: 'POST',
        url: '/api/auth/login',
        payload: { email: stopped.email, password },
      });
      const { token } = signedIn.json<{ token: string }>();
      const media = signedIn.cookies.find(({ name }) => name.endsWith('media'))!;
      const lines = await Promise.all(
        [api, other].map(async (at) => {
          const line = await openRawLine(urlOf(at));
          await line.hello(token);
          line.follow([channels.ticket(stopped.companyId)], 'first');
          await expect.poll(line.types, waiting).toContain('next');
          return line;
        }),
      );
      const { position } = await api.desk.companies.update(
        { companyId: stopped.companyId, actor: { kind: 'system', id: 'test' } },
        change,
      );
      await api.reached(position);
      for (const at of [api, other])
        for (const request of [
          { url: '/api/contacts', headers: bearer(token) },
          { url: `/api/media/contacts/${uuidv7()}/${uuidv7()}`, cookies: { [media.name]: media.value } },
        ])
          await expect
            .poll(async () => {
              const answer = await at.app.inject(request);
              return [answer.statusCode, answer.json().details?.reason];
            }, waiting)
            .toEqual([401, 'company']);
      for (const line of lines) expect(await line.ended).toEqual({ code: 4401, reason: 'company' });
    },
  );

  it('of a company without a due date that is deleted is closed at once, not with the next look at all of them', async () => {
    for (let times = 0; times < 3; times += 1) {
      const deleted = await api.company('Deleted');
      const line = await openRawLine(urlOf(api));
      await line.hello(await tokenOf(deleted.email));
      const { position } = await api.desk.companies.remove({ ...context, companyId: deleted.companyId });
      await api.reached(position);
      const soon = new Promise((resolve) => setTimeout(() => resolve('still open'), 1_500));
      expect(await Promise.race([line.ended, soon])).toEqual({ code: 4401, reason: 'company' });
    }
  });

  it('is told once that its session has ended, and nothing after that', async () => {
    const who = await agent();
    const token = await tokenOf(who.email);
    const line = await openRawLine(urlOf(api));
    await line.hello(token);
    line.follow([channels.ticket(companyId), channels.auth(companyId)], 'both');
    line.follow([channels.ticket(companyId)], 'tickets');
    await expect.poll(() => line.types().filter((type) => type === 'next').length, waiting).toBe(2);
    await api.app.inject({ method: 'DELETE', url: '/api/auth/logout', headers: bearer(token) });
    await write('depois');
    expect((await line.ended).code).toBe(4401);
    expect(line.items().map(({ action, id }) => [action, id])).toEqual([['logout', who.userId]]);
  });
});

describe('sockets beyond what anybody needs', () => {
  let api: Awaited<ReturnType<typeof startTestApi>>;
  let url = '';
  let email = '';
  beforeAll(async () => {
    api = await startTestApi({ mostLinesOfUser: 3, mostLinesOfAddress: 12 });
    await api.app.listen({ port: 0, host: '127.0.0.1' });
    url = `ws://127.0.0.1:${(api.app.server.address() as AddressInfo).port}/graphql`;
    ({ email } = await api.company('Ours'));
  }, 60_000);
  afterAll(() => api?.close());

  it('of one user are told to come back later, and may once another has gone', async () => {
    const token = (await api.signIn(email)).authorization.replace('Bearer ', '');
    const open = await Promise.all([1, 2, 3].map(() => openRawLine(url)));
    for (const line of open) await line.hello(token);
    const one = await openRawLine(url);
    one.say({ type: 'connection_init', payload: { token } });
    expect(await one.closed).toBe(1013);
    open[0]!.socket.close();
    await open[0]!.closed;
    await expect
      .poll(async () => {
        const next = await openRawLine(url);
        next.say({ type: 'connection_init', payload: { token } });
        await expect.poll(() => next.types().length + next.socket.readyState, waiting).not.toBe(1);
        open.push(next);
        return next.types();
      }, waiting)
      .toContain('connection_ack');
    for (const line of open) line.socket.close();
  });

  it('of one address are refused before they have said anything', async () => {
    let open: Awaited<ReturnType<typeof openRawLine>>[] = [];
    const six = async () => {
      for (const line of open) line.socket.close();
      open = await Promise.all(Array.from({ length: 6 }, () => openRawLine(url)));
      return open.map(({ socket }) => socket.readyState);
    };
    await expect.poll(six, waiting).toEqual(Array(6).fill(WebSocket.OPEN));
    expect(await (await openRawLine(url)).closed).toBe(1006);
    for (const line of open) line.socket.close();
    await expect.poll(async () => (await openRawLine(url)).socket.readyState, waiting).toBe(WebSocket.OPEN);
  });
});
