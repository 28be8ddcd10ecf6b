import type { AddressInfo } from 'node:net';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { channels } from '../../contract/channels.ts';
import type { UserView } from '../../contract/user.ts';
import type { Context } from '../../domain/desk/desk.ts';
import { waitingMails } from '../../messaging/mail/outbox.ts';
import { startTestApi } from '../../testing/api.ts';
import { createWatcher } from '../../testing/live.ts';
import { hashPassword } from '../auth/passwords.ts';

type Header = { authorization: string };
type Refused = { error: string; errors?: Record<string, string>; details?: Record<string, unknown> };

describe('users', () => {
  let api: Awaited<ReturnType<typeof startTestApi>>;
  let companyId = '';
  let context: Context;
  let admin: Header;
  let adminId = '';
  let queue = { sales: '', support: '' };
  let connectionId = '';
  let count = 0;
  let url = '';
  const live = createWatcher(() => url);
  const password = 'correct horse 42';

  beforeAll(async () => {
    api = await startTestApi();
    await api.app.listen({ port: 0, host: '127.0.0.1' });
    url = `ws://127.0.0.1:${(api.app.server.address() as AddressInfo).port}/graphql`;
  }, 30_000);
  beforeEach(async () => {
    const company = await api.company('Ours');
    companyId = company.companyId;
    context = { companyId, actor: { kind: 'system', id: 'test' } };
    queue = { sales: uuidv7(), support: uuidv7() };
    connectionId = uuidv7();
    await api.desk.records('queue').create(context, { id: queue.sales, name: 'Vendas', color: '#4073d5' });
    await api.desk.records('queue').create(context, { id: queue.support, name: 'Suporte', color: '#4073d4' });
    await api.reached(
      (await api.desk.connections.create(context, { connectionId, name: 'Loja', channel: 'simulator' }))
        .position,
    );
    admin = await api.signIn(company.email);
    adminId = (await call<UserView>('GET', '/auth/me', admin)).body.id;
  });
  afterEach(() => live.close());
  afterAll(() => api.close());

  const call = async <T = Refused>(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    headers: Header,
    payload?: object,
  ) => {
    const answer = await api.app.inject({ method, url: `/api${path}`, headers, ...(payload && { payload }) });
    expect(answer.body).not.toMatch(
      /argon2|passwordHash|passwordSetBy|"password"\s*:\s*"(?!tooShort|tooLong|tooCommon|tooPersonal|required)/,
    );
    return { status: answer.statusCode, body: (answer.body === '' ? undefined : answer.json()) as T };
  };
  const mail = (name: string) => `${name}-${companyId}@example.org`;
  const person = (more: object = {}) => {
    count += 1;
    return { name: `Bruno ${count}`, email: mail(`bruno${count}`), password, ...more };
  };
  const add = async (more: object = {}) => {
    const given = person(more);
    const { status, body } = await call<UserView>('POST', '/users', admin, given);
    expect(status, JSON.stringify(body)).toBe(201);
    return { ...body, email: given.email };
  };
  const login = (email: string, secret: string) =>
    api.app.inject({ method: 'POST', url: '/api/auth/login', payload: { email, password: secret } });
  const tokenOf = ({ authorization }: Header) => authorization.replace('Bearer ', '');

  it('an admin adds one: the usual profile, no queues, and they can sign in', async () => {
    const bruno = await add();
    expect(bruno).toMatchObject({
      profile: 'user',
      allTicket: 'desabled',
      whatsappId: null,
      queues: [],
      queueIds: [],
    });
    expect(bruno).toMatchObject({ super: false, companyId });
    expect((await login(bruno.email, password)).statusCode).toBe(200);
    const full = await add({
      profile: 'supervisor',
      queueIds: [queue.sales],
      whatsappId: connectionId,
      allTicket: 'enable',
    });
    expect(full).toMatchObject({ profile: 'supervisor', whatsappId: connectionId, allTicket: 'enabled' });
    expect(full.queues).toEqual([{ id: queue.sales, name: 'Vendas', color: '#4073d5' }]);
    expect(full.queueIds).toEqual([queue.sales]);
  });

  it.each([
    ['enable', 'enabled'],
    ['enabled', 'enabled'],
    [true, 'enabled'],
    ['desabled', 'desabled'],
    ['disabled', 'desabled'],
    [false, 'desabled'],
  ])('allTicket as %s is %s', async (given, kept) => {
    expect((await add({ allTicket: given })).allTicket).toBe(kept);
  });

  it.each([
    [{ name: 'B' }, { name: 'tooShort' }],
    [{ name: 'B'.repeat(51) }, { name: 'tooLong' }],
    [{ name: '' }, { name: 'required' }],
    [{ name: '\u200b\u200b\u200b' }, { name: 'required' }],
    [{ email: '' }, { email: 'required' }],
    [{ email: undefined }, { email: 'required' }],
    [{ email: 'nobody' }, { email: 'invalidEmail' }],
    [{ password: '1234567' }, { password: 'tooShort' }],
    [{ password: 'aaaaaaaa' }, { password: 'tooCommon' }],
    [{ password: 'senha123' }, { password: 'tooCommon' }],
    [{ password: 'Flamengo1' }, { password: 'tooCommon' }],
    [{ password: 'qwertyuiop' }, { password: 'tooCommon' }],
    [{ name: 'Conceição Barreto', password: 'conceicao.barreto' }, { password: 'tooPersonal' }],
    [{ email: 'tucano.azul@example.org', password: 'TUCANO.azul@example.org' }, { password: 'tooPersonal' }],
    [{ email: 'tucano.azul@example.org', password: 'Tucano-12' }, { password: 'tooPersonal' }],
    [{ password: '1'.repeat(51) }, { password: 'tooLong' }],
    [{ profile: 'king' }, { profile: 'invalid' }],
    [{ queueIds: ['not-there'] }, { queueIds: 'not_found' }],
    [{ whatsappId: 'not-there' }, { whatsappId: 'not_found' }],
    [{ allTicket: 'perhaps' }, { allTicket: 'invalid' }],
  ])('%j is refused at its field', async (given, errors) => {
    const { status, body } = await call('POST', '/users', admin, person(given));
    expect([status, body.error, body.errors]).toEqual([400, 'ERR_VALIDATION', errors]);
  });

  it('an e-mail that somebody has, in any company and spelling, is refused at its field', async () => {
    const { email } = await add();
    const other = await api.signIn((await api.company('Theirs')).email);
    for (const [who, method, path] of [
      [admin, 'POST', '/users'],
      [other, 'POST', '/users'],
      [admin, 'PUT', `/users/${adminId}`],
    ] as const) {
      const given = { ...person({ email: email.toUpperCase() }), currentPassword: password };
      const { status, body } = await call(method, path, who, given);
      expect([status, body.error]).toEqual([409, 'ERR_EMAIL_ALREADY_EXISTS']);
      expect(body.errors).toEqual({ email: 'ERR_EMAIL_ALREADY_EXISTS' });
    }
  });

  it('super, companyId and hashes of a body mean nothing', async () => {
    const evil = { super: true, companyId: uuidv7(), passwordHash: '$argon2id$v=19$evil', id: uuidv7() };
    const bruno = await add(evil);
    expect(bruno).toMatchObject({ super: false, companyId });
    expect(bruno.id).not.toBe(evil.id);
    const { body } = await call<UserView>('PUT', `/users/${bruno.id}`, admin, { ...evil, name: 'Bruno B' });
    expect(body).toMatchObject({ name: 'Bruno B', super: false, companyId, id: bruno.id });
    expect((await login(bruno.email, password)).statusCode).toBe(200);
  });

  it('what an update does not name stays; an empty password is none', async () => {
    const bruno = await add({ profile: 'supervisor', queueIds: [queue.sales], allTicket: true });
    const { body } = await call<UserView>('PUT', `/users/${bruno.id}`, admin, { name: 'B2', password: '' });
    expect(body).toMatchObject({ name: 'B2', profile: 'supervisor', allTicket: 'enabled' });
    expect(body.queues.map(({ id }) => id)).toEqual([queue.sales]);
    expect((await login(bruno.email, password)).statusCode).toBe(200);
    const moved = await call<UserView>('PUT', `/users/${bruno.id}`, admin, {
      queues: [{ id: queue.support }],
    });
    expect(moved.body.queues.map(({ id }) => id)).toEqual([queue.support]);
  });

  it('one is read by their id, and all in one list by name, of one’s own company whichever is named', async () => {
    const [zara, bia] = [await add({ name: 'Zara' }), await add({ name: 'Bia', queueIds: [queue.sales] })];
    expect((await call<UserView>('GET', `/users/${bia.id}`, admin)).body).toMatchObject({
      ...{ id: bia.id, name: 'Bia', email: bia.email, queueIds: [queue.sales], companyId },
    });
    for (const query of ['', `?companyId=${uuidv7()}`]) {
      const { body } = await call<UserView[]>('GET', `/users/list${query}`, admin);
      expect(body.map(({ id, name }) => [id, name])).toEqual([
        ...[
          [adminId, 'Ana'],
          [bia.id, 'Bia'],
          [zara.id, 'Zara'],
        ],
      ]);
    }
    const other = await api.signIn((await api.company('Theirs')).email);
    expect((await call('GET', `/users/${bia.id}`, other)).status).toBe(404);
  });

  it('the list comes in pages by name and is searched by name and e-mail', async () => {
    for (let i = 10; i < 34; i += 1) await add({ name: `Zé Número ${i}` });
    type List = { users: UserView[]; count: number; hasMore: boolean };
    const list = async (query: string, who = admin) => (await call<List>('GET', `/users${query}`, who)).body;
    const [first, second] = [await list(''), await list('?pageNumber=2')];
    expect([first.users.length, first.count, first.hasMore]).toEqual([20, 25, true]);
    expect([second.users.length, second.hasMore]).toEqual([5, false]);
    expect((await list('?searchParam=ze%20numero%2017')).users.map(({ name }) => name)).toEqual([
      'Zé Número 17',
    ]);
    const { email, name } = await add({ name: 'Carla Dias' });
    expect((await list(`?searchParam=${email.split('@')[0]?.split('-')[0]}`)).users[0]?.name).toBe(name);
    const agent = await api.signIn(email);
    const seen = await list('?searchParam=carla', agent);
    expect([seen.count, seen.users[0]?.name]).toEqual([1, 'Carla Dias']);
    // Every word is of the name, not some.
    expect((await list('?searchParam=carla%20numero', agent)).count).toBe(0);
    // Whose an e-mail is must not be found out by looking for it.
    expect((await list(`?searchParam=${companyId.split('-')[0]}`, agent)).count).toBe(0);
    for (const user of (await list('', agent)).users)
      expect(user.email).toBe(user.name === name ? email : '');
  });

  it('an admin filters by profile, queue and state, and sees when each was last there and the places taken', async () => {
    type List = { users: UserView[]; count: number; seats?: { used: number; limit: number | null } };
    const list = async (query: string, who = admin) => (await call<List>('GET', `/users${query}`, who)).body;
    const names = async (query: string) => (await list(query)).users.map(({ name }) => name);
    const sales = await add({ name: 'Vera Vendas', queueIds: [queue.sales] });
    await add({ name: 'Sônia Suporte', profile: 'supervisor', queueIds: [queue.support] });
    await call('POST', '/users', admin, { name: 'Convidada', email: `convidada@${companyId}.example` });
    expect(await names('?profile=supervisor')).toEqual(['Sônia Suporte']);
    expect(await names(`?queueId=${queue.sales}`)).toEqual(['Vera Vendas']);
    expect(await names('?state=invited')).toEqual(['Convidada']);
    expect(await names(`?state=active&queueId=${queue.support}&profile=supervisor`)).toEqual([
      'Sônia Suporte',
    ]);
    expect(await names(`?state=invited&queueId=${queue.support}`)).toEqual([]);
    expect((await list('?profile=supervisor')).count).toBe(1);
    // The first admin takes none.
    expect((await list('')).seats).toEqual({ used: 3, limit: null });
    const lastSeen = async () =>
      (await list('?searchParam=vera')).users.map((user) => user.lastSeen !== undefined);
    expect(await lastSeen()).toEqual([false]);
    const agent = await api.signIn(sales.email);
    await list('', agent);
    await expect.poll(lastSeen).toEqual([true]);
    const foreseen = await list('', agent);
    expect(foreseen.seats).toBeUndefined();
    expect(foreseen.users.every((user) => user.lastSeen === undefined)).toBe(true);
  });

  it('an agent corrects their own name, e-mail and password, and nothing else of themselves', async () => {
    const bruno = await add({ queueIds: [queue.sales] });
    const his = await api.signIn(bruno.email);
    const put = (given: object) => call<UserView & Refused>('PUT', `/users/${bruno.id}`, his, given);
    const email = mail('new');
    expect((await put({ name: 'Bruno Novo', email, currentPassword: password })).body).toMatchObject({
      ...{ name: 'Bruno Novo', email },
    });
    for (const [field, value] of [
      ['profile', 'admin'],
      ['profile', 'supervisor'],
      ['queueIds', [queue.sales, queue.support]],
      ['queueIds', []],
      ['queues', [{ id: queue.support }]],
      ['whatsappId', connectionId],
      ['allTicket', 'enable'],
    ] as const) {
      const { status, body } = await put({ name: 'Changed', [field]: value });
      expect([status, body.error], field).toEqual([403, 'ERR_NO_PERMISSION']);
      expect(Object.keys(body.errors ?? {}), field).toEqual([field === 'queues' ? 'queueIds' : field]);
    }
    // A form that sends back what it was given changes nothing by it.
    const back = await put({ ...bruno, name: 'Bruno Z', email });
    expect([back.status, back.body.name, back.body.profile]).toEqual([200, 'Bruno Z', 'user']);
    expect((await call('PUT', `/users/${adminId}`, his, { name: 'Taken' })).status).toBe(403);
    expect((await call('POST', '/users', his, person())).status).toBe(403);
    expect((await call('DELETE', `/users/${adminId}`, his)).status).toBe(403);
    expect((await call<UserView>('GET', `/users/${adminId}`, admin)).body.name).toBe('Ana');
  });

  it('is sent back as it was given, also where a queue or a connection of theirs is gone', async () => {
    const agent = await add({ queueIds: [queue.sales, queue.support], whatsappId: connectionId });
    await api.desk.records('queue').delete(context, { id: queue.support });
    const other = await api.desk.connections.create(context, {
      connectionId: uuidv7(),
      name: 'Outra',
      channel: 'simulator',
    });
    await api.reached(other.position);
    await api.reached((await api.desk.connections.delete(context, { connectionId })).position);
    const own = await api.signIn(agent.email);
    const { body: given } = await call<UserView>('GET', `/users/${agent.id}`, own);
    const byAgent = await call<UserView>('PUT', `/users/${agent.id}`, own, { ...given, name: 'Bruna Lima' });
    expect([byAgent.status, byAgent.body.name]).toEqual([200, 'Bruna Lima']);
    const { body: shown } = await call<UserView>('GET', `/users/${agent.id}`, admin);
    const byAdmin = await call<UserView>('PUT', `/users/${agent.id}`, admin, {
      ...shown,
      name: 'Bruna Reis',
    });
    expect([byAdmin.status, byAdmin.body.name]).toEqual([200, 'Bruna Reis']);
  });

  it('a supervisor manages nobody', async () => {
    const eva = await api.signIn((await add({ profile: 'supervisor' })).email);
    const bruno = await add();
    expect((await call('PUT', `/users/${bruno.id}`, eva, { name: 'Taken' })).status).toBe(403);
    expect((await call('DELETE', `/users/${bruno.id}`, eva)).status).toBe(403);
    expect((await call('POST', '/users', eva, person())).status).toBe(403);
  });

  it('a super user is changed and deleted by super users only', async () => {
    const root = uuidv7();
    const { position } = await api.desk.users.create(context, {
      ...{ userId: root, name: 'Root', email: mail('root'), profile: 'admin', super: true },
      passwordHash: '$argon2id$v=19$x',
    });
    await api.reached(position);
    expect((await call('PUT', `/users/${root}`, admin, { password: 'taken over' })).status).toBe(403);
    expect((await call('DELETE', `/users/${root}`, admin)).status).toBe(403);
  });

  it('nobody deletes themselves; who is deleted is gone from lists, sessions and the feed', async () => {
    const bruno = await add();
    const his = await api.signIn(bruno.email);
    const line = await live.watch(tokenOf(his), [channels.user(companyId)]);
    const hers = await live.watch(tokenOf(admin), [channels.user(companyId)]);
    const self = await call('DELETE', `/users/${adminId}`, admin);
    expect([self.status, self.body.error]).toEqual([409, 'ERR_OWN_USER']);
    expect((await call('DELETE', `/users/${bruno.id}`, admin)).status).toBe(204);
    expect((await call('GET', '/auth/me', his)).status).toBe(401);
    expect((await call('GET', `/users/${bruno.id}`, admin)).status).toBe(404);
    expect((await login(bruno.email, password)).statusCode).toBe(401);
    await expect.poll(() => line.closes).toEqual([4401]);
    await expect.poll(() => hers.items.map(({ action, id }) => [action, id])).toEqual([['delete', bruno.id]]);
    // The e-mail is free again.
    await add({ email: bruno.email });
  });

  it('the last admin is neither deleted nor demoted, also when two demote each other at the same instant', async () => {
    const demoted = await call('PUT', `/users/${adminId}`, admin, { profile: 'user' });
    expect([demoted.status, demoted.body.error]).toEqual([409, 'ERR_LAST_ADMIN']);
    expect(demoted.body.errors).toEqual({ profile: 'ERR_LAST_ADMIN' });
    const carla = await add({ profile: 'admin' });
    const hers = await api.signIn(carla.email);
    const answers = await Promise.all([
      call('PUT', `/users/${carla.id}`, admin, { profile: 'user' }),
      call('PUT', `/users/${adminId}`, hers, { profile: 'user' }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual(
      expect.arrayContaining([200, expect.toBeOneOf([403, 409])]),
    );
    const users = [adminId, carla.id].map((id) => call<UserView>('GET', `/users/${id}`, admin));
    expect((await Promise.all(users)).filter(({ body }) => body.profile === 'admin')).toHaveLength(1);
  });

  it('a password set by an admin ends the session begun under the old one, wherever it is used', async () => {
    const bruno = await add();
    const answer = await login(bruno.email, password);
    const his = { authorization: `Bearer ${answer.json<{ token: string }>().token}` };
    const refresh = answer.cookies.find((cookie) => cookie.name === 'refresh')!.value;
    const line = await live.watch(tokenOf(his), [channels.user(companyId)]);
    expect((await call('PUT', `/users/${bruno.id}`, admin, { password: 'a new one 1' })).status).toBe(200);
    const refused = await call('GET', '/auth/me', his);
    expect([refused.status, refused.body.details]).toEqual([401, { reason: 'password' }]);
    const renewed = await api.app.inject({
      method: 'POST',
      url: '/api/auth/refresh_token',
      cookies: { refresh },
    });
    expect(renewed.statusCode).toBe(401);
    await expect.poll(() => line.closes).toEqual([4401]);
    expect((await login(bruno.email, password)).statusCode).toBe(401);
    const again = await login(bruno.email, 'a new one 1');
    expect((await call('GET', '/auth/me', { authorization: `Bearer ${again.json().token}` })).status).toBe(
      200,
    );
  });

  it('who sets their own password goes on, and keeps their line', async () => {
    const bruno = await add();
    const his = await api.signIn(bruno.email);
    const line = await live.watch(tokenOf(his), [channels.user(companyId)]);
    const change = { password: 'mine alone 1', currentPassword: password };
    expect((await call('PUT', `/users/${bruno.id}`, his, change)).status).toBe(200);
    expect((await call('GET', '/auth/me', his)).status).toBe(200);
    await add();
    await expect.poll(() => line.items.some(({ action }) => action === 'create')).toBe(true);
    expect(line.closes).toEqual([]);
    expect((await login(bruno.email, 'mine alone 1')).statusCode).toBe(200);
  });

  it.each(['password', 'email'] as const)(
    'who changes their own %s shows the present password first; ten wrong ones and it is asked no more',
    async (field) => {
      const bruno = await add();
      const his = await api.signIn(bruno.email);
      const change = { [field]: field === 'email' ? mail(`moved${++count}`) : 'mine alone 1' };
      const put = (currentPassword?: string) =>
        call('PUT', `/users/${bruno.id}`, his, { ...change, ...(currentPassword && { currentPassword }) });
      const none = await put();
      expect([none.status, none.body.errors]).toEqual([400, { currentPassword: 'required' }]);
      const wrong = await put('wrong wrong');
      expect([wrong.status, wrong.body.error, wrong.body.errors]).toEqual([
        ...[400, 'ERR_WRONG_PASSWORD'],
        { currentPassword: 'ERR_WRONG_PASSWORD' },
      ]);
      // What does not change is not asked about.
      expect(
        (await call('PUT', `/users/${bruno.id}`, his, { name: 'Bruno B', email: bruno.email })).status,
      ).toBe(200);
      for (let turn = 0; turn < 9; turn++) await put('wrong wrong');
      expect((await put(password)).status).toBe(429);
      // The login is another door.
      expect((await login(bruno.email, password)).statusCode).toBe(200);
    },
  );

  it('who changes e-mail and password at once has both, though no letter can be posted at this moment', async () => {
    const bruno = await add();
    const email = mail('new');
    const { set } = api.state;
    const posting = vi.spyOn(api.state, 'set').mockImplementation(async (key, ...rest) => {
      if (key.startsWith(waitingMails)) throw new Error('away');
      return set(key, ...rest);
    });
    const both = { email, password: 'another horse 43' };
    const { status } = await call('PUT', `/users/${bruno.id}`, admin, both);
    posting.mockRestore();
    expect([status, (await login(email, both.password)).statusCode]).toEqual([200, 200]);
  });

  it('a password of an older and shorter rule still signs in', async () => {
    const email = mail('old');
    const { position } = await api.desk.users.create(
      { companyId, actor: { kind: 'system', id: 'test' } },
      { name: 'Olga', email, profile: 'user', passwordHash: await hashPassword('12345') },
    );
    await api.reached(position);
    expect((await login(email, '12345')).statusCode).toBe(200);
  });

  it('nobody may ask of a whole list of e-mails whether they are taken', async () => {
    const bruno = await add();
    const his = await api.signIn(bruno.email);
    const statuses = new Set<number>();
    for (let turn = 0; turn < 61; turn++)
      statuses.add(
        (
          await call('PUT', `/users/${bruno.id}`, his, {
            email: turn % 2 === 0 ? mail('probe') : bruno.email,
            currentPassword: password,
            name: 'Bia',
          })
        ).status,
      );
    expect([...statuses].at(-1)).toBe(429);
  }, 60_000);

  it('the feed tells of users created, changed and deleted, e-mails only to admins, secrets to nobody', async () => {
    const agent = await api.signIn((await add()).email);
    const [managing, other] = [
      await live.watch(tokenOf(admin), [channels.user(companyId)]),
      await live.watch(tokenOf(agent), [channels.user(companyId)]),
    ];
    const foreign = await live.watch(tokenOf(await api.signIn((await api.company('Theirs')).email)), [
      channels.user(companyId),
    ]);
    const bruno = await add({ queueIds: [queue.sales] });
    // A change of two events is told once or twice, as they were folded.
    const actions = (line: typeof managing) => () => [
      ...new Set(line.items.filter(({ id }) => id === bruno.id).map(({ action }) => action)),
    ];
    await expect.poll(actions(managing)).toEqual(['create']);
    await call('PUT', `/users/${bruno.id}`, admin, {
      queueIds: [queue.support],
      password: 'another horse 1',
    });
    await expect.poll(actions(managing)).toEqual(['create', 'update']);
    await call('DELETE', `/users/${bruno.id}`, admin);
    await expect.poll(actions(other)).toEqual(['create', 'update', 'delete']);
    const documents = (line: typeof managing) =>
      line.items.flatMap(({ document }) => document ?? []) as UserView[];
    expect(new Set(documents(managing).map(({ email }) => email))).toEqual(new Set([bruno.email]));
    expect(new Set(documents(other).map(({ email }) => email))).toEqual(new Set(['']));
    expect(JSON.stringify([managing.items, other.items])).not.toMatch(/argon2|password/i);
    expect(JSON.stringify(foreign.errors)).toContain('ERR_NO_PERMISSION');
  });

  it('new rights have the screen loaded anew and hold for the very next request', async () => {
    const bruno = await add({ queueIds: [queue.sales] });
    const his = await api.signIn(bruno.email);
    const line = await live.watch(tokenOf(his), [channels.ticket(companyId)]);
    expect((await call('POST', '/users', his, person())).status).toBe(403);
    await call('PUT', `/users/${bruno.id}`, admin, { profile: 'admin' });
    await expect.poll(() => line.items.map(({ action }) => action)).toContain('resync');
    expect((await call('POST', '/users', his, person())).status).toBe(201);
    await call('PUT', `/users/${bruno.id}`, admin, { profile: 'user' });
    expect((await call('POST', '/users', his, person())).status).toBe(403);
  });
});
