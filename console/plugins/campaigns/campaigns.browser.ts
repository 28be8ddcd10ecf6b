import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import type { CompanyView } from '../../../contract/company.ts';
import { withDesk } from '../../../testing/browser/desk.ts';
import { dress, locales, look, seriousByDayAndNight, sizes } from '../../../testing/browser/inspect.ts';
import type { Person } from '../../../testing/browser/people.ts';

const desk = withDesk();
let admin: Person;
beforeAll(async () => {
  admin = await desk.signIn('admin', { width: 1440, blank: true });
  await desk.empty(admin, '/campaigns');
}, 240_000);

test('a campaign is made for a tag, changed, begun, stopped and gone on with; a second window sees each step', async () => {
  const { page } = admin;
  await page.goto(`${desk.server.url}/campaigns`);
  const other = await page.context().newPage();
  await other.setViewportSize({ width: 390, height: 900 });
  await other.goto(`${desk.server.url}/campaigns`);
  await page.getByText('Nenhuma campanha ainda').waitFor();
  await page.getByRole('button', { name: 'Nova campanha' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Nova campanha' });
  await dialog.getByLabel('Nome', { exact: true }).fill('Vitrine de Natal');
  await dialog.getByLabel('Etiqueta').selectOption({ label: 'VIP' });
  await dialog.getByLabel('Conexão').selectOption({ label: 'Loja Centro' });
  await dialog.getByLabel('Mensagem 1').fill('{{firstName}}, a vitrine abre quinta.');
  await dialog.getByText('Beatriz, a vitrine abre quinta.').waitFor();
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await dialog.waitFor({ state: 'hidden' });
  const row = (where: Page) => where.getByRole('row').filter({ hasText: 'Vitrine de Natal' });
  await row(page).getByText('Inativa').waitFor();
  await row(other).getByText('Etiqueta VIP').waitFor();
  await row(page).getByRole('button', { name: 'Editar Vitrine de Natal' }).click();
  const edit = page.getByRole('dialog', { name: 'Editar campanha' });
  expect(await edit.getByLabel('Conexão').locator('option:checked').textContent()).toBe('Loja Centro');
  await edit.getByLabel('Começa em').fill('24/12/2099');
  await edit.getByRole('button', { name: 'Salvar' }).click();
  await row(other).getByText('24/12/2099 08:00').waitFor();
  await row(page).getByText('Programada').waitFor();
  await row(page).getByRole('button', { name: 'Iniciar Vitrine de Natal agora' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Iniciar agora' }).click();
  await row(other).getByText('Em andamento').waitFor();
  await row(page).getByRole('button', { name: 'Parar Vitrine de Natal' }).click();
  await row(other).getByText('Cancelada').waitFor();
  await row(page).getByRole('button', { name: 'Editar Vitrine de Natal' }).click();
  await edit.waitFor();
  await page.keyboard.press('Escape');
  await row(page).getByRole('button', { name: 'Retomar Vitrine de Natal' }).click();
  await row(other).getByText('Em andamento').waitFor();
}, 90_000);

test('pace and variables are kept', async () => {
  const { page } = admin;
  await page.goto(`${desk.server.url}/campaigns-config`);
  await page.getByLabel('Intervalo aleatório').selectOption('5');
  await page.getByLabel('Atalho').fill('loja');
  await page.getByLabel('Conteúdo').fill('Rua das Flores, 10');
  await page.getByRole('button', { name: 'Adicionar' }).click();
  await page.getByRole('button', { name: 'Salvar configurações' }).click();
  await page.getByText('Configurações salvas').waitFor();
  await page.reload();
  await page.getByRole('cell', { name: '{{loja}}' }).waitFor();
  expect(await page.getByLabel('Intervalo aleatório').inputValue()).toBe('5');
}, 60_000);

test('at 720 px the day of a campaign can be read; what adds a variable is level with its fields', async () => {
  const { page } = admin;
  await page.setViewportSize({ width: 720, height: 900 });
  try {
    await page.goto(`${desk.server.url}/campaigns`);
    await page.getByRole('button', { name: 'Nova campanha' }).first().click();
    const day = page.getByRole('dialog').getByLabel('Começa em');
    await day.fill('24/12/2099');
    expect(await day.evaluate((field) => field.scrollWidth - field.clientWidth)).toBeLessThanOrEqual(0);
    await page.goto(`${desk.server.url}/campaigns-config`);
    const boxOf = (selector: string) => page.locator(`.cp-variable ${selector}`).first().boundingBox();
    const [field, button] = [await boxOf('.MuiOutlinedInput-root'), await boxOf('button')];
    expect([button?.y, button?.height]).toEqual([field?.y, field?.height]);
  } finally {
    await page.setViewportSize({ width: 1440, height: 900 });
  }
}, 60_000);

const titles = { pt: 'Campanhas', en: 'Campaigns', es: 'Campañas' };
const paces = { pt: 'Ritmo e variáveis', en: 'Pace and variables', es: 'Ritmo y variables' };

test.each(sizes.flatMap((size) => locales.map((locale) => [size, locale] as const)))(
  '%j in %s: nothing is cut off, and axe is content by day and by night',
  async (size, locale) => {
    const { page } = admin;
    await dress(page, { locale, theme: 'light', size });
    for (const [path, shown, title] of [
      ['/campaigns', '.cp-table', titles[locale]],
      ['/campaigns-config', '.split', paces[locale]],
    ] as const) {
      await page.goto(`${desk.server.url}${path}`);
      await page.locator(shown).waitFor();
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(title);
      expect(await look(page), path).toEqual({ keys: [], sideways: 0 });
      expect(await seriousByDayAndNight(page), path).toEqual([]);
    }
  },
  120_000,
);

test('where campaigns are switched off there is neither the flag, nor an entry, nor a page', async () => {
  const { page } = admin;
  await dress(page, { locale: 'pt', theme: 'light', size: sizes[0] });
  await page.goto(`${desk.server.url}/campaigns`);
  await page.locator('.cp-table').waitFor();
  expect(await page.evaluate(() => localStorage.getItem('cshow'))).toBe('true');
  const root = await desk.signIn('admin@localhost', { blank: true });
  const list = await desk.call<CompanyView[]>(root, 'GET', '/companies/list');
  const { id } = list.find(({ name }) => name === 'Demo')!;
  const have = (campaignsEnabled: boolean) =>
    desk.call(root, 'PUT', `/companies/${id}`, { campaignsEnabled });
  await have(false);
  for (const path of ['/campaigns', '/campaigns-config', '/campaign/k1/report']) {
    await page.goto(`${desk.server.url}${path}`);
    await page.getByText('Página não encontrada').waitFor();
    expect(await page.evaluate(() => localStorage.getItem('cshow'))).toBeNull();
    expect(await page.getByRole('link', { name: 'Campanhas' }).count()).toBe(0);
  }
  await have(true);
}, 60_000);
