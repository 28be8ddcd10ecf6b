import { afterAll, beforeAll, expect, test } from 'vitest';
import { withDesk } from '../../testing/browser/desk.ts';
import type { Person } from '../../testing/browser/people.ts';
import { type Receiver, startReceiver } from '../../testing/webhooks/receiver.ts';

const secret = `whsec_${Buffer.from('um segredo de vinte e quatro letras').toString('base64')}`;
const desk = withDesk({ env: { ALLOWED_PRIVATE_ADDRESSES: '127.0.0.1' } });
let admin: Person;
let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver(secret);
  admin = await desk.signIn('admin', { width: 1440, blank: true });
  admin.page.setDefaultTimeout(12_000);
}, 240_000);
afterAll(() => receiver?.close());
const patience = { timeout: 15_000, interval: 100 };

test('a webhook is made, hears of a message that a token sent, signed; and of it once more', async () => {
  const { page } = admin;
  await page.goto(`${desk.server.url}/webhooks`);
  await page.getByRole('link', { name: 'Novo webhook' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Novo webhook' });
  await dialog.getByLabel('Nome').fill('ERP da matriz');
  await dialog.getByLabel('Endereço').fill(receiver.url);
  await dialog.getByLabel('Segredo da assinatura').fill(secret);
  for (const type of ['ticket.created', 'ticket.closed', 'message.received'])
    await dialog.getByRole('checkbox', { name: type }).uncheck();
  await dialog.getByRole('checkbox', { name: 'message.queued' }).check();
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await page.getByText('Webhook ERP da matriz salvo.').waitFor();

  const token = await desk.call<{ secret: string }>(admin, 'POST', '/tokens', {
    name: 'Site',
    scopes: ['messages:send'],
  });
  const answer = await fetch(`${desk.server.url}/api/messages/send`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token.secret}`, 'content-type': 'application/json' },
    body: JSON.stringify({ number: '5511955500142', body: 'Pedido a caminho' }),
  });
  const { id } = (await answer.json()) as { id: string };
  await expect.poll(() => receiver.heard.length, patience).toBe(1);
  expect(receiver.heard[0]).toMatchObject({ type: 'message.queued', data: { id, body: 'Pedido a caminho' } });
  expect(receiver.refused).toEqual([]);

  await page.getByRole('button', { name: 'Entregas de ERP da matriz' }).click();
  const log = page.getByRole('dialog', { name: 'Entregas de ERP da matriz' });
  await log.getByText('Entregue').waitFor();
  const again = log.getByRole('button', { name: 'Entregar message.queued de novo' });
  // Nothing of a row lies behind the dialog's edge.
  const [edge, deed] = [(await log.boundingBox())!, (await again.boundingBox())!];
  expect(deed.x + deed.width).toBeLessThan(edge.x + edge.width);
  await again.click();
  await expect.poll(() => receiver.heard.length, patience).toBe(2);
  expect(receiver.heard[1]!.id).toBe(receiver.heard[0]!.id);
  await log.getByRole('button', { name: 'Enviar teste' }).click();
  await expect.poll(() => receiver.heard.map(({ type }) => type), patience).toContain('webhook.test');
  await log.getByText('webhook.test').waitFor();
}, 90_000);

test('what a receiver answers is read in the log', async () => {
  const { page } = admin;
  receiver.answers(() => ({ status: 503, body: 'em manutenção' }));
  const log = page.getByRole('dialog', { name: 'Entregas de ERP da matriz' });
  await log.getByRole('button', { name: 'Enviar teste' }).click();
  const tests = log.getByRole('listitem').filter({ has: page.getByText('webhook.test') });
  await expect.poll(() => tests.count(), patience).toBe(2);
  await tests.first().getByText('webhook.test').click();
  await log.getByText('em manutenção').first().waitFor();
  await tests.first().getByText('Falhou; tenta de novo').waitFor();
  await log
    .getByText(/Próxima tentativa/)
    .first()
    .waitFor();
}, 60_000);

test('why nothing came back is said in the reader’s language, and that a webhook was off', async () => {
  const { page } = admin;
  const events = ['message.queued'];
  const away = { name: 'Rede interna', url: 'http://127.0.0.2:9/', events, secret };
  const { id } = await desk.call<{ id: string }>(admin, 'POST', '/webhooks', away);
  await desk.call(admin, 'POST', `/webhooks/${id}/test`);
  await page.goto(`${desk.server.url}/webhooks`);
  await page.getByRole('button', { name: 'Entregas de Rede interna' }).click();
  const log = page.getByRole('dialog', { name: 'Entregas de Rede interna' });
  await log.getByText('Falhou; tenta de novo').click();
  await log.getByText('Fica numa rede privada, o que este servidor não permite').first().waitFor();
  await desk.call(admin, 'PUT', `/webhooks/${id}`, { active: false });
  await log.getByRole('button', { name: 'Enviar teste' }).click();
  await page.getByText('Este webhook está desligado: ligue-o para que receba algo.').waitFor();
  // What waited for it when it was switched off ends untried.
  await log.getByText('Desistiu').first().waitFor();
  expect(await log.getByRole('listitem').filter({ hasText: 'webhook.test' }).count()).toBe(1);
}, 60_000);

test('a new secret is made and shown once; the one before signs beside it until it is ended', async () => {
  const { page } = admin;
  receiver.answers(() => ({ status: 200 }));
  await page.goto(`${desk.server.url}/webhooks`);
  await page.getByRole('button', { name: 'Segredo da assinatura de ERP da matriz' }).click();
  const dialog = page.getByRole('dialog', { name: 'Segredo da assinatura de ERP da matriz' });
  await dialog.getByText(/Há um segredo/).waitFor();
  await dialog.getByRole('button', { name: 'Gerar novo segredo' }).click();
  const shown = dialog.getByRole('textbox', { name: 'Segredo da assinatura' });
  expect(await shown.inputValue()).toMatch(/^whsec_[\w+/]{43}=$/);
  await dialog.getByText(/O anterior também assina até/).waitFor();
  // The receiver knows the old one alone, and takes what comes.
  const before = receiver.heard.length;
  const [{ id } = { id: '' }] = (await desk.call<{ webhooks: { id: string }[] }>(admin, 'GET', '/webhooks'))
    .webhooks;
  await desk.call(admin, 'POST', `/webhooks/${id}/test`);
  await expect.poll(() => receiver.heard.length, patience).toBeGreaterThan(before);
  expect(receiver.refused).toEqual([]);
  await dialog.getByRole('button', { name: 'Encerrar o anterior' }).click();
  await page.getByText('O segredo anterior não vale mais.').waitFor();
  await desk.call(admin, 'POST', `/webhooks/${id}/test`);
  await expect.poll(() => receiver.refused.length, patience).toBeGreaterThan(0);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Segredo da assinatura de ERP da matriz' }).click();
  await dialog.getByText(/Há um segredo/).waitFor();
  expect(await shown.count()).toBe(0);
  await page.keyboard.press('Escape');
}, 90_000);

test('one that says it is gone is switched off: admins are told at once, on its page and on the dashboard', async () => {
  const { page } = admin;
  receiver.answers(() => ({ status: 410 }));
  await page.goto(`${desk.server.url}/tickets`);
  const [{ id } = { id: '' }] = (await desk.call<{ webhooks: { id: string }[] }>(admin, 'GET', '/webhooks'))
    .webhooks;
  await desk.call(admin, 'POST', `/webhooks/${id}/test`);
  await page.getByText('Webhook ERP da matriz desligado: nada chegou.').waitFor({ timeout: 20_000 });
  await page.goto(`${desk.server.url}/`);
  await page.getByText('1 webhook desligou-se').waitFor();
  await page.getByRole('link', { name: 'Ver webhooks' }).click();
  await page.getByText('Desligou-se: o endereço não existe mais (410)').waitFor();
}, 90_000);
