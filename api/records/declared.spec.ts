import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { platformCompanyId } from '../../domain/company/platform.ts';
import { newId } from '../../domain/kernel/ids.ts';
import { password, startTestApi } from '../../testing/api.ts';
import { createWatcher } from '../../testing/live.ts';
import { hashPassword } from '../auth/passwords.ts';

// A record that only this test declares stands in the product's list as any other does: all that it yields comes from
// its declaration alone.
vi.mock('../../records/index.ts', async (original) => {
  const found = await original<typeof import('../../records/index.ts')>();
  const { record } = await import('../../testing/record.ts');
  return { ...found, declarations: [...found.declarations, record] };
});

interface Row {
  readonly id: string;
  readonly [name: string]: unknown;
}

describe('a record of the platform with a secret', () => {
  let api: Awaited<ReturnType<typeof startTestApi>>;
  let root: { authorization: string };
  let admin: { authorization: string };
  let companyId = '';
  beforeAll(async () => {
    api = await startTestApi();
    const context = { companyId: platformCompanyId, actor: { kind: 'system', id: 'test' } as const };
    await api.desk.companies.create(context, { name: 'Platform' });
    const { position } = await api.desk.users.create(context, {
      ...{ name: 'Root', email: 'root@platform.example', profile: 'admin', super: true },
      passwordHash: await hashPassword(password),
    });
    await api.reached(position);
    root = await api.signIn('root@platform.example');
    const made = await api.company('Ours');
    companyId = made.companyId;
    admin = await api.signIn(made.email);
  });
  afterAll(() => api.close());

  const call = async <T = Row>(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    payload?: object,
    headers = root,
  ) => {
    const answer = await api.app.inject({ method, url, headers, ...(payload && { payload }) });
    return { status: answer.statusCode, text: answer.body, body: answer.json<T>() };
  };
  const create = async (values: object = {}) =>
    (await call('POST', '/api/helpers', { name: `Helper ${newId()}`, apiKey: 'sk-very-secret', ...values }))
      .body;

  it('is written by super users, and read by every company', async () => {
    const { id, name } = await create({ level: 1 });
    expect((await call('GET', `/api/helpers/${id}`, undefined, admin)).body).toMatchObject({
      name,
      level: 1,
    });
    const refused = await call('POST', '/api/helpers', { name: 'Ours' }, admin);
    expect([refused.status, refused.body.error]).toEqual([403, 'ERR_NO_PERMISSION']);
    expect((await call('PUT', `/api/helpers/${id}`, { name: 'Ours' }, admin)).status).toBe(403);
    expect((await call('DELETE', `/api/helpers/${id}`, undefined, admin)).status).toBe(403);
  });

  it('keeps its secret in the vault: no event, document or answer has it, only whether there is one', async () => {
    const made = await create();
    expect(made).toMatchObject({ apiKeySet: true });
    const changed = await call('PUT', `/api/resources/helpers/${made.id}`, { apiKey: 'sk-another-secret' });
    expect(changed.body).toMatchObject({ apiKeySet: true, name: made.name });
    const { log, models, state } = await api.standOf(platformCompanyId, [made.id]);
    expect(JSON.stringify([made, changed.body, log, models, state])).not.toMatch(/sk-(very|another)/);
    expect(state.some(({ key }) => key.endsWith(`${made.id}/apiKey`))).toBe(true);
  });

  it('loses its secret where it is emptied, and with its record', async () => {
    const made = await create();
    expect((await call('PUT', `/api/helpers/${made.id}`, { apiKey: null })).body).toMatchObject({
      apiKeySet: false,
    });
    await call('PUT', `/api/helpers/${made.id}`, { apiKey: 'sk-once-more' });
    await call('DELETE', `/api/resources/helpers/${made.id}`);
    const { state } = await api.standOf(platformCompanyId, [made.id]);
    expect(state.filter(({ key }) => key.startsWith('record-secret/'))).toEqual([]);
  });

  it('refuses a secret that its schema does not take, by name, and takes a record back as it was given', async () => {
    const made = await create();
    const short = await call<{ errors: object }>('PUT', `/api/helpers/${made.id}`, { apiKey: 'no' });
    expect([short.status, short.body.errors]).toEqual([400, { apiKey: 'invalid' }]);
    const { body: whole } = await call('GET', `/api/helpers/${made.id}`);
    expect((await call('PUT', `/api/helpers/${made.id}`, whole)).body).toEqual(whole);
  });

  it('is filtered by what its declaration offers', async () => {
    const { id } = await create({ level: 3 });
    const answer = await api.app.inject({
      url: '/api/resources/helpers',
      query: { filter: '{"level":3}' },
      headers: admin,
    });
    expect(answer.json<Row[]>().map((row) => row.id)).toEqual([id]);
  });

  it('stands in the reference with its fields and their values', async () => {
    const { body } = await call<{ paths: Record<string, { post: object }> }>('GET', '/api/docs/json');
    const { post } = body.paths['/api/resources/helpers'] as unknown as {
      post: { requestBody: { content: { 'application/json': { schema: object } } } };
    };
    expect(post.requestBody.content['application/json'].schema).toMatchObject({
      required: ['name'],
      properties: {
        name: { type: 'string', minLength: 2, maxLength: 50 },
        level: { enum: [1, 2, 3], default: 2 },
        apiKey: { type: 'string', writeOnly: true },
      },
    });
  });

  it('is heard of by every company, on the channel’s own name', async () => {
    await api.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = api.app.server.address() as AddressInfo;
    const live = createWatcher(() => `ws://127.0.0.1:${port}/graphql`);
    try {
      const token = admin.authorization.replace('Bearer ', '');
      const heard = await live.watch(token, [`company-${companyId}-helpMeOut`]);
      const { id, name } = await create();
      await expect
        .poll(() => heard.items)
        .toEqual([
          expect.objectContaining({
            channel: `company-${companyId}-helpMeOut`,
            document: expect.objectContaining({ id, name }),
          }),
        ]);
      expect(JSON.stringify(heard.items)).not.toContain('sk-');
      const refused = await live.watch(token, [`company-${companyId}-helper`]);
      expect(JSON.stringify(refused.errors)).toContain('ERR_NO_PERMISSION');
    } finally {
      await live.close();
    }
  });
});
