import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { withDesk } from './desk.ts';

// Code that is loaded when it is first shown may not come: the network is gone, or the server was updated meanwhile and
// has other files. Neither leaves a page that stays broken.

const desk = withDesk();
let page: Page;
beforeAll(async () => {
  ({ page } = await desk.signIn('admin', { blank: true }));
}, 240_000);

const at = (path: string) => page.goto(`${desk.server.url}${path}`);
const entry = (name: string) => page.locator('.rail').getByRole('link', { name, exact: true });
const failure = () => page.getByText('Esta parte não chegou: recarregue a página para abri-la.');
const heading = (name: string) => page.getByRole('heading', { name, level: 1 }).waitFor();
/** What the server answers to the console's own question whether it is there. */
const home = () => `${desk.server.url}/`;
const auditPage = /\/assets\/audit-page-.*[.]js/;
const botTest = /\/assets\/bot-test-.*[.]js/;
const mark = () => page.evaluate(() => Object.assign(window, { isMarked: true }));
const isSamePage = () => page.evaluate(() => 'isMarked' in window);

test('a page whose code did not come says so, and comes by itself once the server answers', async () => {
  await at('/queues');
  await mark();
  for (const address of [auditPage, home()]) await page.route(address, (route) => route.abort());
  await entry('Auditoria').click();
  await failure().waitFor();
  expect(await isSamePage()).toBe(true);
  await page.unroute(auditPage);
  await page.unroute(home());
  await heading('Auditoria');
  expect(await isSamePage()).toBe(false);
});

test('where it does not come though the server answers, it is asked for once, then at a press', async () => {
  await at('/queues');
  await page.evaluate(() => sessionStorage.clear());
  let loads = 0;
  const count = () => {
    loads += 1;
  };
  page.on('load', count);
  await page.route(auditPage, (route) => route.fulfill({ status: 404 }));
  await entry('Auditoria').click();
  await expect.poll(() => loads).toBe(1);
  await failure().waitFor();
  await entry('Filas').click();
  await heading('Filas');
  await entry('Auditoria').click();
  await failure().waitFor();
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  expect(loads).toBe(1);
  await page.unroute(auditPage);
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  await heading('Auditoria');
  page.off('load', count);
});

test('a dialog whose code does not come leaves what was typed until the page is loaded anew', async () => {
  await at('/connections');
  await page.route(botTest, (route) => route.abort());
  await page.getByRole('button', { name: 'Editar Loja Centro' }).click();
  const form = page.getByRole('dialog', { name: 'Editar conexão' });
  await form.getByLabel('Nome', { exact: true }).fill('Loja Sul');
  await form.getByRole('button', { name: 'Testar o robô' }).click();
  await failure().waitFor();
  expect(await form.getByLabel('Nome', { exact: true }).inputValue()).toBe('Loja Sul');
  await page.unroute(botTest);
  await page.getByRole('button', { name: 'Recarregar' }).click();
  await form.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Editar Loja Centro' }).click();
  await form.getByRole('button', { name: 'Testar o robô' }).click();
  await page.getByRole('dialog', { name: 'Testar o robô' }).waitFor();
});
