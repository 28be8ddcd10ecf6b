import type { AddressInfo } from 'node:net';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AuditEntry } from '../../contract/audit.ts';
import { channels } from '../../contract/channels.ts';
import type { TicketView } from '../../contract/ticket.ts';
import type { SessionUserView, UserView } from '../../contract/user.ts';
import { givableRules } from '../../domain/access/grant.ts';
import type { Context } from '../../domain/desk/desk.ts';
import { password, startTestApi } from '../../testing/api.ts';
import { createWatcher } from '../../testing/live.ts';

type Header = { authorization: string };
interface Role {
  readonly id: string;
  readonly name: string;
  readonly rules: readonly string[];
  readonly queueScope: string;
}
type Refused = { error: string; errors?: Record<string, string>; details?: Record<string, unknown> };

describe('roles of a company’s own', () => {
  let api: Awaited<ReturnType<typeof startTestApi>>;
  let url = '';
  let companyId = '';
  let context: Context;
  let admin: Header;
  const queue = { sales: '', support: '' };
  const live = createWatcher(() => url);
  let count = 0;

  beforeAll(async () => {
    api = await startTestApi();
    await api.app.listen({ port: 0, host: '127.0.0.1' });
    url = `ws://127.0.0.1:${(api.app.server.address() as AddressInfo).port}/graphql`;
  }, 30_000);
  beforeEach(async () => {
    const company = await api.company('Ours');
    companyId = company.companyId;
    context = { companyId, actor: { kind: 'system', id: 'test' } };
    for (const [name, color] of [
      ['sales', '#4073d5'],
      ['support', '#4073d4'],
    ] as const) {
      queue[name] = uuidv7();
      await api.desk.records('queue').create(context, { id: queue[name], name, color });
    }
    admin = await api.signIn(company.email);
  });
  afterEach(() => live.close());
  afterAll(() => api.close());

  async function call<T = Refused>(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    headers: Header,
    payload?: object,
  ) {
    const answer = await api.app.inject({ method, url: `/api${path}`, headers, ...(payload && { payload }) });
    return {
      status: answer.statusCode,
      body: (/json/.test(String(answer.headers['content-type'])) ? answer.json() : undefined) as T,
    };
  }
  const create = async (values: object, who = admin) => {
    const { status, body } = await call<Role>('POST', '/roles', who, { name: `Papel ${++count}`, ...values });
    expect(status, JSON.stringify(body)).toBe(201);
    return body;
  };
  const add = async (values: object) => {
    const email = `p${++count}-${companyId}@example.org`;
    const { status, body } = await call<UserView>('POST', '/users', admin, {
      name: `Bruno ${count}`,
      email,
      password,
      ...values,
    });
    expect(status, JSON.stringify(body)).toBe(201);
    return { ...body, email, header: await api.signIn(email) };
  };
  const withRules = async (rules: readonly string[], more: object = {}) => {
    const role = await create({ rules, ...more });
    return { role, ...(await add({ roleId: role.id })) };
  };
  const tokenOf = ({ authorization }: Header) => authorization.replace('Bearer ', '');

  it('has the rules that a role may have, in their order, and never one of the platform', async () => {
    const role = await create({ rules: ['audit:view', 'contacts-page:export', 'audit:view'] });
    expect(role).toMatchObject({ rules: ['contacts-page:export', 'audit:view'], queueScope: 'own' });
    for (const rule of ['super', 'everyone', 'tickets:everyQueue', 'no:such']) {
      const { status, body } = await call('POST', '/roles', admin, { name: 'Mau', rules: [rule] });
      expect([status, body.error], rule).toEqual([400, 'ERR_VALIDATION']);
    }
    const twice = await call('POST', '/roles', admin, { name: role.name.toUpperCase() });
    expect([twice.status, twice.body.errors]).toEqual([409, { name: 'ERR_ALREADY_EXISTS' }]);
    for (const name of ['Administrador', ' ADMIN ', 'usuario', 'Supervisor']) {
      const { status, body } = await call('POST', '/roles', admin, { name });
      expect([status, body.errors], name).toEqual([400, { name: 'ERR_ALREADY_EXISTS' }]);
    }
    const foreign = await call('POST', '/roles', admin, {
      name: 'Longe',
      queueScope: 'chosen',
      queueIds: ['x'],
    });
    expect([foreign.status, foreign.body.errors]).toEqual([400, { queueIds: 'not_found' }]);
  });

  it('hides the queues of who has it, and a form that sends back those shown does not give them for good', async () => {
    const role = await create({ queueScope: 'chosen', queueIds: [queue.sales] });
    const { id, header, ...given } = await add({ roleId: role.id, queueIds: [queue.support] });
    expect(given.queueIds).toEqual([queue.sales]);
    const { queueIds, queues } = given;
    for (const sent of [{ queueIds }, { queues }]) {
      const back = await call('PUT', `/users/${id}`, admin, { name: 'Bruna', roleId: role.id, ...sent });
      expect(back.status).toBe(200);
    }
    const own = await call<UserView>('PUT', `/users/${id}`, header, { name: 'Bruna Reis', queueIds });
    expect([own.status, own.body.name]).toEqual([200, 'Bruna Reis']);
    const left = await call<UserView>('PUT', `/users/${id}`, admin, { roleId: null });
    expect(left.body.queueIds).toEqual([queue.support]);
    // Whoever takes the role away and names queues says which: these.
    await call('PUT', `/users/${id}`, admin, { roleId: role.id });
    const named = await call<UserView>('PUT', `/users/${id}`, admin, { roleId: null, queueIds });
    expect(named.body.queueIds).toEqual([queue.sales]);
  });

  it('takes effect with the next call: what is given opens, what is taken is refused to the page that is open', async () => {
    const { role, header } = await withRules([]);
    const statuses = async () =>
      (
        await Promise.all(['/audit', '/contacts/export', '/usage'].map((path) => call('GET', path, header)))
      ).map(({ status }) => status);
    expect(await statuses()).toEqual([403, 403, 403]);
    await call('PUT', `/roles/${role.id}`, admin, { rules: ['audit:view', 'contacts-page:export'] });
    expect(await statuses()).toEqual([200, 200, 403]);
    const me = await call<SessionUserView>('GET', '/auth/me', header);
    expect(me.body).toMatchObject({
      profile: 'user',
      roleId: role.id,
      rules: ['contacts-page:export', 'audit:view'],
    });
    await call('PUT', `/roles/${role.id}`, admin, { rules: ['audit:view'] });
    expect(await statuses()).toEqual([200, 403, 403]);
  });

  it('has its own queues, in place of the person’s, or all of them', async () => {
    const { role, id: userId, header } = await withRules([]);
    await call('PUT', `/users/${userId}`, admin, { queueIds: [queue.support] });
    const connectionId = uuidv7();
    await api.desk.connections.create(context, { connectionId, name: 'Loja', channel: 'simulator' });
    const { contactId } = await api.desk.contacts.ensure(context, {
      numbers: ['5511977005100'],
      name: 'M',
      origin: 'import',
    });
    const { ticketId, position } = await api.desk.tickets.receive(context, {
      ...{ connectionId, queueId: queue.sales, contactId, externalId: 'X1', fromMe: false, body: 'oi' },
      ...{ mediaType: 'chat', sentAt: new Date().toISOString() },
    });
    await api.reached(position);
    const look = async () => (await call<TicketView>('GET', `/tickets/${ticketId}`, header)).status;
    const room = async () =>
      JSON.stringify((await live.watch(tokenOf(header), [channels.room(companyId, ticketId)])).errors);
    expect([await look(), await room()]).toEqual([403, expect.stringContaining('ERR_NO_PERMISSION')]);
    await call('PUT', `/roles/${role.id}`, admin, { queueScope: 'chosen', queueIds: [queue.sales] });
    expect([await look(), await room()]).toEqual([200, '[]']);
    const seen = await call<UserView>('GET', `/users/${userId}`, admin);
    expect(seen.body.queues.map(({ id }) => id)).toEqual([queue.sales]);
    await call('PUT', `/roles/${role.id}`, admin, { queueScope: 'own' });
    expect(await look()).toBe(403);
    await call('PUT', `/roles/${role.id}`, admin, { queueScope: 'all' });
    expect(await look()).toBe(200);
  });

  it('closes and opens live channels at once, with nothing asked anew by the browser', async () => {
    const { role, id: userId, header } = await withRules(['audit:view', 'users:manage']);
    await call('PUT', `/users/${userId}`, admin, { queueIds: [] });
    const bruno = await live.watch(tokenOf(header), [
      channels.audit(companyId),
      channels.record(companyId, 'role'),
      channels.ticket(companyId),
      channels.user(companyId),
    ]);
    expect(bruno.errors).toEqual([]);
    const tell = async () => create({ name: `Novo ${++count}` });
    const heard = () => new Set(bruno.items.map(({ channel }) => channel.split('-').at(-1)));
    await tell();
    await expect.poll(heard, { timeout: 3_000 }).toEqual(new Set(['audit', 'role']));
    await call('PUT', `/roles/${role.id}`, admin, { rules: [] });
    await expect.poll(() => bruno.items.map(({ action }) => action), { timeout: 3_000 }).toContain('resync');
    bruno.items.length = 0;
    await tell();
    const other = await add({});
    // Comes after all that: nothing is still on its way. Of a colleague no e-mail is seen any more.
    await expect
      .poll(() => bruno.items.find(({ id }) => id === other.id)?.document, { timeout: 3_000 })
      .toMatchObject({ email: '' });
    expect(heard()).toEqual(new Set(['user']));
    await call('PUT', `/roles/${role.id}`, admin, { rules: ['users:manage'] });
    await expect.poll(() => bruno.items.map(({ action }) => action), { timeout: 3_000 }).toContain('resync');
    await tell();
    await expect.poll(heard, { timeout: 3_000 }).toContain('role');
  });

  it('nobody gives what they do not have: in a role, to a colleague, to themselves, nor by being somebody else', async () => {
    const mine = [
      'users:manage',
      'user-modal:editProfile',
      'user-modal:editQueues',
      'roles:manage',
      'quick-messages:own',
      'schedules:manage',
      'chats:use',
    ];
    const hr = await withRules(mine);
    const strong = await create({ rules: ['audit:view'] });
    const weak = await create({ rules: ['quick-messages:own'] });
    const everywhere = await create({ rules: [], queueScope: 'all' });
    const ofSales = await create({ rules: [], queueScope: 'chosen', queueIds: [queue.sales] });
    const boss = await add({ profile: 'admin' });
    const colleague = await add({});
    const tries: readonly [string, 'POST' | 'PUT' | 'DELETE', string, object?][] = [
      ['a role with more', 'POST', '/roles', { name: 'Mais', rules: ['billing:manage'] }],
      ['a role of every queue', 'POST', '/roles', { name: 'Todas', queueScope: 'all' }],
      [
        'a role of a foreign queue',
        'POST',
        '/roles',
        { name: 'Uma', queueScope: 'chosen', queueIds: [queue.sales] },
      ],
      ['their own role, upwards', 'PUT', `/roles/${hr.role.id}`, { rules: [...mine, 'audit:view'] }],
      ['a stronger role, even to weaken it', 'PUT', `/roles/${strong.id}`, { rules: [] }],
      ['a stronger role, away', 'DELETE', `/roles/${strong.id}`],
      ['a stronger role, replaced', 'POST', `/roles/${strong.id}/replacement`, { profile: 'user' }],
      ['a weak role, replaced by a profile', 'POST', `/roles/${weak.id}/replacement`, { profile: 'admin' }],
      ['themselves a stronger role', 'PUT', `/users/${hr.id}`, { roleId: strong.id }],
      ['themselves every queue', 'PUT', `/users/${hr.id}`, { roleId: everywhere.id }],
      ['themselves a role of a foreign queue', 'PUT', `/users/${hr.id}`, { roleId: ofSales.id }],
      [
        'a new colleague a role of a foreign queue',
        'POST',
        '/users',
        { name: 'Eva', email: `e-${companyId}@e.org`, roleId: ofSales.id },
      ],
      [
        'a role of a foreign queue in another’s place',
        'POST',
        `/roles/${weak.id}/replacement`,
        { roleId: ofSales.id },
      ],
      [
        'a role of a foreign queue, replaced',
        'POST',
        `/roles/${ofSales.id}/replacement`,
        { roleId: weak.id },
      ],
      ['themselves a queue', 'PUT', `/users/${hr.id}`, { queueIds: [queue.sales] }],
      ['themselves what has no queue', 'PUT', `/users/${hr.id}`, { allTicket: true }],
      ['themselves a profile', 'PUT', `/users/${hr.id}`, { profile: 'admin' }],
      ['a colleague a stronger role', 'PUT', `/users/${colleague.id}`, { roleId: strong.id }],
      ['a colleague a profile', 'PUT', `/users/${colleague.id}`, { profile: 'supervisor' }],
      [
        'a new colleague a profile',
        'POST',
        '/users',
        { name: 'Eva', email: `e-${companyId}@e.org`, profile: 'admin' },
      ],
      ['an admin a password', 'PUT', `/users/${boss.id}`, { password: 'tucano só meu 1' }],
      ['an admin away', 'DELETE', `/users/${boss.id}`],
      ['an admin’s second step', 'DELETE', `/users/${boss.id}/totp`],
      ['an admin’s account of the provider', 'DELETE', `/users/${boss.id}/identity`],
    ];
    const before = await api.contentOf(companyId);
    for (const [what, method, path, body] of tries) {
      const { status, body: refused } = await call(method, path, hr.header, body);
      expect([what, status, refused?.error]).toEqual([what, 403, 'ERR_NO_PERMISSION']);
    }
    expect(await api.contentOf(companyId)).toEqual(before);
    const sessions = await call<{ id: string; user: { id: string }; mayEnd: boolean }[]>(
      'GET',
      '/sessions',
      hr.header,
    );
    const ofBoss = sessions.body.find(({ user }) => user.id === boss.id)!;
    expect(ofBoss.mayEnd).toBe(false);
    expect((await call('DELETE', `/sessions/${ofBoss.id}`, hr.header)).status).toBe(403);
    // Who has a foreign queue by their role is a colleague as well.
    const seller = await add({ roleId: ofSales.id });
    const renamed = await call('PUT', `/users/${seller.id}`, hr.header, { name: 'Lia', roleId: ofSales.id });
    expect(renamed.status).toBe(200);
    // But nobody whom they may be: by a password they would see those tickets.
    const elsewhere = await add({ queueIds: [queue.sales] });
    const waiting = await add({ allTicket: true });
    for (const { id } of [seller, elsewhere, waiting])
      for (const change of [{ password: 'tucano só meu 1' }, { email: `x-${id}@e.org` }]) {
        const { status, body: refused } = await call('PUT', `/users/${id}`, hr.header, change);
        const errors = { [Object.keys(change)[0]!]: 'otherQueues' };
        expect([status, refused]).toMatchObject([403, { error: 'ERR_NO_PERMISSION', errors }]);
      }
    for (const path of ['totp', 'identity'])
      expect((await call('DELETE', `/users/${elsewhere.id}/${path}`, hr.header)).status).toBe(403);
    const own = { password: 'tucano só meu 1', email: `y-${colleague.id}@e.org` };
    expect((await call('PUT', `/users/${colleague.id}`, hr.header, own)).status).toBe(200);
    expect((await call('PUT', `/users/${elsewhere.id}`, hr.header, { name: 'Rui' })).status).toBe(200);
    // What they have they may give.
    expect((await call('PUT', `/users/${colleague.id}`, hr.header, { roleId: weak.id })).status).toBe(200);
    expect((await call('PUT', `/roles/${weak.id}`, hr.header, { rules: [] })).status).toBe(200);
    expect((await call('POST', '/roles', hr.header, { name: 'Igual', rules: mine })).status).toBe(201);
  });

  it('in use it is not deleted, with the count; replaced it is, and everybody has the other', async () => {
    const { role, id: userId, header } = await withRules(['audit:view']);
    const second = await add({ roleId: role.id });
    const refused = await call('DELETE', `/roles/${role.id}`, admin);
    expect([refused.status, refused.body.error, refused.body.details]).toEqual([
      409,
      'ERR_ROLE_IN_USE',
      { users: 2 },
    ]);
    const next = await create({ rules: ['dashboard:view'] });
    const self = await call('POST', `/roles/${role.id}/replacement`, admin, { roleId: role.id });
    expect([self.status, self.body.error]).toEqual([404, 'ERR_ROLE_NOT_FOUND']);
    const moved = await call('POST', `/roles/${role.id}/replacement`, admin, { roleId: next.id });
    expect([moved.status, moved.body]).toEqual([200, { moved: 2 }]);
    for (const one of [userId, second.id])
      expect((await call<UserView>('GET', `/users/${one}`, admin)).body.roleId).toBe(next.id);
    expect((await call('GET', '/audit', header)).status).toBe(403);
    expect((await call('GET', `/roles/${role.id}`, admin)).status).toBe(404);
    const gone = await call('PUT', `/users/${userId}`, admin, { roleId: role.id });
    expect([gone.status, gone.body.errors]).toEqual([404, { roleId: 'ERR_ROLE_NOT_FOUND' }]);
    expect(
      (await call('POST', `/roles/${next.id}/replacement`, admin, { profile: 'supervisor' })).body,
    ).toEqual({ moved: 2 });
    expect((await call<UserView>('GET', `/users/${userId}`, admin)).body).toMatchObject({
      profile: 'supervisor',
    });
  });

  it.each([1, 2, 3])(
    'of an admin who gives it and one who deletes it at once one is refused: %i',
    async () => {
      const role = await create({ rules: [] });
      const { userId } = await api.desk.users.create(context, {
        ...{ name: 'Eva', email: `eva${++count}-${companyId}@example.org`, profile: 'user' },
      });
      const outcomes = await Promise.allSettled([
        api.desk.users.update(context, { userId, roleId: role.id }),
        api.desk.records('role').delete(context, { id: role.id }),
      ]);
      expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(1);
      await api.contentOf(companyId);
      const user = await call<UserView>('GET', `/users/${userId}`, admin);
      const there = await call('GET', `/roles/${role.id}`, admin);
      expect([user.body.roleId, there.status]).toEqual(
        outcomes[0].status === 'fulfilled' ? [role.id, 200] : [undefined, 404],
      );
    },
  );

  it('the last admin cannot be given one, nor do people with roles count as admins', async () => {
    const role = await create({ rules: givableRules, queueScope: 'all' });
    const other = await add({ roleId: role.id });
    const me = (await call<UserView>('GET', '/auth/me', admin)).body;
    for (const who of [admin, other.header]) {
      const { status, body } = await call('PUT', `/users/${me.id}`, who, {
        profile: 'user',
        roleId: role.id,
      });
      expect([status, body.error]).toEqual([409, 'ERR_LAST_ADMIN']);
    }
    expect((await call('DELETE', `/users/${me.id}`, other.header)).body.error).toBe('ERR_LAST_ADMIN');
  });

  it('a profile takes its place, and both at once are refused', async () => {
    const { role, id: userId, header } = await withRules([]);
    const both = await call('PUT', `/users/${userId}`, admin, { profile: 'supervisor', roleId: role.id });
    expect([both.status, both.body.errors]).toEqual([400, { roleId: 'invalid' }]);
    const sent = await call<UserView>('PUT', `/users/${userId}`, admin, { profile: 'user', name: 'Outro' });
    expect(sent.body).toMatchObject({ roleId: role.id, name: 'Outro' });
    const up = await call<UserView>('PUT', `/users/${userId}`, admin, { profile: 'supervisor' });
    expect([up.body.profile, up.body.roleId]).toEqual(['supervisor', undefined]);
    expect((await call('GET', '/auth/me', header)).body).not.toHaveProperty('rules');
  });

  it('an update by a build that knows no roles keeps it, and another profile ends it', async () => {
    const { role, id: userId } = await withRules([]);
    const { position } = await api.desk.users.update(context, { userId, name: 'Sem saber' });
    await api.reached(position);
    expect((await call<UserView>('GET', `/users/${userId}`, admin)).body.roleId).toBe(role.id);
  });

  it('who changed it stands in the audit list, before and after', async () => {
    const role = await create({ rules: ['audit:view'] });
    await call('PUT', `/roles/${role.id}`, admin, {
      rules: ['audit:view', 'dashboard:view'],
      queueScope: 'all',
    });
    const { userId } = await withRules([]).then(({ id }) => ({ userId: id }));
    await call('PUT', `/users/${userId}`, admin, { roleId: role.id });
    const { body } = await call<{ entries: AuditEntry[] }>('GET', '/audit?kind=role', admin);
    const changed = body.entries.find(({ action, title }) => action === 'Updated' && title === role.name)!;
    expect(changed.changes).toEqual([
      { field: 'rules', before: ['audit:view'], after: ['dashboard:view', 'audit:view'] },
      { field: 'queueScope', before: 'own', after: 'all' },
    ]);
    const given = await call<{ entries: AuditEntry[] }>('GET', '/audit?kind=user', admin);
    expect(given.body.entries.find(({ action }) => action === 'RoleChanged')!.changes).toMatchObject([
      { field: 'roleId', after: role.id },
    ]);
  });
});
