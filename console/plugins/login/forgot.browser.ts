import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { expect, test, vi } from 'vitest';
import { withDesk } from '../../../testing/browser/desk.ts';
import { serious } from '../../../testing/browser/inspect.ts';
import { password } from '../../../testing/browser/server.ts';

const desk = withDesk();

/** The newest letter to this person, of a server without SMTP. */
const letterTo = (address: string) =>
  vi.waitFor(
    async () => {
      const folder = join(desk.server.dataDir, 'mail');
      for (const name of (await readdir(folder))
        .filter((one) => one.endsWith('.eml'))
        .sort()
        .reverse()) {
        const letter = await PostalMime.parse(await readFile(join(folder, name)));
        if (letter.to?.[0]?.address === address) return letter;
      }
      throw new Error(`no letter to ${address} yet`);
    },
    { timeout: 20_000, interval: 200 },
  );

test('who forgot the password sets another with the code in their mail, and signs in', async () => {
  const context = await desk.browser.newContext({ locale: 'pt-BR', viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  await page.goto(`${desk.server.url}/login`);
  await page.getByRole('link', { name: 'Esqueci a senha' }).click();
  await page.getByRole('heading', { name: 'Esqueci a senha' }).waitFor();
  expect(await page.getByRole('link', { name: 'Cadastrar empresa' }).getAttribute('href')).toBe('/signup');
  await page.keyboard.press('Enter');
  await page.getByText('Obrigatório').waitFor();
  await page.getByLabel('E-mail').fill('ninguem');
  await page.keyboard.press('Enter');
  await page.getByText('E-mail inválido').waitFor();
  await page.getByLabel('E-mail').fill('ninguem@demo.example');
  await page.keyboard.press('Enter');
  await page.getByText('Email não encontrado').waitFor();
  await page.getByLabel('E-mail').fill('ana@demo.example');
  await page.getByRole('button', { name: 'Enviar e-mail' }).click();
  await page.getByText('Email enviado com sucesso!').waitFor();
  const letter = await letterTo('ana@demo.example');
  expect(letter.subject).toMatch(/^Código para redefinir a senha: \d{6}$/);
  const code = /\d{6}/.exec(letter.subject ?? '')?.[0] ?? '';

  const own = 'Girassol amarelo 73';
  const field = (name: string) => page.getByLabel(name, { exact: true });
  await page.getByRole('button', { name: 'Redefinir senha' }).click();
  await expect.poll(() => page.getByText('Campo obrigatório').count()).toBe(3);
  await field('Código de verificação').fill(code === '000000' ? '000001' : '000000');
  await field('Nova senha').fill('girassol');
  await field('Confirmar senha').fill('girassois');
  expect(await field('E-mail').inputValue()).toBe('ana@demo.example');
  for (const [at, name] of ['Nova senha', 'Confirmar senha'].entries()) {
    expect(await field(name).getAttribute('type')).toBe('password');
    await page.getByRole('button', { name: 'Mostrar senha' }).nth(at).click();
    expect(await field(name).getAttribute('type')).toBe('text');
    await page.getByRole('button', { name: 'Ocultar senha' }).click();
    expect(await field(name).getAttribute('type')).toBe('password');
  }
  await page.getByRole('button', { name: 'Redefinir senha' }).click();
  await page.getByText('As senhas não correspondem').waitFor();
  expect(await serious(page)).toEqual([]);
  await field('Nova senha').fill(own);
  await field('Confirmar senha').fill(own);
  await page.keyboard.press('Enter');
  await page.getByText('Código errado, já usado ou vencido').waitFor();
  // Another one can be had when one is refused, without typing the address again.
  await page.getByRole('button', { name: 'Enviar outro' }).click();
  expect(await page.getByLabel('E-mail').inputValue()).toBe('ana@demo.example');
  await page.getByRole('button', { name: 'Enviar e-mail' }).click();
  await expect.poll(async () => (await letterTo('ana@demo.example')).subject).not.toBe(letter.subject);
  const another = /\d{6}/.exec((await letterTo('ana@demo.example')).subject ?? '')?.[0] ?? '';
  await field('Nova senha').fill(own);
  await field('Confirmar senha').fill(own);
  await field('Código de verificação').fill(another);
  await page.keyboard.press('Enter');
  await page.getByText('Senha redefinida com sucesso').waitFor();
  await page.waitForURL(/\/login$/);

  const signIn = async (typed: string) => {
    await page.locator('input[type=email]').fill('ana@demo.example');
    await page.locator('input[type=password]').fill(typed);
    await page.locator('button[type=submit]').click();
  };
  await signIn(password);
  await page.getByRole('alert').waitFor();
  await signIn(own);
  await page.waitForURL(/\/tickets/);
  await context.close();
});
