import { beforeAll, expect, test } from 'vitest';
import { withDesk } from '../../../testing/browser/desk.ts';
import type { Person } from '../../../testing/browser/people.ts';

const desk = withDesk();
let admin: Person;

beforeAll(async () => {
  admin = await desk.signIn('admin', { blank: true });
}, 240_000);

const card = (name: string) => admin.page.locator('.metric', { hasText: name }).locator('.v');

test('the admin lands on the dashboard; cards, charts and attendants tell of the demo’s conversations', async () => {
  const { page } = admin;
  await page.goto(desk.server.url);
  await page.getByRole('heading', { name: 'Painel', level: 1 }).waitFor();
  await expect.poll(() => card('Em conversa').textContent()).toMatch(/^10/);
  expect(await card('Aguardando').textContent()).toMatch(/^10/);
  expect(await card('Finalizados').textContent()).toMatch(/^\d+/);
  const chart = page.getByRole('region', { name: 'Total de conversas por usuários' });
  await chart.locator('.recharts-surface').getByText('Ana').waitFor();
  // What is drawn is told in words too, to the same numbers.
  const told = chart.getByRole('row', { name: /^Ana/, includeHidden: true });
  const drawn = await chart.locator('.recharts-label').allTextContents();
  expect(drawn).toContain(/\d+/.exec((await told.textContent()) ?? '')?.[0]);
  const people = page.getByRole('region', { name: 'Atendentes' });
  const clara = people.getByRole('row', { name: /Clara Nogueira/ });
  await expect.poll(() => clara.textContent(), { timeout: 35_000 }).toContain('On-line');
  expect(await people.getByRole('row', { name: /Bruno/ }).textContent()).toContain('Off-line');
  expect(await page.getByText('Conexões ativas').count()).toBe(0);
});

test('without a period it asks for one, and a date range is kept in order', async () => {
  const { page } = admin;
  await page
    .getByLabel('Período', { exact: true })
    .or(page.getByLabel('Por período'))
    .first()
    .selectOption('0');
  const filters = page.locator('.db-filters');
  await filters.getByRole('button', { name: 'Filtrar' }).click();
  await page.getByText('Parametrize o filtro').waitFor();
  await filters.getByRole('tab', { name: 'Por data' }).click();
  await filters.getByLabel('Data inicial').fill('2020-01-01');
  await filters.getByLabel('Data final').fill('2020-01-02');
  await filters.getByRole('button', { name: 'Filtrar' }).click();
  await expect.poll(() => card('Finalizados').textContent()).toMatch(/^0/);
  await filters.getByLabel('Data final').fill('2019-01-02');
  await filters.getByRole('button', { name: 'Filtrar' }).click();
  await page.getByText('A data final vem antes da inicial').waitFor();
  // More than the server adds up: said in words, and what stood there stays.
  await filters.getByLabel('Data inicial').fill('2019-01-02');
  await filters.getByLabel('Data final').fill('2026-01-02');
  await filters.getByRole('button', { name: 'Filtrar' }).click();
  await page.getByText('Escolha no máximo 1100 dias').waitFor();
  expect(await card('Finalizados').textContent()).toMatch(/^0/);
});

test('what is filtered by stands in the address; an error goes with the dates it was about', async () => {
  const { page } = admin;
  await page.goto(`${desk.server.url}/?from=2020-01-01&to=2020-01-02`);
  const filters = page.locator('.db-filters');
  await expect.poll(() => card('Finalizados').textContent()).toMatch(/^0/);
  expect(await filters.getByLabel('Data inicial').inputValue()).toBe('01/01/2020');
  await filters.getByLabel('Data final').fill('2019-01-02');
  await filters.getByRole('button', { name: 'Filtrar' }).click();
  await filters.getByRole('alert').filter({ hasText: 'A data final vem antes da inicial' }).waitFor();
  // Another text, another refusal: the first was about dates that are no longer there.
  await filters.getByLabel('Data final').fill('31/02/2026');
  await expect.poll(() => filters.getByRole('alert').count()).toBe(0);
  await filters.getByRole('button', { name: 'Filtrar' }).click();
  await filters.getByRole('alert').filter({ hasText: 'dd/mm/aaaa' }).waitFor();
  expect(await filters.getByLabel('Data final').evaluate((field) => field === document.activeElement)).toBe(
    true,
  );
  await filters.getByLabel('Data final').fill('2020-02-10');
  await filters.getByRole('button', { name: 'Filtrar' }).click();
  await page.waitForURL(/to=2020-02-10/);
  await page.reload();
  await expect.poll(() => filters.getByLabel('Data final').inputValue()).toBe('10/02/2020');
});

test('a chart has dates of its own, and says when there is nothing, or when it cannot be had', async () => {
  const { page } = admin;
  const chart = page.getByRole('region', { name: /Total de conversas por (hora|dia)/ });
  await chart.getByLabel('Data inicial').fill('2020-01-01');
  await chart.getByRole('button', { name: 'Filtrar' }).click();
  await page.getByText('Escolha no máximo 366 dias').waitFor();
  await page.route(/ticketsDay/, (route) =>
    route.fulfill({ status: 400, json: { error: 'ERR_VALIDATION' } }),
  );
  await chart.getByLabel('Data final').fill('2020-01-02');
  await chart.getByRole('button', { name: 'Filtrar' }).click();
  await page.getByText('Erro ao obter informações da conversa').first().waitFor();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await chart.getByLabel('Data final').fill('2020-01-03');
  await chart.getByRole('button', { name: 'Filtrar' }).click();
  await chart.getByText('Nenhuma conversa nestes dias').waitFor();
  await expect.poll(() => chart.getByRole('heading').first().textContent()).toContain('por dia');
});

test('an agent has no dashboard: the bare address leads to the tickets', async () => {
  const ana = await desk.signIn('ana', { blank: true });
  await ana.page.goto(desk.server.url);
  await ana.page.waitForURL(/\/tickets/);
  expect(await ana.page.getByRole('link', { name: 'Painel' }).count()).toBe(0);
  await ana.context.close();
});

test('on a phone nothing is wider than the screen', async () => {
  const person = await desk.signIn('admin', {
    width: 390,
    height: 844,
    touch: true,
    theme: 'dark',
    blank: true,
  });
  await person.page.goto(desk.server.url);
  await person.page.getByText('Em conversa').waitFor();
  const over = await person.page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(over).toBeLessThanOrEqual(0);
  await person.context.close();
});
