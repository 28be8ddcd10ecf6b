import { expect, test } from 'vitest';
import { withDesk } from '../../../testing/browser/desk.ts';
import { look, serious } from '../../../testing/browser/inspect.ts';
import { png } from '../../../testing/images.ts';

const desk = withDesk();
const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 40"><circle cx="20" cy="20" r="14" fill="#e7bf57"/></svg>';
const svg = { name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(drawing) };
const openTab = async (who = 'admin@localhost', more = {}) => {
  const person = await desk.signIn(who, { ...more, blank: true });
  await person.page.goto(`${desk.server.url}/settings/logo`);
  return person;
};

test('a file and a place are asked for; the image is sent, said, and shown where it belongs after a reload', async () => {
  const { page, context, complaints } = await openTab();
  const form = page.getByRole('form', { name: 'Enviar imagem' });
  const send = form.getByRole('button', { name: 'Enviar' });
  await send.click();
  await page.getByText('Escolha um arquivo!').waitFor();
  await form.locator('input[type=file]').setInputFiles({ ...svg, name: 'logo.gif' });
  await send.click();
  await page.getByText('Use somente arquivos em formato PNG, ICO ou SVG!').waitFor();
  await form.locator('input[type=file]').setInputFiles(svg);
  await form.getByRole('img', { name: 'Prévia' }).waitFor();
  await send.click();
  await form.getByText('Escolha um destino!').waitFor();
  await form.getByRole('combobox', { name: 'Destino' }).selectOption('interno');
  const reloaded = page.waitForEvent('load');
  await send.click();
  await page.getByText('Arquivo enviado com sucesso!').waitFor();
  await reloaded;
  const logo = page.locator('.rail .logo');
  await logo.waitFor();
  expect(await logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  expect(complaints).toEqual([]);
  await context.close();
});

test('what only calls itself an image is refused in the same words, by its bytes', async () => {
  const { page, context } = await openTab();
  const card = page.getByRole('figure').filter({ hasText: 'Ícone da aba' });
  await card.locator('input[type=file]').setInputFiles({ ...svg, buffer: Buffer.from('<html>') });
  await page.getByText('Use somente arquivos em formato PNG, ICO ou SVG!').waitFor();
  await page.reload();
  await card.getByRole('button', { name: 'Enviar: Ícone da aba' }).waitFor();
  await context.close();
});

test('logos stand on the login, the sign-up and the forgotten password, the icon in the tab; removed they are ours again', async () => {
  const { page, context } = await openTab();
  const change = async (place: string, name: string) => {
    const reloaded = page.waitForEvent('load');
    const card = page.getByRole('figure').filter({ hasText: place });
    await card
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: 'image/png', buffer: png(320, 80) });
    await reloaded;
    await card.getByRole('button', { name: `Trocar: ${place}` }).waitFor();
  };
  await change('Entrada', 'logo.png');
  await change('Cadastro', 'signup.png');
  await change('Ícone da aba', 'icon.png');
  await page.goto(`${desk.server.url}/settings`);
  await page.getByRole('combobox', { name: 'Permitir cadastro' }).selectOption('enabled');
  await page.getByText('Salvo agora').waitFor();
  await page.goto(`${desk.server.url}/settings/logo`);
  const visitor = await (await desk.browser.newContext({ colorScheme: 'dark' })).newPage();
  const shown = visitor.locator('.brand .logo');
  for (const path of ['/login', '/forgetpsw', '/signup']) {
    await visitor.goto(`${desk.server.url}${path}`);
    await shown.waitFor();
    expect(await shown.evaluate((image: HTMLImageElement) => image.naturalWidth), path).toBe(320);
  }
  expect(await visitor.locator('link[rel=icon]').getAttribute('href')).toMatch(/^\/api\/logos\/favicon\?v=/);
  await page.getByRole('button', { name: 'Remover: Entrada' }).click();
  const reloaded = page.waitForEvent('load');
  await page.getByRole('dialog').getByRole('button', { name: 'Remover' }).click();
  await reloaded;
  await visitor.goto(`${desk.server.url}/login`);
  await visitor.locator('.brand').getByText('Balcão').waitFor();
  expect(await shown.count()).toBe(0);
  await visitor.context().close();
  await context.close();
});

test('who is no super user is told so and led home', async () => {
  const { page, context } = await openTab('admin');
  await page.getByText('Sem permissão para acessar!').waitFor();
  await page.waitForURL((url) => !url.pathname.startsWith('/settings'));
  await context.close();
});

test.each([
  ['pt', 'light', 1440],
  ['en', 'dark', 390],
  ['es', 'dark', 1440],
  ['pt', 'light', 390],
] as const)(
  'in %s and %s at %i pixels nothing is cut off, and axe is content',
  async (locale, theme, width) => {
    const { page, context, complaints } = await openTab('admin@localhost', {
      ...{ width, height: 900, locale, theme },
    });
    await page.getByRole('figure').nth(5).waitFor();
    expect(await look(page)).toEqual({ keys: [], sideways: 0 });
    expect(await serious(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  },
);
