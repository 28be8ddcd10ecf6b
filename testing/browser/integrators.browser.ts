import { afterAll, beforeAll, expect, test } from 'vitest';
import * as client from '../external-client/client.ts';
import { type Receiver, startReceiver } from '../webhooks/receiver.ts';
import { withDesk } from './desk.ts';
import type { Person } from './people.ts';

const secret = `whsec_${Buffer.from('um segredo de vinte e quatro letras').toString('base64')}`;
const desk = withDesk({ env: { ALLOWED_PRIVATE_ADDRESSES: '127.0.0.1' } });
let admin: Person;
let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver(secret);
  admin = await desk.signIn('admin', { width: 1440, blank: true });
  admin.page.setDefaultTimeout(12_000);
  await admin.context.grantPermissions(['clipboard-read', 'clipboard-write']);
}, 240_000);
afterAll(() => receiver?.close());

test('with a token of the console, the client made from the reference sends, and a webhook hears of it, signed', async () => {
  const { page } = admin;
  await page.goto(`${desk.server.url}/messages-api/tokens`);
  await page.getByRole('button', { name: 'Novo token' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Novo token' });
  await dialog.getByLabel('Nome').fill('ERP');
  for (const scope of [/messages:read/, /webhooks:manage/]) await dialog.getByLabel(scope).check();
  await dialog.getByRole('button', { name: 'Criar token' }).click();
  await page.getByRole('button', { name: 'Copiar' }).click();
  const token = await page.evaluate(() => navigator.clipboard.readText());
  Object.assign(client.defaults, {
    baseUrl: desk.server.url,
    headers: { authorization: `Bearer ${token}` },
  });

  const webhook = await client.createWebhook({
    body: { name: 'ERP da matriz', url: receiver.url, secret, events: ['message.queued', 'message.status'] },
  });
  if (webhook.status !== 201) throw new Error(JSON.stringify(webhook));
  const sent = await client.sendMessage({
    idempotencyKey: 'pedido-4711',
    body: { number: '5511955500142', body: 'Seu pedido saiu para entrega.' },
  });
  if (sent.status !== 202) throw new Error(JSON.stringify(sent));
  const heard = () =>
    receiver.heard.map(({ type, data }) => ({ type, id: data.id ?? (data.ids as string[])[0] }));
  await expect.poll(heard, { timeout: 20_000 }).toContainEqual({ type: 'message.queued', id: sent.data.id });
  await expect.poll(heard, { timeout: 20_000 }).toContainEqual({ type: 'message.status', id: sent.data.id });
  expect(receiver.refused).toEqual([]);
  const status = async () => {
    const asked = await client.getMessageStatus({ id: sent.data.id });
    return asked.status === 200 ? asked.data.status : asked.status;
  };
  await expect.poll(status, { timeout: 20_000 }).toMatch(/^(delivered|read)$/);

  await page.goto(`${desk.server.url}/webhooks`);
  await page.getByRole('button', { name: 'Entregas de ERP da matriz' }).click();
  const log = page.getByRole('dialog', { name: 'Entregas de ERP da matriz' });
  await log.getByText('message.queued').waitFor();
  await log.getByText('Entregue').first().waitFor();
}, 120_000);
