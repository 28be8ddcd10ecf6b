import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type Crabline,
  startCrabline,
  writePairedCredentials,
} from '../../channels/whatsapp/testing/crabline.ts';
import type { ConnectionView } from '../../contract/connection.ts';
import type { TicketView } from '../../contract/ticket.ts';
import { openSqliteStateStore } from '../../stores/state-store/sqlite/store.ts';
import { type ServerProcess, startServer } from '../../testing/browser/server.ts';
import { type DeskClient, deskClient } from './desk-client.ts';

const secretKey = randomBytes(32).toString('hex');
const marina = '5511977001234';
let crabline: Crabline;
let server: ServerProcess;
let desk: DeskClient;
let connectionId = '';

beforeAll(async () => {
  crabline = await startCrabline();
  server = await startServer(
    { SECRET_KEY: secretKey, WHATSAPP_URL: crabline.url },
    { readyTimeoutMs: 120_000 },
  );
  desk = await deskClient(server);
}, 130_000);
afterAll(async () => {
  await server?.stop();
  await crabline?.close();
});

const connection = async () =>
  (await desk.call<ConnectionView[]>('GET', '/whatsapp')).body.find(({ id }) => id === connectionId);
const ticketOf = async (number: string): Promise<TicketView | undefined> =>
  (await desk.call<{ tickets: TicketView[] }>('GET', `/tickets?showAll=true&searchParam=${number}`)).body
    .tickets?.[0];
const bodies = async (ticket: TicketView) => (await desk.thread(ticket.id)).map(({ body }) => body);
const acceptedBodies = async () =>
  (await crabline.sent()).flatMap(({ accepted, body }) => {
    const { message } = body as { message?: { conversation?: string } };
    return accepted === true && message?.conversation ? [message.conversation] : [];
  });

it('a WhatsApp connection that is paired connects, and says its number', async () => {
  const made = await desk.call<ConnectionView>('POST', '/whatsapp', {
    name: 'WhatsApp',
    channel: 'whatsapp',
    queueIds: [],
  });
  expect(made.status).toBe(201);
  connectionId = made.body.id;
  // The server of this test knows no pairing: what a pairing leaves is put in its place while nobody holds the number.
  await server.kill();
  const state = await openSqliteStateStore({ path: join(server.dataDir, 'state.sqlite') });
  await writePairedCredentials({ state, secretKey, connectionId });
  await state.close();
  await server.restart();
  desk = await deskClient(server);
  await desk.call('POST', `/whatsappsession/${connectionId}`);
  await expect
    .poll(async () => (await connection())?.status, { timeout: 20_000, interval: 200 })
    .toBe('CONNECTED');
  expect((await connection())?.number).toBe('15550000000');
}, 120_000);

it('one conversation both ways', async () => {
  await crabline.write(marina, { text: 'Vocês têm spot de trilho?', pushName: 'Marina', messageId: 'WA-1' });
  await expect.poll(() => ticketOf(marina), { timeout: 15_000, interval: 200 }).toBeDefined();
  const ticket = (await ticketOf(marina))!;
  expect(ticket.contact.name).toBe('Marina');
  const accepted = await desk.call('PUT', `/tickets/${ticket.id}`, { status: 'open' });
  expect(accepted.status, JSON.stringify(accepted.body)).toBe(200);
  expect((await desk.send(ticket.id, 'Temos sim, em preto e branco.')).status).toBeLessThan(300);
  await expect
    .poll(acceptedBodies, { timeout: 15_000, interval: 200 })
    .toContain('Temos sim, em preto e branco.');
  await expect
    .poll(async () => (await desk.thread(ticket.id)).at(-1)?.ack, { timeout: 10_000 })
    .toBeGreaterThan(0);
}, 60_000);

it('the same contact without the ninth digit is the same contact', async () => {
  await crabline.write('551177001234', { text: 'Sem o nono dígito', pushName: 'Marina', messageId: 'WA-2' });
  const ticket = (await ticketOf(marina))!;
  await expect.poll(() => bodies(ticket), { timeout: 15_000, interval: 200 }).toContain('Sem o nono dígito');
}, 40_000);

it('the messaging server goes away and comes back: what waited is sent once, what was written arrives', async () => {
  const ticket = (await ticketOf(marina))!;
  await crabline.stop();
  await expect
    .poll(async () => (await connection())?.status, { timeout: 30_000, interval: 200 })
    .not.toBe('CONNECTED');
  expect((await desk.send(ticket.id, 'Escrita enquanto fora')).status).toBeLessThan(300);
  await crabline.start();
  await expect
    .poll(async () => (await connection())?.status, { timeout: 60_000, interval: 500 })
    .toBe('CONNECTED');
  await expect.poll(acceptedBodies, { timeout: 30_000, interval: 200 }).toContain('Escrita enquanto fora');
  await crabline.write(marina, { text: 'Voltaram?', messageId: 'WA-3' });
  await expect.poll(() => bodies(ticket), { timeout: 15_000, interval: 200 }).toContain('Voltaram?');
  expect((await acceptedBodies()).filter((body) => body === 'Escrita enquanto fora')).toHaveLength(1);
}, 180_000);
