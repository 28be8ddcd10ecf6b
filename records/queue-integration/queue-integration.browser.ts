import { beforeAll, expect, test } from 'vitest';
import { withDesk } from '../../testing/browser/desk.ts';
import type { Person } from '../../testing/browser/people.ts';

const desk = withDesk();
let admin: Person;
const typebot = { urlN8N: 'https://bot.example.org', typebotSlug: 'vendas' };
const icons = { typebot: 'bot', dialogflow: 'messages-square', n8n: 'workflow', webhook: 'webhook' } as const;
const make = (name: string, more: object = typebot) =>
  desk.call<{ id: string }>(admin, 'POST', '/queueIntegration', { name, ...more });
const open = async () => {
  await admin.page.goto(`${desk.server.url}/queue-integration`);
  await admin.page.getByRole('heading', { level: 1 }).waitFor();
};
const ids: Record<string, string> = {};
beforeAll(async () => {
  admin = await desk.signIn('admin', { width: 1440, blank: true });
  admin.page.setDefaultTimeout(12_000);
  for (const [type, more] of [
    ['dialogflow', { projectName: 'loja' }],
    ['n8n', { urlN8N: 'https://n8n.example.org/webhook' }],
    ['webhook', { urlN8N: 'https://erp.example.org' }],
    ['typebot', typebot],
  ] as const)
    ids[type] = (await make(`Ponte ${type}`, { type, ...more })).id;
}, 240_000);

test('one is added in a dialog, whose type is Typebot unless another is chosen', async () => {
  const { page } = admin;
  await open();
  await page.getByRole('link', { name: 'Nova integração' }).first().click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Tipo').getByText('Typebot').waitFor();
  const choose = async (type: string) => {
    await form.getByLabel('Tipo').click();
    await page.getByRole('option', { name: type, exact: true }).click();
  };
  // Each type is asked for what it needs: a language is Dialogflow's.
  await choose('Dialogflow');
  await form.getByLabel('Idioma').click();
  expect(await page.getByRole('option').allTextContents()).toEqual(['Português', 'Inglês', 'Espanhol']);
  await page.keyboard.press('Escape');
  await form.getByLabel('Região').getByText('Global').waitFor();
  await choose('Typebot');
  expect(await form.getByLabel('Idioma').count()).toBe(0);
  expect(await form.getByLabel('Expira em (minutos)').inputValue()).toBe('1');
  expect(await form.getByLabel('Espera entre mensagens (ms)').inputValue()).toBe('1000');
  await form.getByLabel('Nome').fill('Robô de vendas');
  await form.getByLabel('Endereço').fill(typebot.urlN8N);
  await form.getByRole('button', { name: 'Salvar' }).click();
  // What its type needs is said at its field.
  await expect.poll(() => form.getByLabel('Slug do Typebot').getAttribute('aria-invalid')).toBe('true');
  await form.getByLabel('Slug do Typebot').fill(typebot.typebotSlug);
  await form.getByRole('button', { name: 'Salvar' }).click();
  await form.waitFor({ state: 'detached' });
  await page.getByText('Integração Robô de vendas salva.').waitFor();
  await page.getByRole('link', { name: 'Editar Robô de vendas' }).click();
  await form.getByLabel('Nome').fill('Robô de ofertas');
  await form.getByRole('button', { name: 'Salvar' }).click();
  await page.getByRole('row').filter({ hasText: 'Robô de ofertas' }).waitFor();
});

test('each row has its type by icon and name, its id and its name; the title counts them', async () => {
  const { page } = admin;
  await open();
  for (const [type, icon] of Object.entries(icons)) {
    const row = page.getByRole('row').filter({ hasText: `Ponte ${type}` });
    await row.getByText(ids[type]!).waitFor();
    await row.locator(`.lucide-${icon}`).first().waitFor();
    await row.getByRole('link', { name: `Editar Ponte ${type}` }).waitFor();
    await row.getByRole('button', { name: `Excluir Ponte ${type}` }).waitFor();
  }
  const { count } = await desk.call<{ count: number }>(admin, 'GET', '/queueIntegration');
  await expect.poll(() => page.locator('h1 + .count').textContent()).toBe(String(count));
});

test('a search asks half a second after the last key, from the first page; what others make comes in, and what goes asks first', async () => {
  const { page } = admin;
  await open();
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === '/api/resources/queueIntegrations') asked.push(searchParams.get('filter') ?? '');
  });
  // Before it stands there its going would say nothing.
  await page.getByText('Ponte webhook').waitFor();
  await page
    .getByRole('searchbox')
    .or(page.getByRole('textbox', { name: 'Buscar' }))
    .first()
    .pressSequentially('n8n');
  await page.getByText('Ponte webhook').waitFor({ state: 'detached' });
  await page.getByText('Ponte n8n').waitFor();
  expect(asked.filter((filter) => filter.includes('"q":"n'))).toHaveLength(1);
  const { id } = await make('Novo n8n', { type: 'n8n', urlN8N: 'https://n8n.example.org/outro' });
  await page.getByText('Novo n8n').waitFor();
  await desk.call(admin, 'PUT', `/queueIntegration/${id}`, { name: 'Outro n8n' });
  await page.getByText('Outro n8n').waitFor();
  await desk.call(admin, 'DELETE', `/queueIntegration/${id}`);
  await page.getByText('Outro n8n').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Excluir Ponte n8n' }).click();
  const question = page.getByRole('dialog');
  await question.getByRole('heading', { name: /Ponte n8n/ }).waitFor();
  await question.getByRole('button', { name: 'Excluir' }).click();
  await page.getByText('Integração Ponte n8n excluída.').waitFor();
  await page.getByRole('row').filter({ hasText: 'Ponte n8n' }).waitFor({ state: 'detached' });
}, 60_000);

test('the list goes on as it is scrolled', async () => {
  const { page } = admin;
  for (let number = 10; number < 50; number++) await make(`Série ${number}`);
  await open();
  await page.getByText('Ponte webhook').waitFor();
  await expect
    .poll(async () => {
      await page.locator('.page.scroll').evaluate((box) => box.scrollTo(0, box.scrollHeight));
      return page.getByText('Série 49').count();
    })
    .toBe(1);
}, 60_000);

test('on a phone search and deeds stand in one row, and the type is asked for below them', async () => {
  const { page } = admin;
  await page.setViewportSize({ width: 390, height: 844 });
  await open();
  const search = page.getByRole('searchbox');
  const top = async (name: RegExp) => {
    const box = await page.getByRole('button', { name }).or(page.getByRole('link', { name })).first();
    return (await box.boundingBox())!.y;
  };
  const line = (await search.boundingBox())!;
  for (const name of [/^Filtr/, /^Exportar/, /^Nova integração/])
    expect(Math.abs((await top(name)) - line.y)).toBeLessThan(line.height);
  await page.getByRole('button', { name: /^Filtr/ }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Tipo' }).click();
  await page.getByRole('combobox', { name: 'Tipo' }).waitFor();
}, 60_000);
