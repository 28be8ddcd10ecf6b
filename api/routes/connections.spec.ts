import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ConnectionView } from '../../domain/views/index.ts';
import { startTestApi } from '../testing-api.ts';

describe('the default connection', () => {
  let api: Awaited<ReturnType<typeof startTestApi>>;
  let headers: { authorization: string };
  beforeAll(async () => {
    api = await startTestApi();
  });
  afterAll(() => api.close());
  beforeEach(async () => {
    headers = await api.signIn((await api.company('Loja')).email);
  });

  const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) =>
    api.app.inject({ method, url: `/api/whatsapp${url}`, headers, ...(payload && { payload }) });
  const create = async (name: string, more: object = {}) =>
    (await call('POST', '', { name, channel: 'simulator', ...more })).json<ConnectionView>();
  const defaults = async () =>
    (await call('GET', ''))
      .json<ConnectionView[]>()
      .flatMap(({ name, isDefault }) => (isDefault ? name : []));

  it('is the first there is, asked for or not, and stays until another is asked for', async () => {
    await create('Matriz');
    await create('Filial');
    expect(await defaults()).toEqual(['Matriz']);
    await create('Nova', { isDefault: true });
    expect(await defaults()).toEqual(['Nova']);
  });

  it('hands over to the next when it is deleted', async () => {
    const { id } = await create('Matriz');
    await create('Filial');
    expect((await call('DELETE', `/${id}`)).statusCode).toBe(204);
    expect(await defaults()).toEqual(['Filial']);
  });

  it('stays when it is the last, and when its flag is taken away', async () => {
    const { id, name } = await create('Matriz');
    const deleted = await call('DELETE', `/${id}`);
    expect([deleted.statusCode, deleted.json().error]).toEqual([400, 'ERR_NO_OTHER_WHATSAPP']);
    const changed = await call('PUT', `/${id}`, { name, channel: 'simulator', isDefault: false });
    expect([changed.statusCode, changed.json().errors]).toEqual([
      400,
      { isDefault: 'ERR_NO_OTHER_WHATSAPP' },
    ]);
    expect(await defaults()).toEqual(['Matriz']);
  });
});
