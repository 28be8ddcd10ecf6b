import { beforeAll, expect, test } from 'vitest';
import { withDesk } from '../../../testing/browser/desk.ts';
import type { Person } from '../../../testing/browser/people.ts';

const desk = withDesk();
let admin: Person;
beforeAll(async () => {
  admin = await desk.signIn('admin', { width: 1440, blank: true });
  admin.page.setDefaultTimeout(12_000);
  await admin.context.grantPermissions(['clipboard-read', 'clipboard-write']);
}, 240_000);

const copied = () => admin.page.evaluate(() => navigator.clipboard.readText());
const field = (name: string | RegExp) => admin.page.getByRole('textbox', { name });
let secret = '';

test('a token is made, shown once and copied', async () => {
  const { page } = admin;
  await page.goto(`${desk.server.url}/messages-api/tokens`);
  await page.getByRole('heading', { name: 'Nenhum token ainda' }).waitFor();
  await page.getByRole('button', { name: 'Novo token' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Novo token' });
  await dialog.getByRole('button', { name: 'Criar token' }).click();
  await dialog.getByText('Obrigatório').waitFor();
  await dialog.getByLabel('Nome').fill('Site da loja');
  await dialog.getByLabel(/messages:read/).check();
  await dialog.getByRole('button', { name: 'Criar token' }).click();
  await page.getByText('Token “Site da loja” criado.').waitFor();
  await page.getByRole('button', { name: 'Copiar' }).click();
  secret = await copied();
  const shownSecret = page.getByRole('textbox', { name: 'Token' });
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(async () => (await shownSecret.boundingBox())?.width).toBeGreaterThan(200);
  await page.setViewportSize({ width: 1440, height: 900 });
  expect(secret).toMatch(/^blc_[\w-]{43}$/);
  await page
    .getByRole('row', { name: /Site da loja/ })
    .getByText(`blc_••••${secret.slice(-4)}`)
    .waitFor();
  await page.reload();
  await page.getByRole('row', { name: /Site da loja/ }).waitFor();
  expect(await page.content()).not.toContain(secret);
});

test('on a phone a token says all of itself, and the code stays on the screen', async () => {
  const { page } = admin;
  await page.setViewportSize({ width: 390, height: 844 });
  try {
    const row = page.getByRole('row').filter({ hasText: 'Site da loja' });
    for (const text of [`blc_••••${secret.slice(-4)}`, 'messages:read', 'nunca'])
      await row.getByText(text).waitFor();
    await page.getByRole('tab', { name: 'Enviar' }).click();
    const code = page.locator('.xa-code').first();
    await code.waitFor();
    expect(await code.evaluate((card) => card.getBoundingClientRect().right)).toBeLessThanOrEqual(390 - 16);
    // The answer stands below all the rest: who is refused sees it.
    await field('Token').fill('blc_of-nobody');
    await field('Número').fill('5511955500142');
    await field('Mensagem').fill('Oi');
    await page.getByRole('button', { name: 'Enviar' }).click();
    const status = page.getByText('401 Recusada');
    await status.waitFor();
    const isSeen = () =>
      status.evaluate((one) => {
        const { left, top, height } = one.getBoundingClientRect();
        return one.contains(document.elementFromPoint(left + 4, top + height / 2));
      });
    await expect.poll(isSeen).toBe(true);
  } finally {
    await page.setViewportSize({ width: 1440, height: 900 });
  }
});

test('a text goes out for real, with its code beside it, and its conversation is opened', async () => {
  const { page } = admin;
  await page.goto(`${desk.server.url}/messages-api`);
  await page.getByRole('listitem').filter({ hasText: 'POST' }).getByText('/api/messages/send').waitFor();
  await page.getByRole('button', { name: 'Enviar' }).click();
  await expect.poll(() => page.getByText('Obrigatório').count()).toBe(3);
  await field('Token').fill(secret);
  await field('Número').fill('55 11 9');
  await field('Mensagem').fill('Seu pedido saiu para entrega.');
  await page.getByRole('button', { name: 'Enviar' }).click();
  await page.getByText('Só dígitos, de 8 a 15.').waitFor();
  await field('Número').fill('5511955500142');
  await field(/^Chave de idempotência/).fill('pedido-20388');
  for (const [language, part] of [
    ['curl', "-H 'Idempotency-Key: pedido-20388'"],
    ['JavaScript', '"Seu pedido saiu para entrega."'],
    ['Python', '"number": "5511955500142"'],
  ] as const) {
    await page.getByRole('tab', { name: language }).click();
    await page.getByRole('button', { name: 'Copiar' }).click();
    await expect.poll(copied).toContain(part);
  }
  await page.getByRole('button', { name: 'Enviar' }).click();
  await page.getByText('Mensagem enviada com sucesso').waitFor();
  await page.getByText('202 Aceita').waitFor();
  await page.getByText(/59\d de 600 chamadas neste minuto/).waitFor();
  await page.getByRole('link', { name: 'Abrir atendimento' }).click();
  await page.getByText('Seu pedido saiu para entrega.').first().waitFor();
}, 60_000);

test('a file goes out for real', async () => {
  const { page } = admin;
  await page.goto(`${desk.server.url}/messages-api`);
  await page.getByRole('button', { name: 'Mídia' }).click();
  await field('Token').fill(secret);
  await field('Número').fill('5511955500143');
  await page.getByLabel('Escolher arquivo').setInputFiles({
    name: 'nota fiscal.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('NF 20388'),
  });
  await page.getByRole('button', { name: 'Enviar' }).click();
  await page.getByText('202 Aceita').waitFor();
  await page.getByRole('link', { name: 'Abrir atendimento' }).click();
  await page.getByText('nota_fiscal.txt').first().waitFor();
}, 60_000);

test('a token that was taken back sends nothing any more', async () => {
  const { page } = admin;
  await page.goto(`${desk.server.url}/messages-api/tokens`);
  await page.getByRole('button', { name: 'Revogar Site da loja' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revogar' }).click();
  await page.getByRole('heading', { name: 'Nenhum token ainda' }).waitFor();
  await page.getByRole('tab', { name: 'Enviar' }).click();
  await field('Token').fill(secret);
  await field('Número').fill('5511955500142');
  await field('Mensagem').fill('de novo');
  await page.getByRole('button', { name: 'Enviar' }).click();
  await page.getByText('401 Recusada').waitFor();
}, 60_000);

test('a connection’s own token is made in its dialog, whose changes stay', async () => {
  const { page } = admin;
  await page.goto(`${desk.server.url}/connections`);
  await page.getByRole('button', { name: 'Editar Loja Centro' }).click();
  const dialog = page.getByRole('dialog', { name: 'Editar conexão' });
  const name = dialog.getByLabel('Nome', { exact: true });
  await name.fill('Loja Centro 2');
  await dialog.getByText('Um token daqui envia só por esta conexão.').waitFor();
  await dialog.getByRole('button', { name: 'Novo token' }).click();
  const made = page.getByRole('dialog', { name: 'Novo token' });
  await made.getByLabel('Nome').fill('Caixa');
  await made.getByRole('button', { name: 'Criar token' }).click();
  await dialog.getByText('Token “Caixa” criado.').waitFor();
  expect(await name.inputValue()).toBe('Loja Centro 2');
  await dialog.getByRole('button', { name: 'Já guardei' }).click();
  await dialog.getByText(/^blc_••••/).waitFor();
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await page.goto(`${desk.server.url}/messages-api/tokens`);
  await page.getByRole('row', { name: 'Caixa · Loja Centro' }).waitFor();
}, 60_000);

test('an agent has neither the entry nor the page', async () => {
  const bruno = await desk.signIn('bruno');
  expect(await bruno.page.getByRole('link', { name: 'API', exact: true }).count()).toBe(0);
  await bruno.page.goto(`${desk.server.url}/messages-api`);
  await expect.poll(() => new URL(bruno.page.url()).pathname).not.toBe('/messages-api');
  await bruno.context.close();
}, 60_000);
