import { expect, test } from 'vitest';
import { withDesk } from '../../../testing/browser/desk.ts';
import { serious } from '../../../testing/browser/inspect.ts';
import { password } from '../../../testing/browser/server.ts';

const desk = withDesk();

test('without a mail server the super user reads letters in the console; others have no such page', async () => {
  const context = await desk.browser.newContext({ locale: 'pt-BR' });
  const page = await context.newPage();
  await page.goto(`${desk.server.url}/login`);
  await page.locator('input[type=email]').fill('admin@localhost');
  await page.locator('input[type=password]').fill(password);
  await page.locator('button[type=submit]').click();
  await page.waitForURL((url) => !url.pathname.startsWith('/login'));
  await page.goto(`${desk.server.url}/mails`);
  await page.getByRole('heading', { name: 'Nenhum e-mail aqui' }).waitFor();
  await fetch(`${desk.server.url}/api/forgetpassword/ana@demo.example`, { method: 'POST' });
  const letter = page.getByText(/Código para redefinir a senha: \d{6}/);
  await letter.waitFor({ timeout: 20_000 });
  await letter.click();
  await page.getByText('Ele vale por 30 minutos e por poucas tentativas.').waitFor();
  expect(await serious(page)).toEqual([]);
  await context.close();

  const ana = await desk.signIn('ana', { blank: true });
  await ana.page.goto(`${desk.server.url}/mails`);
  await ana.page.waitForURL((url) => url.pathname !== '/mails');
  const { status } = await fetch(`${desk.server.url}/api/mails`);
  expect(status).toBe(401);
  await ana.context.close();
});
