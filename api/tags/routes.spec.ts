import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi } from '../../testing/api.ts';
import { hashPassword } from '../auth/passwords.ts';

describe('tags of tickets over HTTP', () => {
  let api: Awaited<ReturnType<typeof startTestApi>>;
  const header = {} as Record<'admin' | 'agent' | 'sales' | 'other', { authorization: string }>;
  let ticketId = '';

  beforeAll(async () => {
    api = await startTestApi();
    const { companyId, email } = await api.company('Ours');
    const context = { companyId, actor: { kind: 'system', id: 'test' } as const };
    const queue = { agent: uuidv7(), sales: uuidv7() };
    await api.desk.records('queue').create(context, { id: queue.agent, name: 'Suporte', color: '#4073d4' });
    await api.desk.records('queue').create(context, { id: queue.sales, name: 'Vendas', color: '#4073d5' });
    for (const name of ['agent', 'sales'] as const) {
      const user = { name, email: `${name}-${companyId}@example.org`, profile: 'user' as const };
      const passwordHash = await hashPassword('correct horse 42');
      await api.reached(
        (await api.desk.users.create(context, { ...user, queueIds: [queue[name]], passwordHash })).position,
      );
      header[name] = await api.signIn(user.email);
    }
    const { contactId } = await api.desk.contacts.ensure(context, { numbers: ['5511955500142'], name: 'M' });
    const opened = await api.desk.tickets.open(context, {
      ...{ contactId, connectionId: uuidv7(), queueId: queue.agent, userId: null, status: 'pending' },
    });
    ({ ticketId } = opened);
    await api.reached(opened.position);
    header.admin = await api.signIn(email);
    header.other = await api.signIn((await api.company('Theirs')).email);
  }, 30_000);
  afterAll(() => api.close());

  type Who = keyof typeof header;
  const ask = async <T>(who: Who, method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) => {
    const answer = await api.app.inject({ method, url, headers: header[who], ...(payload && { payload }) });
    return { status: answer.statusCode, body: answer.json<T>() };
  };
  const list = async (who: Who) =>
    (await ask<{ name: string; color: string }[]>(who, 'GET', '/api/tags/list')).body;
  const create = (who: Who, values: object) =>
    ask<{ id: string; color: string; errors?: object }>(who, 'POST', '/api/tags', values);
  const sync = (who: Who, tags: unknown[]) =>
    ask<{ tags: { name: string }[] }>(who, 'POST', '/api/tags/sync', { ticketId, tags });

  it('an agent names a new one, with a name alone, and finds it in the list', async () => {
    const made = await create('agent', { name: 'Recompra' });
    expect(made).toMatchObject({ status: 201, body: { color: '#A4CCCC' } });
    expect(await list('agent')).toContainEqual({ id: made.body.id, name: 'Recompra', color: '#A4CCCC' });
    expect(await list('other')).toEqual([]);
  });

  it('says who wrote it, whoever a form says that was', async () => {
    type Tag = { id: string; userId: string };
    const { id: agentId } = (await ask<{ id: string }>('agent', 'GET', '/api/auth/me')).body;
    const made = await ask<Tag>('agent', 'POST', '/api/tags', { name: 'Minha', userId: uuidv7() });
    expect([made.status, made.body.userId]).toEqual([201, agentId]);
    const changed = await ask<Tag>('admin', 'PUT', `/api/tags/${made.body.id}`, {
      ...made.body,
      name: 'Nossa',
    });
    expect([changed.status, changed.body.userId]).not.toContain(agentId);
    const { body } = await ask<{ tags: Tag[] }>('agent', 'GET', '/api/tags?searchParam=nossa&companyId=x');
    expect(body.tags.map(({ userId }) => userId)).toEqual([changed.body.userId]);
  });

  it('only who manages the board makes one a lane of it', async () => {
    expect((await create('agent', { name: 'Raia', kanban: 1 })).status).toBe(403);
    expect((await create('agent', { name: 'Sem raia', kanban: 0 })).status).toBe(201);
    expect((await create('admin', { name: 'Raia', kanban: 1 })).status).toBe(201);
  });

  it('a name too short, or there already, is refused at its field', async () => {
    expect(await create('agent', { name: 'ab' })).toMatchObject({
      status: 400,
      body: { errors: { name: 'tooShort' } },
    });
    expect((await create('agent', {})).body.errors).toEqual({ name: 'required' });
    await create('agent', { name: 'Urgente' });
    expect(await create('agent', { name: 'URGENTE' })).toMatchObject({
      status: 409,
      body: { errors: { name: 'ERR_ALREADY_EXISTS' } },
    });
  });

  it('a ticket wears exactly those that were named last, by whole tags or ids', async () => {
    const one = (await create('agent', { name: 'Primeira' })).body;
    const two = (await create('agent', { name: 'Segunda' })).body;
    const names = async (who: Who, tags: unknown[]) =>
      (await sync(who, tags)).body.tags.map(({ name }) => name);
    expect(await names('agent', [one, two.id, two])).toEqual(['Primeira', 'Segunda']);
    expect(await names('agent', [two])).toEqual(['Segunda']);
    const ticket = await ask<{ tags: { name: string }[] }>('agent', 'GET', `/api/tickets/${ticketId}`);
    expect(ticket.body.tags.map(({ name }) => name)).toEqual(['Segunda']);
    expect(await names('agent', [])).toEqual([]);
  });

  it('are listed twenty a page by name, found by their words, and read alone', async () => {
    const named = Array.from({ length: 21 }, (_, at) => `Etapa ${10 + at}`);
    for (const name of named.toReversed()) await create('other', { name });
    type Page = { tags: { id: string; name: string }[]; count: number; hasMore: boolean };
    const page = async (query = '') => {
      const { body } = await ask<Page>('other', 'GET', `/api/tags${query}`);
      return [body.tags.map(({ name }) => name), body.count, body.hasMore];
    };
    expect(await page()).toEqual([named.slice(0, 20), 21, true]);
    expect(await page('?pageNumber=2')).toEqual([named.slice(20), 21, false]);
    expect(await page('?searchParam=etapa%2017')).toEqual([['Etapa 17'], 1, false]);
    const [tag] = (await ask<Page>('other', 'GET', '/api/tags?searchParam=17')).body.tags;
    expect((await ask<object>('other', 'GET', `/api/tags/${tag!.id}`)).body).toMatchObject(tag!);
  });

  it('of a ticket out of sight, or with a tag that is not ours, it is refused', async () => {
    expect((await sync('sales', [])).status).toBe(403);
    expect((await sync('other', [])).status).toBe(404);
    expect((await sync('agent', [uuidv7()])).status).toBe(404);
  });
});
