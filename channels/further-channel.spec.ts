import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { ConnectionView } from '../contract/connection.ts';
import type { ContactView } from '../contract/contact.ts';
import type { MessageView } from '../contract/message.ts';
import type { TicketView } from '../contract/ticket.ts';
import { createGateway } from '../gateway/gateway.ts';
import type { ConnectionDocument } from '../projections/connections/document.ts';
import type { ContactDocument } from '../projections/contacts/document.ts';
import type { MessageDocument } from '../projections/messages/document.ts';
import { startTestApi } from '../testing/api.ts';
import { carrier, carrierNetwork } from '../testing/carrier.ts';
import { channels } from './registry.ts';

// All that a further channel takes: its folder, and its line in the registry.
vi.mock('./registry.ts', async (original) => {
  const product = await original<typeof import('./registry.ts')>();
  return { channels: [...product.channels, (await import('../testing/carrier.ts')).carrier] };
});

const network = carrierNetwork('the right token');
let test: Awaited<ReturnType<typeof startTestApi>>;
let gateway: ReturnType<typeof createGateway>;
let headers: { authorization: string };
let companyId: string;
const number = '5511987654321';

const call = async <T>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) => {
  const answer = await test.app.inject({ method, url, headers, ...(payload && { payload }) });
  return { status: answer.statusCode, text: answer.body, body: answer.json<T>() };
};
const reader = () => test.readStore.forCompany(companyId);
const connections = () => reader().find<ConnectionDocument>('connections', {});
const contacts = () => reader().find<ContactDocument>('contacts', {});
const patient = { timeout: 10_000, interval: 20 };
const said = (externalId: string, body: string) =>
  network.tell({
    type: 'message',
    message: {
      externalId,
      addresses: [number],
      name: '',
      isGroup: false,
      fromMe: false,
      body,
      mediaType: 'chat',
      sentAt: new Date().toISOString(),
    },
  });
const onlyTicket = async () =>
  (await call<{ tickets: TicketView[] }>('GET', '/api/tickets')).body.tickets[0]!;
const sendTo = (ticketId: string, body: string) =>
  call<{ messages: MessageView[] }>('POST', `/api/messages/${ticketId}`, { body });

beforeAll(async () => {
  test = await startTestApi();
  const company = await test.company('Loja');
  companyId = company.companyId;
  headers = await test.signIn(company.email);
  gateway = createGateway({
    ...test.gateway,
    desk: test.desk,
    readStore: test.readStore,
    state: test.state,
    media: test.media,
    newId: uuidv7,
    holderId: uuidv7(),
    openDriver: network.openDriver,
    config: { secretKey: test.gateway.secretKey, maxMediaBytes: 1_000_000, leaseMs: 400, drainMs: 50 },
  });
  await gateway.start();
});
afterAll(async () => {
  await gateway.stop();
  await test.close();
});

it('is connected by a token that is asked for, kept sealed and never shown', async () => {
  const input = { name: 'Pombal', channel: carrier.kind };
  const refused = await call<{ errors: object }>('POST', '/api/whatsapp', input);
  expect([refused.status, refused.body.errors]).toEqual([400, { 'secrets.token': 'required' }]);
  const made = await call<ConnectionView>('POST', '/api/whatsapp', {
    ...input,
    secrets: { token: 'a wrong token' },
  });
  expect(made.status).toBe(201);
  await expect.poll(async () => (await connections())[0]?.reason, patient).toBe('logged-out (401)');
  const { id } = made.body;
  const changed = await call('PUT', `/api/whatsapp/${id}`, {
    name: 'Pombal',
    isDefault: true,
    secrets: { token: 'the right token' },
  });
  expect(changed.status).toBe(200);
  await expect.poll(async () => (await connections())[0]?.status, patient).toBe('CONNECTED');
  const kept = [
    ...(await test.state.list('', { limit: 1_000 })),
    ...(await test.events.readAll({ after: 0, limit: 1_000 })),
  ];
  const shown = (await call('GET', '/api/whatsapp')).text;
  for (const text of [JSON.stringify(kept), made.text, shown]) expect(text).not.toContain('right token');
  expect(kept.some((one) => 'key' in one && one.key === `connection-secret/${id}/token`)).toBe(true);
});

it('is set as its declaration says, by an API that names what it does not take, and its driver is told', async () => {
  const [{ id }] = (await connections()) as [ConnectionDocument];
  const put = (settings: object) =>
    call<ConnectionView & { errors: object }>('PUT', `/api/whatsapp/${id}`, {
      name: 'Pombal',
      isDefault: true,
      settings,
    });
  const shown = async () => (await call<ConnectionView>('GET', `/api/whatsapp/${id}`)).body.settings;
  expect(await shown()).toEqual({ flock: 2, ring: 'red', night: false });
  for (const [settings, errors] of [
    [{ flock: 10 }, { 'settings.flock': 'invalid' }],
    [{ ring: 'green' }, { 'settings.ring': 'invalid' }],
    [{ night: 'yes' }, { 'settings.night': 'invalid' }],
    [{ wings: 2 }, { 'settings.wings': 'invalid' }],
  ] as const) {
    const refused = await put(settings);
    expect([refused.status, refused.body.errors]).toEqual([400, errors]);
  }
  expect((await put({ flock: 5 })).body.settings).toEqual({ flock: 5, ring: 'red', night: false });
  // What was set is true from the next link on, which is made at once.
  await expect.poll(() => network.flocks.at(-1), patient).toBe(5);
  expect(network.flocks.slice(0, -1)).toContain(2);
  expect((await put({ night: true })).body.settings).toEqual({ flock: 5, ring: 'red', night: true });
  expect((await call('PUT', `/api/whatsapp/${id}`, { name: 'Pombal', isDefault: true })).status).toBe(200);
  expect(await shown()).toEqual({ flock: 5, ring: 'red', night: true });
});

it('is paired in its own way only', async () => {
  const [{ id }] = (await connections()) as [ConnectionDocument];
  const code = await call<{ errors: object }>('PUT', `/api/whatsappsession/${id}`, { number });
  expect([code.status, code.body.errors]).toEqual([400, { number: 'invalid' }]);
});

it('knows its customer by an id that is nobody’s telephone number', async () => {
  const known = await call<{ id: string }>('POST', '/api/contacts', { name: 'Carla', number });
  expect(known.status).toBe(201);
  await said('in/1', 'Oi');
  await expect.poll(async () => (await contacts()).length, patient).toBe(2);
  const other = (await contacts()).find(({ id }) => id !== known.body.id);
  expect(other).toMatchObject({ name: `#${number}`, number: '', aliases: [`carrier:${number}`] });
  await said('in/2', 'Tem alguém?');
  expect(await contacts()).toHaveLength(2);
  expect((await onlyTicket()).contactId).toBe(other?.id);
  const addresses = [{ channel: 'carrier', address: `#${number}` }];
  expect((await onlyTicket()).contact).toMatchObject({ number: '', addresses });
  expect((await call<ContactView>('GET', `/api/contacts/${other?.id}`)).body.addresses).toEqual(addresses);
  expect((await call<ContactView>('GET', `/api/contacts/${known.body.id}`)).body.addresses).toBe(undefined);
});

it('answers under the network’s own ids, by which receipts come back', async () => {
  const { id: ticketId } = await onlyTicket();
  await call('PUT', `/api/tickets/${ticketId}`, { status: 'open' });
  const sent = await sendTo(ticketId, 'Bom dia');
  expect(sent.status).toBe(200);
  await expect
    .poll(() => network.sent.map(({ to, body }) => [to, body]), patient)
    .toEqual([[number, 'Bom dia']]);
  const { id: externalId } = network.sent[0]!;
  const message = () => reader().get<MessageDocument>('messages', sent.body.messages[0]!.id);
  await expect.poll(async () => (await message())?.externalId, patient).toBe(externalId);
  await network.tell({ type: 'receipt', externalIds: [externalId], ack: 3 });
  await expect.poll(async () => (await message())?.ack, patient).toBe(3);
});

it('says late that it did not deliver, and the agent reads why', async () => {
  const { id: ticketId } = await onlyTicket();
  const sent = await sendTo(ticketId, 'Promoção');
  await expect.poll(() => network.sent.length, patient).toBe(2);
  await network.tell({ type: 'refused', externalId: network.sent[1]!.id, code: '47' });
  const failure = async () => {
    const page = await call<{ messages: MessageView[] }>('GET', `/api/messages/${ticketId}`);
    return page.body.messages.find(({ id }) => id === sent.body.messages[0]!.id)?.failure;
  };
  await expect.poll(failure, patient).toEqual({
    code: 'ERR_SENDING_WAPP_MSG',
    reason: '',
    cause: 'refused',
    params: { channel: 'carrier', code: '47' },
  });
});

it('is not asked for what it cannot, and takes no more than it carries', async () => {
  const { id: ticketId } = await onlyTicket();
  const [{ id }] = (
    await call<{ messages: [MessageView] }>('GET', `/api/messages/${ticketId}`)
  ).body.messages.filter(({ fromMe }) => fromMe) as [MessageView];
  const edit = await call<{ error: string }>('POST', `/api/messages/edit/${id}`, { body: 'outro' });
  const deletion = await call<{ error: string }>('DELETE', `/api/messages/${id}`);
  const quote = await call<{ error: string }>('POST', `/api/messages/${ticketId}`, {
    body: 'sobre isto',
    quotedMsg: id,
  });
  expect([edit, deletion, quote].map(({ status, body }) => [status, body])).toMatchObject([
    [409, { error: 'ERR_CHANNEL_CANNOT', details: { what: 'edit', channel: 'carrier' } }],
    [409, { error: 'ERR_CHANNEL_CANNOT', details: { what: 'delete', channel: 'carrier' } }],
    [409, { error: 'ERR_CHANNEL_CANNOT', errors: { quotedMsg: 'ERR_CHANNEL_CANNOT' } }],
  ]);
  const long = await sendTo(ticketId, 'a'.repeat(301));
  expect([long.status, long.text]).toEqual([400, expect.stringContaining('tooLong')]);
  expect((await sendTo(ticketId, 'a'.repeat(300))).status).toBe(200);
});

it('goes, and its secrets with it', async () => {
  const [{ id }] = (await connections()) as [ConnectionDocument];
  await call('POST', '/api/whatsapp', { name: 'Outra', channel: channels[1]!.kind });
  expect((await test.app.inject({ method: 'DELETE', url: `/api/whatsapp/${id}`, headers })).statusCode).toBe(
    204,
  );
  expect(await test.state.list(`connection-secret/${id}/`, { limit: 10 })).toEqual([]);
});
