import { expect, test } from 'vitest';
import { withDesk } from '../../../testing/browser/desk.ts';
import { dress, locales, look, seriousByDayAndNight, sizes } from '../../../testing/browser/inspect.ts';
import { png } from '../../../testing/images.ts';

const desk = withDesk();
const bell = (name: string | RegExp) => ({ name });

test('a super user publishes one with a picture; everybody hears of it at once, and reads it', async () => {
  const ana = await desk.signIn('ana');
  await ana.page.getByRole('button', bell('Informativos')).waitFor();
  const root = await desk.signIn('admin@localhost', { blank: true });
  const { page } = root;
  await page.goto(`${desk.server.url}/announcements`);
  await page.getByRole('heading', { name: 'Nenhum informativo ainda' }).waitFor();
  await page.getByRole('link', { name: 'Novo informativo' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Novo informativo' });
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await expect.poll(() => dialog.getByText('Obrigatório').count()).toBe(2);
  await dialog.getByLabel('Título').fill('Manutenção domingo');
  await dialog
    .getByLabel('Texto')
    .fill('O envio fica parado e sai sozinho às 4h. Mais em https://exemplo.com/aviso.');
  await dialog.getByRole('combobox', { name: 'Prioridade' }).click();
  await page.getByRole('option', { name: 'Alta' }).click();
  const file = dialog.locator('input[type=file]');
  expect(await file.getAttribute('accept')).toContain('image/png');
  await file.setInputFiles({ name: 'o mapa novo.png', mimeType: 'image/png', buffer: png(40, 20) });
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await page.getByText('Informativo Manutenção domingo salvo.').waitFor();
  const row = page.getByRole('row', { name: /Manutenção domingo/ });
  for (const text of ['Alta', 'o_mapa_novo.png', 'Ativo'])
    await row.getByText(text, { exact: true }).waitFor();
  const heads = await page.getByRole('columnheader').allTextContents();
  expect(heads).toEqual(expect.arrayContaining(['Título', 'Prioridade', 'Anexo', 'Situação']));
  await page.getByLabel('Buscar informativo').fill('recesso');
  await row.waitFor({ state: 'detached' });
  await page.getByLabel('Buscar informativo').fill('domingo');
  expect(await row.getByText('Alta').evaluate((chip) => chip.closest('.c-err') !== null)).toBe(true);

  await ana.page.getByRole('button', bell('Informativos: 1 novo')).click();
  await ana.page.getByRole('button', { name: /Prioridade alta Manutenção domingo novo/ }).click();
  const opened = ana.page.getByRole('dialog', { name: 'Manutenção domingo' });
  await opened.getByText('sai sozinho às 4h').waitFor();
  const link = opened.getByRole('link', { name: 'https://exemplo.com/aviso', exact: true });
  expect(await link.getAttribute('target')).toBe('_blank');
  expect((await opened.getByText('Prioridade alta').boundingBox())!.width).toBeGreaterThan(40);
  const picture = opened.getByRole('img', { name: 'o_mapa_novo.png' });
  await expect.poll(() => picture.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(40);
  await opened.getByRole('button', { name: 'Fechar' }).click();
  await ana.page.getByRole('button', { name: 'Informativos', exact: true }).waitFor();
  await ana.page.reload();
  await ana.page.getByRole('button', { name: 'Informativos', exact: true }).click();
  await ana.page.getByText('lido ·', { exact: false }).waitFor();

  // What is not active any more is gone, without a reload.
  await page.getByRole('link', { name: 'Editar Manutenção domingo' }).click();
  await page.getByRole('dialog').getByLabel('Ativo').uncheck();
  await page.getByRole('dialog').getByRole('button', { name: 'Salvar' }).click();
  await row.getByText('Inativo').waitFor();
  await ana.page.getByRole('heading', { name: 'Nenhum informativo' }).waitFor();
  expect([...ana.complaints, ...root.complaints]).toEqual([]);
  await Promise.all([ana.context.close(), root.context.close()]);
});

test('to anybody else the page says that it is not theirs, and leads home after a second', async () => {
  const admin = await desk.signIn('admin');
  const { page } = admin;
  expect(await page.getByRole('link', { name: 'Informativos' }).count()).toBe(0);
  await page.goto(`${desk.server.url}/announcements`);
  await page.getByText('Acesso não permitido').waitFor();
  expect(new URL(page.url()).pathname).toBe('/announcements');
  await page.waitForURL((url) => url.pathname === '/');
  await admin.context.close();
});

test('on a phone they are in the account’s menu; all are marked as read at once', async () => {
  const root = await desk.signIn('admin@localhost', { blank: true });
  for (const [title, priority] of [
    ['Novo: Pix na fatura', 2],
    ['Recesso', 3],
  ])
    await desk.call(root, 'POST', '/announcements', { title, priority, text: 'Veja na ajuda.' });
  await root.context.close();
  const phone = await desk.signIn('bruno', { width: 390, height: 844, touch: true });
  const { page } = phone;
  const account = page.getByRole('button', { name: /^Conta/ });
  await account.locator('.bar-mark').waitFor();
  await account.tap();
  const entry = page.getByRole('menuitem', { name: 'Informativos' });
  expect(await entry.locator('.bar-mark').count()).toBe(1);
  await entry.tap();
  const list = page.getByRole('dialog', { name: 'Informativos' });
  await list.getByText('Recesso').waitFor();
  expect(await list.getByRole('listitem').allTextContents()).toEqual([
    expect.stringContaining('Novo: Pix na fatura'),
    expect.stringContaining('Recesso'),
  ]);
  await list.getByRole('button', { name: 'Marcar como lidos' }).tap();
  await expect.poll(() => list.getByText('lido ·', { exact: false }).count()).toBe(2);
  expect(await page.locator('.bar-mark').count()).toBe(0);
  expect(phone.complaints).toEqual([]);
  await phone.context.close();
});

test.each(sizes.flatMap((size) => locales.map((locale) => [size, locale] as const)))(
  '%j in %s: nothing of the screen is cut off, and axe is content by day and by night',
  async (size, locale) => {
    const root = await desk.signIn('admin@localhost', { blank: true });
    await dress(root.page, { locale, theme: 'light', size });
    await root.page.goto(`${desk.server.url}/announcements`);
    await root.page.getByText('Recesso').first().waitFor();
    const low = root.page.locator('.tone', { hasText: /^(Baixa|Low|Baja)$/ }).first();
    // Low is grey, not bare.
    const behind = await low.evaluate((chip) => getComputedStyle(chip).backgroundColor);
    expect(behind).not.toBe('rgba(0, 0, 0, 0)');
    expect(await look(root.page)).toEqual({ keys: [], sideways: 0 });
    expect(await seriousByDayAndNight(root.page)).toEqual([]);
    await root.context.close();
  },
);
