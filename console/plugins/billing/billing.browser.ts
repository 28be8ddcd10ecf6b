import { beforeAll, expect, test } from 'vitest';
import type { CompanyView } from '../../../contract/company.ts';
import { withDesk } from '../../../testing/browser/desk.ts';
import { look, serious } from '../../../testing/browser/inspect.ts';
import { payBy } from '../../../testing/browser/pay.ts';
import { type Person, signIn } from '../../../testing/browser/people.ts';

const adminPassword = 'correct horse battery 42';
const desk = withDesk({ env: { ADMIN_EMAIL: 'root@example.org', ADMIN_PASSWORD: adminPassword } });
const dayMs = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10);
const wait = { timeout: 15_000 };
const companies: Record<string, string> = {};
let root: Person;

beforeAll(async () => {
  root = await signIn(desk.browser, desk.server, 'root@example.org', {
    password: adminPassword,
    blank: true,
  });
  const plan = await desk.call<{ id: string }>(root, 'POST', '/plans', {
    ...{ name: 'Profissional', users: 10, connections: 7, queues: 12, value: 349.9, useInternal: true },
  });
  await desk.call(root, 'POST', '/plans', {
    ...{
      name: 'Básico',
      users: 3,
      connections: 1,
      queues: 3,
      value: 99,
      useInternal: true,
      useCampaigns: false,
    },
  });
  for (const [name, dueDate] of [
    ['Casa Lume', inDays(3)],
    ['Vencida', inDays(-3)],
    ['Nova', inDays(20)],
    ['Parada', inDays(20)],
  ] as const) {
    const email = `${name.split(' ')[0]!.toLowerCase()}@example.org`;
    const { id } = await desk.call<CompanyView>(root, 'POST', '/companies', {
      ...{ name, email, phone: '11988887777', password: adminPassword, planId: plan.id, dueDate },
      // 't': on trial.
      ...{ recurrence: 'MENSAL', status: name === 'Nova' ? 't' : true, campaignsEnabled: true },
    });
    companies[name] = id;
  }
}, 240_000);

test('an invoice is paid in three steps and by Pix; the licence is renewed, and the user goes home', async () => {
  const ana = await signIn(desk.browser, desk.server, 'casa@example.org', {
    password: adminPassword,
    blank: true,
  });
  const { page } = ana;
  await page.goto(`${desk.server.url}/financeiro`);
  const row = page.getByRole('row', { name: /Plano Profissional/ });
  await row.getByText('Em Aberto').waitFor(wait);
  await row.getByText(/^R\$\s349,90$/).waitFor();
  await row.getByRole('button', { name: /^Pagar a fatura 1/ }).click();
  await payBy(page);
  await page.getByText(/Sua licença foi renovada até \d\d\/\d\d\/\d{4}!/).waitFor(wait);
  await page.waitForURL((url) => url.pathname === '/', wait);
  const { dueDate } = await desk.call<CompanyView>(ana, 'GET', `/companies/${companies['Casa Lume']}`);
  expect(dueDate! > inDays(27)).toBe(true);
  await page.goto(`${desk.server.url}/financeiro`);
  await page
    .getByRole('row', { name: /Plano Profissional/ })
    .getByText('Pago', { exact: true })
    .waitFor(wait);
  expect(ana.complaints).toEqual([]);
  await ana.context.close();
});

test('the admin of an ended company pays from the refusal of the login, and is let in', async () => {
  const context = await desk.browser.newContext({ locale: 'pt-BR', viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  await page.goto(`${desk.server.url}/login`);
  await page.locator('input[type=email]').fill('vencida@example.org');
  await page.locator('input[type=password]').fill(adminPassword);
  await page.locator('button[type=submit]').click();
  await page.getByRole('alert').getByRole('link', { name: 'Ver e pagar as faturas' }).click();
  await page.getByRole('heading', { name: 'Faturas da sua empresa' }).waitFor();
  await page.getByText('Vencido').waitFor(wait);
  // On a phone nothing of an invoice is written over something else of it.
  const spilling = page.locator('.bl-table td').filter({ visible: true });
  expect(
    await spilling.evaluateAll((cells) => cells.filter((one) => one.scrollWidth > one.clientWidth).length),
  ).toBe(0);
  await page.getByRole('button', { name: /^Pagar a fatura 1/ }).click();
  await payBy(page);
  await page.waitForURL((url) => url.pathname === '/' || url.pathname === '/tickets', wait);
  await page.getByRole('navigation').first().waitFor(wait);
  await context.close();
});

test('a company that ends at work leads who may pay to the invoices, and tells everybody else', async () => {
  const enter = (email: string) =>
    signIn(desk.browser, desk.server, email, { password: adminPassword, blank: true });
  const admin = await enter('parada@example.org');
  await desk.call(admin, 'POST', '/users', {
    ...{ name: 'Bia', email: 'bia@parada.example', password: adminPassword },
  });
  const agent = await enter('bia@parada.example');
  for (const { page } of [admin, agent]) {
    await page.goto(`${desk.server.url}/tickets`);
    await page.getByRole('heading', { name: 'Atendimentos' }).waitFor(wait);
  }
  await desk.call(root, 'PUT', `/companies/${companies.Parada}`, { dueDate: inDays(-3) });
  await admin.page.waitForURL(/\/faturas$/, wait);
  await admin.page.getByRole('heading', { name: 'Faturas da sua empresa' }).waitFor();
  await agent.page.getByText('O acesso da sua empresa está encerrado').waitFor(wait);
  // Nothing lies over the page that says what is to be done.
  expect(await admin.page.getByRole('alert').count()).toBe(0);
  await Promise.all([admin.context.close(), agent.context.close()]);
});

test('during a trial the days left are told; who subscribes has no trial any more', async () => {
  const nova = await signIn(desk.browser, desk.server, 'nova@example.org', {
    password: adminPassword,
    blank: true,
  });
  const { page } = nova;
  await page.goto(`${desk.server.url}/subscription`);
  const { dueDate, timeZone } = await desk.call<CompanyView>(nova, 'GET', `/companies/${companies.Nova}`);
  const left =
    (Date.parse(dueDate!) - Date.parse(new Date().toLocaleDateString('en-CA', { timeZone }))) / dayMs;
  await page.getByText(`Seu período de teste termina em ${left} dias.`).waitFor(wait);
  await page.getByText('nova@example.org').waitFor();
  expect(await look(page)).toEqual({ keys: [], sideways: 0 });
  expect(await serious(page)).toEqual([]);
  await page.getByRole('button', { name: 'Assine Agora!' }).click();
  const dialog = page.getByRole('dialog');
  for (const [label, typed] of [
    ['Nome', 'Ana'],
    ['Endereço', 'Rua das Flores, 1'],
    ['Cidade', 'São Paulo'],
    ['CEP', '01001-000'],
  ] as const)
    await dialog.getByLabel(label, { exact: true }).fill(typed);
  await dialog.getByRole('button', { name: 'Próximo' }).click();
  // A plan that is chosen by its price says what it has not, there and where it is paid for.
  await dialog.getByRole('radio', { name: /^Básico.*Você deixa de ter: campanhas/ }).check();
  await dialog.getByRole('button', { name: 'Próximo' }).click();
  await dialog.getByText('Você deixa de ter: campanhas').waitFor();
  await dialog.getByRole('heading', { name: /^Pagar R\$\s99,00$/ }).waitFor();
  await dialog.getByRole('button', { name: 'Fechar' }).click();
  await page.getByRole('button', { name: 'Assine Agora!' }).click();
  await payBy(page);
  await page.waitForURL((url) => url.pathname === '/', wait);
  const { trialExpiration } = await desk.call<CompanyView>(nova, 'GET', `/companies/${companies.Nova}`);
  expect(trialExpiration).toBeNull();
  await page.goto(`${desk.server.url}/subscription`);
  await page.getByText('Sua empresa não está em período de teste.').waitFor(wait);
  await page.getByRole('button', { name: 'Assine Agora!' }).click();
  await page.getByText('Não há nada a pagar agora.').waitFor();
  expect(nova.complaints).toEqual([]);
  await nova.context.close();
});

test('an agent has no such page', async () => {
  const ana = await desk.signIn('ana', { blank: true });
  await ana.page.goto(`${desk.server.url}/financeiro`);
  await ana.page.waitForURL(/\/tickets/);
  expect(await ana.page.getByRole('link', { name: 'Financeiro' }).count()).toBe(0);
  await ana.context.close();
});
