import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ConnectionView } from '../../contract/connection.ts';
import { usualPace } from '../../domain/connection/usual-pace.ts';
import { readPairingNumber } from '../../messaging/pairing.ts';
import { startTestApi } from '../../testing/api.ts';

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

  const call = (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, payload?: object) =>
    api.app.inject({ method, url: `/api/whatsapp${url}`, headers, ...(payload && { payload }) });
  const create = async (name: string, more: object = {}) =>
    (await call('POST', '', { name, channel: 'simulator', ...more })).json<ConnectionView>();
  const queueOf = (name: string) =>
    api.app.inject({ method: 'POST', url: '/api/queue', headers, payload: { name, color: '#123456' } });
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

  it('keeps what two people changed of one at the same time, each another field', async () => {
    const texts = { greetingMessage: 'Olá', complationMessage: 'Até logo', outOfHoursMessage: 'Fechado' };
    const { id } = await create('Matriz', texts);
    const saved = await Promise.all([
      call('PATCH', `/${id}`, { name: 'Centro' }),
      call('PATCH', `/${id}`, { ratingMessage: 'Que nota?' }),
    ]);
    expect(saved.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect((await call('PATCH', `/${id}`, {})).json()).toMatchObject({
      name: 'Centro',
      isDefault: true,
      ...texts,
      ratingMessage: 'Que nota?',
    });
  });

  it('shows number and status as they were told last, and since when', async () => {
    const { companyId, email } = await api.company('Padaria');
    headers = await api.signIn(email);
    const made = await create('Matriz');
    expect(made).toMatchObject({ number: '', status: 'DISCONNECTED' });
    const told = { status: 'CONNECTED', number: '5511988887777' } as const;
    const context = { companyId, actor: { kind: 'system', id: 'test' } } as const;
    await setTimeout(2);
    const { position } = await api.desk.connections.reportStatus(context, { connectionId: made.id, ...told });
    await api.reached(position);
    const [shown] = (await call('GET', '')).json<ConnectionView[]>();
    expect(shown).toMatchObject({ id: made.id, name: 'Matriz', ...told });
    await setTimeout(2);
    const renamed = (await call('PATCH', `/${made.id}`, { name: 'Centro' })).json<ConnectionView>();
    expect(renamed).not.toHaveProperty('formerNumber');
    const other = await api.desk.connections.reportStatus(context, {
      ...{ connectionId: made.id, status: 'CONNECTED', number: '5511988886666' },
    });
    await api.reached(other.position);
    const [paired] = (await call('GET', '')).json<ConnectionView[]>();
    expect(paired).toMatchObject({ number: '5511988886666', formerNumber: { number: told.number } });
    const since = [made, shown!, renamed].map(({ updatedAt }) => updatedAt);
    expect(since).toEqual([...new Set(since)].toSorted());
  });

  it('hands over to the next when it is deleted', async () => {
    const { id } = await create('Matriz');
    await create('Filial');
    expect((await call('DELETE', `/${id}`)).statusCode).toBe(204);
    expect(await defaults()).toEqual(['Filial']);
  });

  it('hands over to the one that is left when its heir is deleted with it', async () => {
    const { id } = await create('Matriz');
    const { id: heir } = await create('Filial');
    await create('Loja');
    const deleted = await Promise.all([call('DELETE', `/${id}`), call('DELETE', `/${heir}`)]);
    expect(deleted.map(({ statusCode }) => statusCode)).toEqual([204, 204]);
    expect(await defaults()).toEqual(['Loja']);
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

  it('writes to new people at the pace of its channel until somebody sets another, which stays', async () => {
    const { id, pace } = await create('Matriz', { channel: 'whatsapp' });
    expect(pace).toEqual(usualPace);
    expect((await create('Teste')).pace).toBeUndefined();
    const slow = { ...usualPace, newPerMinute: 1, typing: 'always' };
    const changed = await call('PUT', `/${id}`, { name: 'Matriz', isDefault: true, pace: slow });
    expect(changed.json<ConnectionView>().pace).toEqual(slow);
    // Another client, which knows nothing of it.
    const renamed = await call('PUT', `/${id}`, { name: 'Centro', isDefault: true });
    expect(renamed.json<ConnectionView>()).toMatchObject({ name: 'Centro', pace: slow });
    const wild = await call('PUT', `/${id}`, {
      name: 'Matriz',
      isDefault: true,
      pace: { ...slow, newPerDay: -1 },
    });
    expect(wild.statusCode).toBe(400);
  });

  it('keeps what a PUT leaves out, every field of it, and what it names stands there', async () => {
    const texts = { greetingMessage: 'Olá', complationMessage: 'Até', outOfHoursMessage: 'Fechado' };
    const { id: queueId } = (await queueOf('Vendas')).json<{ id: string }>();
    const { id } = await create('Matriz', { ...texts, ratingMessage: 'Nota?', queueIds: [queueId] });
    const kept = { ...texts, ratingMessage: 'Nota?', queues: [{ id: queueId }], isDefault: true };
    const renamed = await call('PUT', `/${id}`, { name: 'Centro' });
    expect([renamed.statusCode, renamed.json()]).toMatchObject([200, { ...kept, name: 'Centro' }]);
    const emptied = await call('PUT', `/${id}`, { greetingMessage: '', queueIds: [] });
    const now = { ...kept, name: 'Centro', greetingMessage: '', queues: [] };
    expect([emptied.statusCode, emptied.json()]).toMatchObject([200, now]);
  });

  it('is paired by a code that is typed into its phone when its number is given, and a wrong number is refused', async () => {
    const { id } = await create('Matriz', { channel: 'whatsapp' });
    const pair = (url: string, payload?: object) =>
      api.app.inject({
        method: 'PUT',
        url: `/api/whatsappsession/${url}`,
        headers,
        ...(payload && { payload }),
      });
    const wrong = await pair(id, { number: '123' });
    expect([wrong.statusCode, wrong.json().errors]).toEqual([400, { number: 'invalid' }]);
    expect(await readPairingNumber(api.state, id)).toBeUndefined();
    expect((await pair(id, { number: '(11) 98888-7777' })).statusCode).toBe(200);
    expect(await readPairingNumber(api.state, id)).toBe('5511988887777');
    // The picture instead.
    expect((await pair(id)).statusCode).toBe(200);
    expect(await readPairingNumber(api.state, id)).toBeUndefined();
    const test = await create('Teste');
    expect((await pair(test.id, { number: '(11) 98888-7777' })).statusCode).toBe(400);
  });

  it('is started, paired anew, ended and started again as its row and the page ask', async () => {
    const { companyId, email } = await api.company('Oficina');
    headers = await api.signIn(email);
    const [first, second] = [await create('Matriz'), await create('Filial')];
    const ask = (method: 'POST' | 'PUT' | 'DELETE', path: string) =>
      api.app.inject({ method, url: `/api/${path}`, headers });
    for (const method of ['PUT', 'DELETE', 'POST'] as const)
      expect((await ask(method, `whatsappsession/${first.id}`)).statusCode).toBe(200);
    expect((await ask('POST', 'whatsapp-restart')).json()).toEqual({ restarted: 2 });
    const asked = (await api.standOf(companyId, [])).log.flatMap(({ type, data }) =>
      type === 'ConnectionSessionRequested' ? [data as { connectionId: string; wanted: string }] : [],
    );
    const wanted = ({ id }: ConnectionView) =>
      asked.flatMap((one) => (one.connectionId === id ? one.wanted : []));
    expect(wanted(first)).toEqual(['start', 'newQr', 'stop', 'start', 'restart']);
    expect(wanted(second)).toEqual(['start', 'restart']);
  });
});
