import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { utils, write } from '@e965/xlsx';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { withDesk } from './desk.ts';
import { serious } from './inspect.ts';
import type { Person, Phone } from './people.ts';

// From a spreadsheet to a conversation: each step is the next one's beginning.

const desk = withDesk();
let admin: Person;
let other: Page;
let phone: Phone;
const number = (at: number) => `551195550${String(1_100 + at)}`;
const names = ['Olga Prado', 'Rui Salles', 'Inês Couto', 'Davi Lemos'];
const said = (name: string) => `Oi ${name}, passa na Rua das Flores, 10?`;

beforeAll(async () => {
  admin = await desk.signIn('admin', { width: 1440 });
  phone = await desk.takePhone(admin);
  other = await admin.context.newPage();
  for (const page of [admin.page, other]) page.setDefaultTimeout(15_000);
}, 240_000);

/** Numbers that end in 0000 are on no network. */
const rows = [
  ['Nome', 'Número', 'E-mail'],
  ...names.map((name, at) => [name, number(at), '']),
  ['Torto', 'abc', ''],
  ['Olga de novo', number(0), ''],
  ['Sem Rede', '5511955500000', ''],
];
function sheet(): Buffer {
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows), 'Contatos');
  return Buffer.from(write(book, { type: 'buffer', bookType: 'xlsx' }) as Uint8Array);
}

/** What keeps a picture of a page, where one is asked for. */
async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.PICTURES;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`) });
}

test('a spreadsheet becomes a list; its wrong and its double row are told', async () => {
  const { page } = admin;
  await page.goto(`${desk.server.url}/contact-lists`);
  await page.getByRole('button', { name: 'Nova lista' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Nome').fill('Clientes da planilha');
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await page.getByRole('link', { name: 'Clientes da planilha' }).click();
  await page.getByRole('button', { name: 'Importar' }).first().click();
  await page.getByLabel('Planilha', { exact: true }).setInputFiles({
    name: 'clientes.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: sheet(),
  });
  await page.getByText('5 contatos').waitFor();
  const refused = page.locator('.cl-refused tbody tr');
  await picture(page, 'import');
  expect(await serious(page, 'main')).toEqual([]);
  expect(await refused.allTextContents()).toEqual([
    '6abc número: curto demais',
    `7${number(0)} número: repetido na planilha`,
  ]);
  await page.getByRole('button', { name: 'Importar 5' }).click();
  await page.getByText('5 contatos entraram. Já estavam: 0. Recusados: 2.').waitFor();
  await picture(page, 'import-running');
  expect(await serious(page, 'main')).toEqual([]);
  await page.getByRole('button', { name: 'Ver a lista' }).click();
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  for (const name of names) await row(name).getByText('Número válido').waitFor({ timeout: 30_000 });
  await row('Sem Rede').getByText('Número inválido').waitFor({ timeout: 30_000 });
}, 90_000);

test('a campaign is made for it, with a variable, and its report counts up in a second window, with reasons', async () => {
  const { page } = admin;
  const { url } = desk.server;
  await page.goto(`${url}/campaigns-config`);
  await page.getByLabel('Intervalo aleatório').selectOption('5');
  await page.getByLabel('Atalho').fill('loja');
  await page.getByLabel('Conteúdo').fill('Rua das Flores, 10');
  await page.getByRole('button', { name: 'Adicionar' }).click();
  await page.getByRole('button', { name: 'Salvar configurações' }).click();
  await page.getByText('Configurações salvas').waitFor();

  await page.goto(`${url}/campaigns`);
  await page.getByRole('button', { name: 'Nova campanha' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Nova campanha' });
  await dialog.getByLabel('Nome', { exact: true }).fill('Vitrine nova');
  await dialog.getByLabel('Lista de contatos').selectOption({ label: 'Clientes da planilha' });
  await dialog.getByLabel('Conexão').selectOption({ label: 'Loja Centro' });
  await dialog.getByLabel('Respostas vão para').selectOption({ label: 'Vendas' });
  await dialog.getByLabel('Mensagem 1').fill('Oi {{firstName}}, passa na {{loja}}?');
  await dialog.getByText(said('Beatriz')).waitFor();
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Relatório de Vitrine nova' }).click();
  await page.waitForURL('**/campaign/*/report');
  await other.goto(page.url());
  // A page that was loaded again would have lost this.
  await other.evaluate(() => Object.assign(window, { kept: true }));
  const delivered = other.locator('dt', { hasText: 'Entregues' }).last().locator('+ dd');
  await delivered.waitFor();
  await phone.fault('refuse', 1);
  await page.goto(`${url}/campaigns`);
  await page.getByRole('button', { name: 'Iniciar Vitrine nova agora' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Iniciar agora' }).click();
  const counted = new Set<string>();
  await expect
    .poll(
      async () => {
        counted.add((await delivered.textContent()) ?? '');
        return [...counted].at(-1);
      },
      { timeout: 90_000, interval: 100 },
    )
    .toBe('3');
  expect([...counted].slice(-3)).toEqual(['1', '2', '3']);
  await other.getByText('Finalizada').first().waitFor();
  const reasons = other.getByRole('list', { name: 'Por que não foram entregues' }).getByRole('listitem');
  expect(await reasons.count()).toBe(1);
  expect(await other.getByRole('progressbar').first().getAttribute('aria-valuenow')).toBe('3');
  await picture(other, 'report');
  expect(await serious(other, 'main')).toEqual([]);
  await other.setViewportSize({ width: 390, height: 844 });
  await picture(other, 'report-phone');
  expect(await other.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await other.setViewportSize({ width: 1440, height: 900 });
  expect(await other.evaluate(() => Reflect.get(window, 'kept'))).toBe(true);
}, 150_000);

test('who answers has a ticket in the queue of the campaign, whose thread begins with what it said', async () => {
  const { page } = admin;
  let at = 0;
  while ((await phone.received(number(at)).catch(() => [])).length === 0) at += 1;
  const name = names[at]!;
  const message = said(name.split(' ')[0]!);
  expect((await phone.received(number(at))).map(({ body }) => body)).toEqual([message]);
  await page.goto(`${desk.server.url}/tickets`);
  await page.getByRole('tab', { name: /^Aguardando/ }).click();
  expect(await page.getByRole('button', { name: `Aceitar: ${name}` }).count()).toBe(0);
  await phone.write('Passo sim!', { number: number(at), name });
  const card = page.getByRole('listitem').filter({ hasText: name });
  await card.first().getByText('Vendas').waitFor();
  await page.getByRole('button', { name: `Aceitar: ${name}` }).click();
  const thread = page.getByRole('log').getByRole('article');
  await expect.poll(() => thread.count()).toBe(2);
  expect(await thread.first().textContent()).toContain(message);
  expect(await thread.last().textContent()).toContain('Passo sim!');
  await picture(page, 'thread');
  expect(admin.complaints).toEqual([]);
}, 60_000);
