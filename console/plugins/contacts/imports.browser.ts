import { utils, write } from '@e965/xlsx';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { withDesk } from '../../../testing/browser/desk.ts';
import { violations } from '../../../testing/browser/inspect.ts';
import type { Person } from '../../../testing/browser/people.ts';
import { password } from '../../../testing/browser/server.ts';

const desk = withDesk();
let admin: Person;
let page: Page;

beforeAll(async () => {
  admin = await desk.signIn('admin');
  ({ page } = admin);
}, 240_000);

const rows = 10_000;
/** A spreadsheet of as many people, nobody of whom is in another one with another `area`. */
const sheet = (area: number) => {
  const lines = Array.from({ length: rows }, (_, i) => [
    `Pessoa${area}x${i} Importada`,
    `55${area}9${60_000_000 + i}`,
    '',
  ]);
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet([['Nome', 'Número', 'E-mail'], ...lines]), 'Contatos');
  return Buffer.from(write(book, { type: 'buffer', bookType: 'xlsx', compression: true }) as Uint8Array);
};
const dialog = () => page.getByRole('dialog');
const share = async () => Number(await dialog().getByRole('progressbar').getAttribute('aria-valuenow'));
const lines = () => page.getByRole('list', { name: 'Importações' }).getByRole('listitem');
const begin = async (area: number) => {
  await page.getByRole('button', { name: 'Importar e exportar' }).click();
  await page.getByRole('menuitem', { name: 'Importar planilha…' }).click();
  await dialog()
    .locator('input[type=file]')
    .setInputFiles({
      name: 'contatos.xlsx',
      mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      buffer: sheet(area),
    });
  await dialog().getByRole('button', { name: 'Importar 10.000 contatos' }).click({ timeout: 60_000 });
};
const counts = async () =>
  (await dialog().locator('.ct-result dd').allTextContents()).map((text) => Number(text.replaceAll('.', '')));

test('10,000 contacts of a spreadsheet: the bar moves, goes on when it is closed, is opened again and ends', async () => {
  await page.goto(`${desk.server.url}/contacts`);
  await begin(21);
  await dialog().getByRole('progressbar').waitFor();
  const seen = new Set<number>();
  await expect
    .poll(async () => seen.add(await share()).size, { timeout: 60_000, interval: 100 })
    .toBeGreaterThan(2);
  expect([...seen]).toEqual([...seen].toSorted((one, other) => one - other));
  const before = Math.max(...seen);
  expect(before).toBeLessThan(100);
  await dialog().getByRole('button', { name: 'Continuar em segundo plano' }).click();
  await dialog().waitFor({ state: 'detached' });
  await lines().getByText('de 10.000', { exact: false }).waitFor();
  expect(await violations(page, '.ct-page')).toEqual([]);
  await lines().getByRole('button', { name: 'Ver' }).click();
  await expect.poll(share).toBeGreaterThanOrEqual(before);
  await dialog().getByText('Importação concluída: 10.000 de 10.000.').waitFor({ timeout: 120_000 });
  expect(await counts()).toEqual([rows, 0, 0]);
  await dialog().getByRole('button', { name: 'Concluir' }).click();
  await lines().getByText('concluída', { exact: false }).waitFor();
  await lines().getByRole('button', { name: 'Dispensar' }).click();
  await lines().waitFor({ state: 'detached' });
  await page.getByRole('searchbox', { name: /Buscar por nome/ }).fill('pessoa21x9999');
  await page.getByText('1 de 1 contato').waitFor();
}, 240_000);

test('a second one is cancelled: it ends where it is, and what came in stays', async () => {
  await page.goto(`${desk.server.url}/contacts`);
  await begin(31);
  await expect.poll(share, { timeout: 60_000 }).toBeGreaterThan(0);
  await dialog().getByRole('button', { name: 'Cancelar importação' }).click();
  await dialog()
    .getByText(/Importação cancelada em [\d.]+ de 10\.000/)
    .waitFor({ timeout: 60_000 });
  expect(await dialog().getByRole('button', { name: 'Cancelar importação' }).count()).toBe(0);
  const [created = 0] = await counts();
  expect(created).toBeGreaterThan(0);
  expect(created).toBeLessThan(rows);
  await dialog().getByRole('button', { name: 'Concluir' }).click();
  await lines()
    .getByText(/cancelada em/)
    .waitFor();
  const { count } = await desk.call<{ count: number }>(admin, 'GET', '/contacts?searchParam=pessoa31x');
  expect(count).toBe(created);
}, 240_000);

test("a colleague sees on the contacts page how far somebody else's import is", async () => {
  const rita = { name: 'Rita Sá', email: 'rita@demo.example', profile: 'supervisor' };
  await desk.call(admin, 'POST', '/users', { ...rita, password });
  const colleague = await desk.signIn('rita');
  await page.goto(`${desk.server.url}/contacts`);
  await begin(41);
  await dialog().getByRole('progressbar').waitFor();
  await colleague.page.goto(`${desk.server.url}/contacts`);
  const line = colleague.page.getByRole('list', { name: 'Importações' }).getByRole('listitem');
  await line.getByText(/de 10\.000/).waitFor();
  expect(await line.textContent()).not.toContain('Rita');
}, 240_000);
