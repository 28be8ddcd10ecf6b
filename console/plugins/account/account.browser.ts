import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { withDesk } from '../../../testing/browser/desk.ts';
import { dress, look, serious, sizes, themes } from '../../../testing/browser/inspect.ts';
import type { Person } from '../../../testing/browser/people.ts';
import { password } from '../../../testing/browser/server.ts';

const desk = withDesk();
const stepMs = 30_000;
/** Codes are taken once: a test that signs in twice uses that of the next half minute, which is taken too. */
const codeOf = (secret: string, ahead = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + ahead * stepMs });
const keyOn = async (page: Page) => ((await page.locator('.ac-key').textContent()) ?? '').replaceAll(' ', '');
const signIn = async (page: Page, email: string) => {
  await page.goto(`${desk.server.url}/login`);
  await page.locator('input[type=email]').fill(email);
  await page.locator('input[type=password]').fill(password);
  await page.locator('button[type=submit]').click();
};
/** What fades in is looked at when it is there. */
const nothingSerious = (page: Page) => expect.poll(() => serious(page), { timeout: 10_000 }).toEqual([]);
const openSecurity = async ({ page }: Person) => {
  await page.getByRole('button', { name: /^Conta/ }).click();
  await page.getByRole('menuitem', { name: 'Segurança da conta' }).click();
  await page.getByRole('dialog', { name: 'Segurança da conta' }).waitFor();
};

test('somebody turns the second step on, signs in with it, with a recovery code, and turns it off', async () => {
  const bruno = await desk.signIn('bruno');
  const { page } = bruno;
  await openSecurity(bruno);
  await page.getByRole('button', { name: 'Ligar' }).click();
  const field = (name: string) => page.getByLabel(name, { exact: true });
  await field('Sua senha').fill('not this one');
  await page.keyboard.press('Enter');
  await page.getByText('A senha atual não confere.').waitFor();
  await field('Sua senha').fill(password);
  await page.keyboard.press('Enter');
  await page.locator('.ac-qr svg').waitFor();
  const secret = await keyOn(page);
  await nothingSerious(page);
  await field('Código do aplicativo').fill(codeOf(secret) === '000000' ? '000001' : '000000');
  await page.keyboard.press('Enter');
  await page.getByText('Código errado, já usado ou vencido').first().waitFor();
  await field('Código do aplicativo').fill(codeOf(secret));
  await page.keyboard.press('Enter');
  const codes = page.getByRole('list', { name: 'Códigos de recuperação' }).getByRole('listitem');
  await codes.first().waitFor();
  expect(await codes.count()).toBe(10);
  const [recovery = '', another = ''] = await codes.allTextContents();
  await nothingSerious(page);
  // They are shown once: a key or a click beside them does not put them away.
  await page.keyboard.press('Escape');
  await page.mouse.click(5, 5);
  await page.waitForTimeout(300);
  expect(await codes.count()).toBe(10);
  await page.getByRole('button', { name: 'Guardei os códigos' }).click();
  await page.getByText('Ligada', { exact: true }).waitFor();

  const context = await desk.browser.newContext({ locale: 'pt-BR', viewport: { width: 1440, height: 900 } });
  const other = await context.newPage();
  await signIn(other, 'bruno@demo.example');
  await other.getByRole('heading', { name: 'Código do aplicativo' }).waitFor();
  await other.getByRole('heading', { name: /Bruno\.$/ }).waitFor();
  expect(await other.evaluate(() => localStorage.getItem('token'))).toBeNull();
  for (const size of sizes)
    for (const theme of themes) {
      await dress(other, { locale: 'pt', theme, size });
      await signIn(other, 'bruno@demo.example');
      await other.getByLabel('6 dígitos').waitFor();
      await nothingSerious(other);
      expect((await look(other)).sideways).toBe(0);
    }
  await other.getByLabel('6 dígitos').fill(codeOf(secret, 1));
  await other.waitForURL(/\/tickets/);
  await other.evaluate(() => localStorage.clear());
  await signIn(other, 'bruno@demo.example');
  await other.getByRole('button', { name: 'Usar um código de recuperação' }).click();
  await other.getByLabel('Código', { exact: true }).fill(recovery);
  await other.getByText('Não pedir neste computador por 30 dias').click();
  await other.keyboard.press('Enter');
  await other.waitForURL(/\/tickets/);
  // This browser was told to ask no more.
  await other.evaluate(() => localStorage.clear());
  await signIn(other, 'bruno@demo.example');
  await other.waitForURL(/\/tickets/);
  await other.getByRole('button', { name: /^Conta/ }).click();
  await other.getByRole('menuitem', { name: 'Segurança da conta' }).click();
  await other.getByText('Códigos de recuperação: 9 de 10').waitFor();
  await other.getByRole('button', { name: 'Gerar novos códigos' }).click();
  await other.getByLabel('Sua senha', { exact: true }).fill(password);
  await other.getByLabel('Código do aplicativo').fill(another);
  await other.keyboard.press('Enter');
  const renewed = other.getByRole('list', { name: 'Códigos de recuperação' }).getByRole('listitem');
  await renewed.first().waitFor();
  const [newest = ''] = await renewed.allTextContents();
  await nothingSerious(other);
  await other.getByRole('button', { name: 'Guardei os códigos' }).click();
  await other.getByText('Códigos de recuperação: 10 de 10').waitFor();
  await other.getByRole('button', { name: 'Desligar' }).click();
  await other.getByLabel('Sua senha', { exact: true }).fill(password);
  await other.getByLabel('Código do aplicativo').fill(newest);
  await nothingSerious(other);
  await other.keyboard.press('Enter');
  await other.getByText('Desligada', { exact: true }).waitFor();
  await context.close();
});

test('where the company asks for it the first login sets an app up, and ends at the work', async () => {
  const admin = await desk.signIn('admin', { blank: true });
  await desk.call(admin, 'PUT', '/settings/requireTotp', { value: 'all' });
  const context = await desk.browser.newContext({ locale: 'pt-BR', viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  await signIn(page, 'ana@demo.example');
  await page.getByRole('heading', { name: 'Proteja a sua conta' }).waitFor();
  await page.locator('.ac-qr svg').waitFor();
  await nothingSerious(page);
  expect((await look(page)).sideways).toBe(0);
  await page.getByLabel('6 dígitos').fill(codeOf(await keyOn(page)));
  await page.getByRole('heading', { name: 'Códigos de recuperação' }).waitFor();
  await nothingSerious(page);
  await page.getByRole('button', { name: 'Guardei os códigos' }).click();
  await page.waitForURL(/\/tickets/);
  await context.close();
  // Her phone is gone: an admin takes the second step away, and she sets another up.
  await admin.page.goto(`${desk.server.url}/users`);
  const row = admin.page.getByRole('row').filter({ hasText: 'ana@demo.example' });
  await row.getByText('Ligada').waitFor();
  await row.getByRole('button', { name: /^Tirar a segunda etapa de/ }).click();
  await admin.page.getByRole('dialog').getByRole('button', { name: 'Tirar' }).click();
  await row.getByText('Desligada').waitFor();
});
