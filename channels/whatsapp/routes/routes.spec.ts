import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { ConnectionView } from '../../../contract/connection.ts';
import type { ConnectionDocument } from '../../../projections/connections/document.ts';
import { startTestApi } from '../../../testing/api.ts';
import { pinnedVersion } from '../client-version.ts';

let page = '2.3000.1999999999';
const server = createServer((_request, response) => response.end(page));
let versionUrl = '';
let api: Awaited<ReturnType<typeof startTestApi>>;
let companyId = '';
const pinned = pinnedVersion.join('.');

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  versionUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(() => void server.close());
afterEach(() => api.close());

/** An admin of an installation that is set like this, and a connection of theirs. */
const desk = async (settings: Record<string, string>) => {
  api = await startTestApi({ channels: { whatsapp: settings } });
  const company = await api.company('Loja');
  companyId = company.companyId;
  const headers = await api.signIn(company.email);
  const call = async <T>(method: 'GET' | 'POST', url: string, payload?: object) => {
    const answer = await api.app.inject({ method, url, headers, ...(payload && { payload }) });
    return { status: answer.statusCode, body: answer.json<T>() };
  };
  const made = await call<ConnectionView>('POST', '/api/whatsapp', { name: 'Vendas', channel: 'whatsapp' });
  return {
    connectionId: made.body.id,
    shown: async () => (await call('GET', '/api/channels/whatsapp/version')).body,
    look: async (body: object = {}) => call('POST', '/api/channels/whatsapp/version', body),
    wanted: async () =>
      (await api.readStore.forCompany(companyId).get<ConnectionDocument>('connections', made.body.id))
        ?.wanted,
  };
};

it('a newer version that is found is in use from then on, and the connection that asked tries again with it', async () => {
  const { connectionId, shown, look, wanted } = await desk({ versionUrl });
  expect(await shown()).toEqual({ version: pinned, source: 'built-in' });
  expect(await wanted()).toBe('start');
  expect((await look({ whatsappId: connectionId })).body).toEqual({
    outcome: 'newer',
    version: '2.3000.1999999999',
    source: 'found',
  });
  expect(await shown()).toEqual({ version: '2.3000.1999999999', source: 'found' });
  await expect.poll(wanted).toBe('restart');
  expect((await look({ whatsappId: connectionId })).body).toMatchObject({ outcome: 'recent' });
});

it('an older one changes nothing, and nobody is made to try again', async () => {
  page = '2.3000.1000000';
  const { connectionId, look, wanted } = await desk({ versionUrl });
  expect((await look({ whatsappId: connectionId })).body).toEqual({
    outcome: 'current',
    version: pinned,
    source: 'built-in',
  });
  expect(await wanted()).toBe('start');
});

it('where none can be looked up it says so, and what is in use', async () => {
  const nowhere = await desk({});
  expect((await nowhere.look()).body).toEqual({ outcome: 'nowhere', version: pinned, source: 'built-in' });
  await api.close();
  const set = await desk({ version: '2.3000.7', versionUrl });
  expect((await set.look()).body).toEqual({ outcome: 'set', version: '2.3000.7', source: 'set' });
});

it('is of connections of this channel, of the caller’s company', async () => {
  const { look } = await desk({ versionUrl });
  const other = await api.app.inject({
    method: 'POST',
    url: '/api/channels/whatsapp/version',
    payload: {},
  });
  expect(other.statusCode).toBe(401);
  expect(await look({ whatsappId: '00000000-0000-7000-8000-000000000000' })).toMatchObject({ status: 404 });
});
