import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import type { CompanyView } from '../../contract/company.ts';
import { withDesk } from './desk.ts';
import { newestLetter } from './letters.ts';
import { payBy } from './pay.ts';
import { type Person, tokenOf } from './people.ts';

// The ways of the administration from their beginning to their end, each as the people see it who go it.

const own = 'girassol amarelo 73';
const wait = { timeout: 20_000 };
const dayMs = 86_400_000;
const desk = withDesk();
let root: Person;

beforeAll(async () => {
  root = await desk.signIn('admin@localhost', { blank: true });
  await desk.call(root, 'POST', '/plans', {
    ...{ name: 'Profissional', users: 10, connections: 7, queues: 12, value: 349.9, useInternal: true },
  });
  for (const key of ['allowregister', 'viewregister'])
    await desk.call(root, 'PUT', `/settings/${key}`, { key, value: 'enabled' });
}, 240_000);

const visitor = async (look: object = {}) => {
  const viewport = { width: 1440, height: 900 };
  const context = await desk.browser.newContext({ locale: 'pt-BR', viewport, ...look });
  return { context, page: await context.newPage() };
};
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const leaveFor = (page: Page, ...paths: string[]) =>
  page.waitForURL(({ pathname }) => paths.includes(pathname), wait);
/** The same day of the month after; the last one where there is none. */
const monthAfter = (day: string): string => {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month, Math.min(date, last))).toISOString().slice(0, 10);
};

test('sign up, pay, renew; a licence that ends meanwhile leads to its invoice, and once paid goes on', async () => {
  const { context, page } = await visitor();
  await page.goto(`${desk.server.url}/login`);
  await page.getByRole('link', { name: 'Cadastrar empresa' }).click();
  for (const [name, value] of [
    ['Nome da empresa', 'Oficina Boa Vista'],
    ['E-mail', 'lia@boavista.example'],
    ['Telefone', '11955500166'],
    ['Senha', own],
  ] as const)
    await field(page, name).fill(value);
  await page.getByRole('button', { name: 'Criar conta e começar o teste' }).click();
  await page.waitForURL(/\/login$/);
  await field(page, 'Senha').fill(own);
  await page.keyboard.press('Enter');
  await leaveFor(page, '/tickets');
  const lia: Person = { ...root, page, context };
  const company = async () => {
    const id = await page.evaluate(() => localStorage.getItem('companyId'));
    return desk.call<CompanyView>(root, 'GET', `/companies/${id}`);
  };
  const trial = (await company()).dueDate!;
  await page.goto(`${desk.server.url}/financeiro`);
  await page.getByRole('button', { name: /^Pagar a fatura 1/ }).click(wait);
  await payBy(page);
  await page.getByText(/Sua licença foi renovada até \d\d\/\d\d\/\d{4}!/).waitFor(wait);
  await leaveFor(page, '/', '/tickets');
  expect((await company()).dueDate).toBe(monthAfter(trial));

  // A month later, at work: the licence has ended.
  const { id } = await company();
  const ended = new Date(Date.now() - 2 * dayMs).toISOString().slice(0, 10);
  const token = await tokenOf(lia);
  await desk.call(root, 'PUT', `/companies/${id}`, { dueDate: ended });
  await leaveFor(page, '/faturas');
  await page.getByText('Vencido').waitFor(wait);
  await page.getByRole('button', { name: /^Pagar a fatura/ }).click();
  await payBy(page);
  await leaveFor(page, '/', '/tickets');
  await page.getByRole('navigation').first().waitFor(wait);
  expect((await desk.call<CompanyView>(root, 'GET', `/companies/${id}`)).dueDate).toBe(monthAfter(ended));
  // No password was asked for: it is the session of before, with a new token.
  expect(await page.evaluate(() => localStorage.getItem('token'))).not.toBe(token);
  await context.close();
}, 240_000);

test('an invitation, the first login with an app that is set up, and the second with its code', async () => {
  const admin = await desk.signIn('admin', { blank: true });
  await desk.call(admin, 'PUT', '/settings/requireTotp', { value: 'all' });
  await desk.call(admin, 'POST', '/users', { name: 'Rui Prado', email: 'rui@demo.example', profile: 'user' });
  const letter = await newestLetter(desk.server.dataDir, 'rui@demo.example');
  const { context, page } = await visitor({ viewport: { width: 390, height: 844 } });
  await page.goto(/https?:\/\/\S+\/convite\/\S+/.exec(letter.text ?? '')?.[0] ?? '');
  await page.getByRole('heading', { name: 'Olá, Rui Prado!' }).waitFor();
  await field(page, 'Senha').fill(own);
  await field(page, 'Confirmar senha').fill(own);
  await page.keyboard.press('Enter');
  await page.getByText('Senha salva. Agora é só entrar.').waitFor();
  await field(page, 'Senha').fill(own);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Proteja a sua conta' }).waitFor();
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  const secret = ((await page.locator('.ac-key').textContent()) ?? '').replaceAll(' ', '');
  const code = (ahead = 0) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + ahead * 30_000 });
  await page.getByLabel('6 dígitos').fill(code());
  await page.getByRole('button', { name: 'Guardei os códigos' }).click();
  await leaveFor(page, '/tickets');
  await admin.page.goto(`${desk.server.url}/users`);
  await admin.page.getByRole('row').filter({ hasText: 'rui@demo.example' }).getByText('Ligada').waitFor();

  await page.evaluate(() => localStorage.clear());
  await page.goto(`${desk.server.url}/login`);
  await field(page, 'E-mail').fill('rui@demo.example');
  await field(page, 'Senha').fill(own);
  await page.keyboard.press('Enter');
  await page.getByLabel('6 dígitos').fill(code(1));
  await leaveFor(page, '/tickets');
  await context.close();
}, 120_000);
