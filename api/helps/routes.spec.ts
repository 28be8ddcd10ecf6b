import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { platformCompanyId } from '../../domain/company/platform.ts';
import { newId } from '../../domain/kernel/ids.ts';
import { password, startTestApi } from '../../testing/api.ts';
import { hashPassword } from '../auth/passwords.ts';

interface Help {
  readonly id: string;
  readonly title: string;
  readonly video: string;
  readonly description: string;
}

describe('help videos', () => {
  let api: Awaited<ReturnType<typeof startTestApi>>;
  const header = {} as Record<'root' | 'staff' | 'admin', { authorization: string }>;
  beforeAll(async () => {
    api = await startTestApi();
    const context = { companyId: platformCompanyId, actor: { kind: 'system', id: 'test' } as const };
    await api.desk.companies.create(context, { name: 'Platform' });
    const passwordHash = await hashPassword(password);
    const people = { root: true, staff: false };
    for (const [name, isSuper] of Object.entries(people)) {
      const { position } = await api.desk.users.create(context, {
        ...{ name, email: `${name}@platform.example`, profile: 'admin', super: isSuper },
        passwordHash,
      });
      await api.reached(position);
    }
    header.root = await api.signIn('root@platform.example');
    header.staff = await api.signIn('staff@platform.example');
    header.admin = await api.signIn((await api.company('Ours')).email);
  });
  afterAll(() => api.close());

  const call = async <T = Help>(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    { as = 'root', payload }: { as?: keyof typeof header; payload?: object } = {},
  ) => {
    const answer = await api.app.inject({
      method,
      url,
      headers: header[as],
      ...(payload && { payload }),
    });
    return { status: answer.statusCode, body: (answer.body === '' ? null : answer.json()) as T };
  };
  const create = async (title = `Aula ${newId()}`) =>
    (await call('POST', '/api/helps', { payload: { title, video: 'dQw4w9WgXcQ' } })).body;

  it('are read whole by every company, by title, and page by page', async () => {
    const last = await create('Zebra');
    const first = await create('Abelha');
    const { body } = await call<Help[]>('GET', '/api/helps/list', { as: 'admin' });
    const titles = body.map(({ title }) => title);
    expect(body).toContainEqual(expect.objectContaining({ id: first.id, video: 'dQw4w9WgXcQ' }));
    expect(titles.indexOf(first.title)).toBeLessThan(titles.indexOf(last.title));
    const page = await call<{ records: Help[]; count: number; hasMore: boolean }>(
      'GET',
      '/api/helps?searchParam=zebra',
      { as: 'admin' },
    );
    expect(page.body).toMatchObject({ records: [{ id: last.id }], count: 1, hasMore: false });
  });

  it('are more than a page in the list of all', async () => {
    for (let made = 0; made < 21; made += 1) await create();
    const page = await call<{ records: Help[]; hasMore: boolean }>('GET', '/api/helps');
    expect([page.body.records.length, page.body.hasMore]).toEqual([20, true]);
    const next = await call<{ records: Help[] }>('GET', '/api/helps?pageNumber=2');
    const all = (await call<Help[]>('GET', '/api/helps/list')).body.map(({ id }) => id);
    expect(all.length).toBeGreaterThan(20);
    // The store pages by letters, people look for 'Aula 2' before 'Aula 10'.
    expect([...page.body.records, ...next.body.records].map(({ id }) => id).sort()).toEqual(all.sort());
  });

  it('are changed and deleted by super users', async () => {
    const { id } = await create();
    const changed = await call('PUT', `/api/helps/${id}`, { payload: { description: 'Veja antes.' } });
    expect(changed.body).toMatchObject({ id, video: 'dQw4w9WgXcQ', description: 'Veja antes.' });
    expect((await call('DELETE', `/api/helps/${id}`)).status).toBe(204);
    const { body } = await call<Help[]>('GET', '/api/helps/list', { as: 'admin' });
    expect(body.map((help) => help.id)).not.toContain(id);
  });

  it.each(['admin', 'staff'] as const)('are not written by %s, who is no super user', async (as) => {
    const { id, title } = await create();
    const payload = { title: 'Taken over', video: 'aaaaaaaaaaa' };
    const refused = await Promise.all([
      call<{ error: string }>('POST', '/api/helps', { as, payload }),
      call<{ error: string }>('PUT', `/api/helps/${id}`, { as, payload }),
      call<{ error: string }>('DELETE', `/api/helps/${id}`, { as }),
    ]);
    for (const { status, body } of refused) expect([status, body.error]).toEqual([403, 'ERR_NO_PERMISSION']);
    expect((await call('GET', `/api/helps/${id}`)).body.title).toBe(title);
  });

  it('that lack something are refused by the name of the field', async () => {
    const { status, body } = await call<{ errors: object }>('POST', '/api/helps', {
      payload: { title: 'A', video: 'not a code' },
    });
    expect([status, body.errors]).toEqual([400, { title: expect.any(String), video: expect.any(String) }]);
  });

  it('need somebody signed in', async () => {
    expect((await api.app.inject({ url: '/api/helps/list' })).statusCode).toBe(401);
  });
});
