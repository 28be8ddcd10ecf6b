import type { AddressInfo } from 'node:net';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { channels } from '../../contract/channels.ts';
import { tellUpload } from '../../messaging/uploads.ts';
import { startTestApi } from '../../testing/api.ts';
import { createWatcher } from '../../testing/live.ts';
import { hashPassword } from '../auth/passwords.ts';

const password = 'correct horse 42';

describe('two api processes on the same stores', () => {
  let one: Awaited<ReturnType<typeof startTestApi>>;
  let other: typeof one;
  let companyId = '';
  let admin = '';
  let ana = '';
  let ticketId = '';
  const liveOf = (api: () => typeof one) =>
    createWatcher(() => `ws://127.0.0.1:${(api().app.server.address() as AddressInfo).port}/graphql`);
  const atOne = liveOf(() => one);
  const atOther = liveOf(() => other);

  beforeAll(async () => {
    one = await startTestApi();
    other = await startTestApi({ path: one.path });
    for (const { app } of [one, other]) await app.listen({ port: 0, host: '127.0.0.1' });
    const company = await one.company('Ours');
    companyId = company.companyId;
    admin = company.email;
    ana = `ana-${companyId}@example.org`;
    const context = { companyId, actor: { kind: 'system', id: 'test' } as const };
    const connectionId = uuidv7();
    const queueId = uuidv7();
    await one.desk.records('queue').create(context, { id: queueId, name: 'Suporte', color: '#4073d4' });
    await one.desk.connections.create(context, { connectionId, name: 'Loja', channel: 'simulator' });
    await one.desk.users.create(context, {
      userId: uuidv7(),
      name: 'Ana',
      email: ana,
      profile: 'user',
      queueIds: [queueId],
      passwordHash: await hashPassword(password),
    });
    const opened = await one.desk.tickets.receive(context, {
      ...{ connectionId, queueId, contactId: uuidv7(), externalId: 'T1', fromMe: false, body: 'Olá' },
      ...{ mediaType: 'chat', sentAt: new Date().toISOString() },
    });
    ticketId = opened.ticketId;
    await one.reached(opened.position);
  }, 60_000);
  afterEach(async () => {
    await atOne.close();
    await atOther.close();
  });
  afterAll(async () => {
    await other?.close();
    await one?.close();
  });

  const tokenOf = async (api: typeof one, email: string) =>
    (await api.signIn(email)).authorization.replace('Bearer ', '');
  const sit = (api: typeof one, token: string, at: string | null, typing = false) =>
    api.app.inject({
      method: 'POST',
      url: '/api/presence',
      headers: { authorization: `Bearer ${token}` },
      payload: { ticketId: at, typing },
    });

  it('who looks at a ticket and types there is seen by colleagues of the other process, and who leaves it', async () => {
    const watching = await atOne.watch(await tokenOf(one, admin), [channels.presence(companyId)]);
    const token = await tokenOf(other, ana);
    const last = () => watching.items.at(-1)?.document;
    expect((await sit(other, token, ticketId, true)).statusCode).toBe(204);
    await expect
      .poll(last, { timeout: 5_000 })
      .toMatchObject({ ticketId, users: [{ name: 'Ana', typing: true }] });
    await sit(other, token, ticketId, false);
    await expect.poll(last, { timeout: 5_000 }).toMatchObject({ ticketId, users: [{ typing: false }] });
    await sit(other, token, null);
    await expect.poll(last, { timeout: 5_000 }).toEqual({ ticketId, users: [], uploads: [] });
  });

  it('how far a file on its way out is, which a gateway tells, is seen in each of them, and that it is there', async () => {
    const watching = [
      await atOne.watch(await tokenOf(one, admin), [channels.presence(companyId)]),
      await atOther.watch(await tokenOf(other, ana), [channels.presence(companyId)]),
    ];
    const upload = { companyId, ticketId, messageId: 'm1' };
    const lasts = () => watching.map(({ items }) => items.at(-1)?.document);
    for (const percent of [10, 60]) {
      await tellUpload(other.state, { ...upload, percent });
      const told = { ticketId, uploads: [{ messageId: 'm1', percent }] };
      await expect.poll(lasts, { timeout: 10_000 }).toMatchObject([told, told]);
    }
    await tellUpload(other.state, { ...upload, percent: undefined });
    await expect.poll(lasts, { timeout: 10_000 }).toMatchObject([{ uploads: [] }, { uploads: [] }]);
  });

  it('who moves from one process to the other stays online', async () => {
    const token = await tokenOf(one, ana);
    await atOne.watch(token, [channels.ticket(companyId)]);
    await atOther.watch(token, [channels.ticket(companyId)]);
    const entries = () => one.state.list(`online/${companyId}/`);
    await expect.poll(async () => (await entries()).length, { timeout: 5_000 }).toBe(2);
    await atOne.leave();
    await expect.poll(async () => (await entries()).length, { timeout: 5_000 }).toBe(1);
    const admins = await one.signIn(admin);
    const { attendants } = (
      await other.app.inject({ method: 'GET', url: '/api/dashboard?days=1', headers: admins })
    ).json<{ attendants: { name: string; email?: string; online: boolean }[] }>();
    // And who asks is there, too.
    expect(attendants.filter(({ online }) => online)).toHaveLength(2);
  });

  it('a role that is changed at one of them holds at the other: for the next call, and on the line that stands', async () => {
    const headers = await one.signIn(admin);
    const ask = async (
      api: typeof one,
      method: 'GET' | 'POST' | 'PUT',
      url: string,
      payload?: object,
      who = headers,
    ) => api.app.inject({ method, url: `/api${url}`, headers: who, ...(payload && { payload }) });
    const role = (await ask(one, 'POST', '/roles', { name: 'Auditor', rules: ['audit:view'] })).json<{
      id: string;
    }>();
    const tags = channels.record(companyId, 'tag');
    const email = `eva-${companyId}@example.org`;
    const added = await ask(one, 'POST', '/users', { name: 'Eva', email, password, roleId: role.id });
    expect(added.statusCode, added.body).toBe(201);
    const eva = await other.signIn(email);
    const look = async () => (await ask(other, 'GET', '/audit', undefined, eva)).statusCode;
    expect(await look()).toBe(200);
    const line = await atOther.watch(eva.authorization.replace('Bearer ', ''), [
      channels.audit(companyId),
      tags,
    ]);
    await ask(one, 'PUT', `/roles/${role.id}`, { rules: [] });
    await expect.poll(() => line.items.map(({ action }) => action), { timeout: 5_000 }).toContain('resync');
    expect(await look()).toBe(403);
    line.items.length = 0;
    await ask(one, 'PUT', `/roles/${role.id}`, { name: 'Outro' });
    await ask(one, 'POST', '/tags', { name: 'the end', color: '#0c0d0e' });
    await expect.poll(() => line.items.map(({ channel }) => channel), { timeout: 5_000 }).toContain(tags);
    expect(line.items.filter(({ channel }) => channel === channels.audit(companyId))).toEqual([]);
    await ask(one, 'PUT', `/roles/${role.id}`, { rules: ['audit:view'] });
    await expect.poll(() => line.items.map(({ action }) => action), { timeout: 5_000 }).toContain('resync');
    expect(await look()).toBe(200);
  });

  it('who signs in or out at one of them ends the line that stands at the other', async () => {
    const line = await atOther.watch(await tokenOf(other, ana), [channels.ticket(companyId)]);
    // A new login ends the session before, wherever its line stands.
    const token = await tokenOf(one, ana);
    await expect.poll(() => line.closes, { timeout: 4_000 }).toEqual([4401]);
    const next = await atOther.watch(token, [channels.ticket(companyId)]);
    const headers = { authorization: `Bearer ${token}` };
    await one.app.inject({ method: 'DELETE', url: '/api/auth/logout', headers });
    await expect.poll(() => next.closes, { timeout: 4_000 }).toEqual([4401]);
  });

  it('failed logins count over all of them, also those that were asked at once', async () => {
    const login = (api: typeof one, given: string) =>
      api.app.inject({
        method: 'POST',
        url: '/api/auth/login',
        remoteAddress: '10.7.7.7',
        payload: { email: ana, password: given },
      });
    const answers = await Promise.all(
      Array.from({ length: 14 }, (_, turn) => login(turn % 2 === 0 ? one : other, 'wrong wrong')),
    );
    const statuses = answers.map(({ statusCode }) => statusCode).sort();
    expect(statuses).toEqual([...Array(10).fill(401), ...Array(4).fill(429)]);
    for (const api of [one, other]) expect((await login(api, password)).statusCode).toBe(429);
  });

  it('what one answered is known in the other, to a browser and to who names the position', async () => {
    const headers = await one.signIn(admin);
    for (let turn = 0; turn < 12; turn++) {
      const [writer, reader] = turn % 2 === 0 ? [one, other] : [other, one];
      const made = await writer.app.inject({
        method: 'POST',
        url: '/api/tags',
        headers,
        payload: { name: `Etiqueta ${turn}`, color: '#4073d4' },
      });
      const [cookie] = made.cookies.filter(({ name }) => name === 'after');
      expect(cookie).toMatchObject({ path: '/api', httpOnly: true, sameSite: 'Strict', maxAge: 10 });
      const synced = await reader.app.inject({
        method: 'POST',
        url: '/api/tags/sync',
        headers: { ...headers, ...(turn % 4 > 1 && { 'x-after': String(made.headers['x-position']) }) },
        cookies: turn % 4 > 1 ? {} : { after: cookie!.value },
        payload: { ticketId, tags: [made.json<{ id: string }>().id] },
      });
      expect(synced.statusCode, synced.body).toBe(200);
    }
  });

  it('a position that nobody has reached holds a request up for no more than a moment, and no later one', async () => {
    const headers = await one.signIn(admin);
    const ask = (after: string) =>
      other.app.inject({ url: '/api/queue', headers: { ...headers, 'x-after': after } });
    const began = performance.now();
    for (const after of ['999999999999999', 'x', '-1', '1e9', '9'.repeat(40)])
      expect((await ask(after)).statusCode).toBe(200);
    expect(performance.now() - began).toBeLessThan(5_000);
  });
});
