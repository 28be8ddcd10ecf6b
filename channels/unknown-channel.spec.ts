import { pino } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createGateway } from '../gateway/gateway.ts';
import type { ConnectionDocument } from '../projections/connections/document.ts';
import { startTestApi } from '../testing/api.ts';
import { createPhoneNetwork } from './simulator/phone-network.ts';

// As after a deploy was taken back: the log holds a connection of a channel that only the newer release knows.
const later = 'pigeon';
let test: Awaited<ReturnType<typeof startTestApi>>;
let gateway: ReturnType<typeof createGateway>;
let headers: { authorization: string };
let companyId: string;
let pigeon: string;
/** What the gateway logs of it. */
const logged: { level: number; msg: string; connectionId?: string }[] = [];
const log = pino({ level: 'warn' }, { write: (line: string) => void logged.push(JSON.parse(line)) });
const patient = { timeout: 10_000, interval: 20 };

beforeAll(async () => {
  test = await startTestApi();
  const company = await test.company('Loja');
  companyId = company.companyId;
  headers = await test.signIn(company.email);
  const context = { companyId, actor: { kind: 'system', id: 'newer release' } } as const;
  const made = await test.desk.connections.create(context, { name: 'Pombal', channel: later });
  pigeon = made.connectionId;
  gateway = createGateway({
    ...test.gateway,
    desk: test.desk,
    readStore: test.readStore,
    state: test.state,
    media: test.media,
    newId: uuidv7,
    holderId: uuidv7(),
    log,
    config: { secretKey: test.gateway.secretKey, maxMediaBytes: 1_000_000, leaseMs: 200, drainMs: 50 },
  });
  await gateway.start();
});
afterAll(async () => {
  await gateway.stop();
  await test.close();
});
const connections = () =>
  test.readStore.forCompany(companyId).find<ConnectionDocument>('connections', { sort: ['name'] });

it('a connection of a channel unknown here is read and shown, and keeps no other from working', async () => {
  const made = await test.app.inject({
    method: 'POST',
    url: '/api/whatsapp',
    headers,
    payload: { name: 'Teste', channel: 'simulator' },
  });
  expect(made.statusCode).toBe(201);
  await expect
    .poll(async () => (await connections()).map(({ channel, status }) => [channel, status]), patient)
    .toEqual([
      [later, 'DISCONNECTED'],
      ['simulator', 'CONNECTED'],
    ]);
  expect(gateway.status()).toMatchObject({ connections: 2, sessions: [{ connectionId: made.json().id }] });
  const phones = createPhoneNetwork({ state: test.state, newId: uuidv7, now: () => new Date() });
  await phones.deliver(made.json().id, { number: '5511955500142', name: 'Marina', body: 'Oi' });
  await expect
    .poll(async () => (await test.readStore.forCompany(companyId).find('tickets', {})).length, patient)
    .toBe(1);
  // Told once, and not tried again and again.
  expect(logged.filter(({ connectionId }) => connectionId === pigeon)).toMatchObject([
    { level: pino.levels.values.warn, msg: 'a channel unknown here' },
  ]);
  const shown = await test.app.inject({ method: 'GET', url: '/api/whatsapp', headers });
  expect(shown.json()).toMatchObject([{ id: pigeon, channel: later }, { channel: 'simulator' }]);
});

it('it may be renamed and keeps its channel; a new one is not made here', async () => {
  const renamed = await test.app.inject({
    method: 'PUT',
    url: `/api/whatsapp/${pigeon}`,
    headers,
    payload: { name: 'Pombal novo', channel: later, isDefault: true },
  });
  expect([renamed.statusCode, renamed.json()]).toMatchObject([200, { name: 'Pombal novo', channel: later }]);
  const made = await test.app.inject({
    method: 'POST',
    url: '/api/whatsapp',
    headers,
    payload: { name: 'Outro', channel: later },
  });
  expect(made.statusCode).toBe(400);
});
