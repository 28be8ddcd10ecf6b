import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PromptSpending } from '../../contract/assistant.ts';
import { type AssistantsDouble, modelKey, startAssistants } from '../assistants/server.ts';
import { withDesk } from './desk.ts';
import { serious } from './inspect.ts';
import type { Person, Phone } from './people.ts';

// A prompt is written, tried and given to a queue; it answers whoever writes, until an agent takes over with one press.

const desk = withDesk({ env: { ALLOWED_PRIVATE_ADDRESSES: '127.0.0.1' } });
let double: AssistantsDouble;
let admin: Person;
let phone: Phone;

beforeAll(async () => {
  double = await startAssistants();
  double.completes(() => ({ content: 'Temos azul por R$ 10. Posso separar?' }));
  admin = await desk.signIn('admin', { blank: true });
  phone = await desk.takePhone(admin);
}, 240_000);
afterAll(() => double.stop());

test('a prompt is written, says what it lacks, and is tried', async () => {
  const { page } = admin;
  await page.goto(`${desk.server.url}/prompts`);
  await page.getByRole('link', { name: 'Novo prompt' }).first().click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Nome').fill('Vendedora');
  await form.getByLabel('Prompt', { exact: true }).fill('Você vende tinta. Seja breve.');
  await form.getByLabel('Chave da API').fill(modelKey);
  await form.getByLabel('Endereço do provedor').fill(`${double.url}/v1`);
  await form.getByRole('button', { name: 'Salvar' }).click();
  await form.getByText('Informe o setor').waitFor();
  await form.getByLabel('Fila').click();
  await page.getByRole('option', { name: 'Vendas' }).click();
  expect(await serious(page, '[role=dialog]')).toEqual([]);
  await form.getByRole('button', { name: 'Salvar' }).click();
  await form.waitFor({ state: 'detached' });
  const row = page.getByRole('row').filter({ hasText: 'Vendedora' });
  for (const text of ['Vendas', '100']) await row.getByText(text, { exact: true }).waitFor();
  await row.getByRole('link', { name: 'Editar Vendedora' }).waitFor();
  await row.getByRole('button', { name: 'Excluir Vendedora' }).waitFor();
  await row.getByRole('button', { name: 'Testar Vendedora' }).click();
  await page.getByText('Temos azul por R$ 10').waitFor();
  await page.getByText('O crédito gratuito do provedor expira').waitFor();
  expect(await serious(page, 'main')).toEqual([]);
});

test('an integration is asked for what its platform needs, and a secret says that it is not shown again', async () => {
  const { page } = admin;
  await page.goto(`${desk.server.url}/queue-integration`);
  await page.getByRole('link', { name: 'Nova integração' }).first().click();
  const form = page.getByRole('dialog');
  const labels = () =>
    form
      .locator('label')
      .evaluateAll((all) => all.map(({ textContent }) => textContent?.replace(/\W+$/, '')));
  await form.getByLabel('Slug do Typebot').waitFor();
  expect(await labels()).not.toContain('Credencial JSON');
  await form.getByLabel('Nome').fill('Perguntas');
  await form.getByLabel('Slug do Typebot').fill('duvidas');
  const type = async (name: string) => {
    await form.getByLabel('Tipo').click();
    await page.getByRole('option', { name }).click();
  };
  await type('Dialogflow');
  await form.getByLabel('Projeto no Dialogflow').waitFor();
  await form.getByText('Depois de salva, não volta à tela.').waitFor();
  expect(await labels()).toEqual(['Nome', 'Projeto no Dialogflow', 'Credencial JSON']);
  await type('n8n');
  expect(await labels()).toEqual(['Nome', 'Endereço']);
  // What was typed for another platform is kept.
  await type('Typebot');
  expect(await form.getByLabel('Slug do Typebot').inputValue()).toBe('duvidas');
  await form.getByRole('button', { name: 'Cancelar' }).click();
  await form.waitFor({ state: 'detached' });
});

test('it answers who writes to its queue, says so, and an agent takes over with one press', async () => {
  const { page } = admin;
  const queues = await desk.call<{ id: string; name: string }[]>(admin, 'GET', '/queue');
  const queueId = queues.find(({ name }) => name === 'Vendas')!.id;
  await page.goto(`${desk.server.url}/queues/${queueId}`);
  await page.getByLabel('Prompt de IA').click();
  await page.getByRole('option', { name: 'Vendedora' }).click();
  await page.getByRole('button', { name: 'Salvar' }).click();
  await page.locator('.qe-page').waitFor({ state: 'detached' });
  const [connection] = await desk.call<{ id: string }[]>(admin, 'GET', '/whatsapp');
  await desk.call(admin, 'PATCH', `/whatsapp/${connection!.id}`, {
    queueIds: [queueId],
    greetingMessage: '',
  });

  const customer = { number: '5511955500777', name: 'Zuleide Prado' };
  await phone.write('Tem tinta azul?', customer);
  await expect
    .poll(async () => (await phone.received(customer.number)).map(({ body }) => body), { timeout: 20_000 })
    .toContain('Temos azul por R$ 10. Posso separar?');
  const { tickets } = await desk.call<{ tickets: { uuid: string; contact: { name: string } }[] }>(
    admin,
    'GET',
    '/tickets?status=pending&showAll=true&pageNumber=1',
  );
  const { uuid } = tickets.find(({ contact }) => contact.name === customer.name)!;
  await page.goto(`${desk.server.url}/tickets/${uuid}`);
  await page.getByText('O robô está conversando').waitFor();
  await page
    .getByRole('button', { name: /^Assumir/ })
    .last()
    .click();
  await page.getByText('Temos azul por R$ 10').first().waitFor();
  double.asked.length = 0;
  await phone.write('Quero dois', customer);
  await page.getByText('Quero dois').first().waitFor();
  expect(double.asked).toEqual([]);
  expect(admin.complaints).toEqual([]);
});

test('who looks at the conversation sees at once why the assistant is done; the contact does not', async () => {
  const { page } = admin;
  const customer = { number: '5511955500778', name: 'Otávio Reis' };
  const heard = async () => (await phone.received(customer.number)).map(({ body }) => body);
  await phone.write('Tem tinta verde?', customer);
  await expect.poll(heard, { timeout: 20_000 }).toContain('Temos azul por R$ 10. Posso separar?');
  const { tickets } = await desk.call<{ tickets: { uuid: string; contact: { name: string } }[] }>(
    admin,
    'GET',
    '/tickets?status=pending&showAll=true&pageNumber=1',
  );
  const { uuid } = tickets.find(({ contact }) => contact.name === customer.name)!;
  await page.goto(`${desk.server.url}/tickets/${uuid}`);
  await page.getByText('O robô está conversando').waitFor();
  double.failNext(/chat\/completions$/, (response) => void response.writeHead(401).end('{}'));
  await phone.write('E amarela?', customer);
  const line = page.locator('.tk-sys', { hasText: 'O provedor recusou a chave e o assistente passou a um' });
  await line.waitFor();
  await page.getByText('O robô está conversando').waitFor({ state: 'detached' });
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => line.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
  expect(await serious(page, '.tk-thread')).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  expect(await heard()).not.toContainEqual(expect.stringContaining('provedor'));
  expect(admin.complaints).toEqual([]);
});

test('what a prompt has cost today stands above the list, in its row and at its limit', async () => {
  const { page } = admin;
  const { prompts, tokens } = await desk.call<PromptSpending>(admin, 'GET', '/prompt/spending');
  const cost = prompts.find(({ name }) => name === 'Vendedora')!.tokens;
  expect(cost).toBeGreaterThan(0);
  // In its first hour nobody can tell where a day ends: here it is told at any.
  await page.route('**/api/prompt/spending', async (route) => {
    const response = await route.fetch();
    const spending = (await response.json()) as PromptSpending;
    await route.fulfill({ response, json: { ...spending, byDayEnd: 4_321 } });
  });
  await page.goto(`${desk.server.url}/prompts`);
  const today = page.getByRole('region', { name: 'Gasto de hoje' });
  await today.getByText(/Neste ritmo fecha o dia em 4\.321\./).waitFor();
  await today.getByText(String(tokens), { exact: true }).waitFor();
  await today.getByText(/A conta recomeça às 21:00/).waitFor();
  const row = page.getByRole('row').filter({ hasText: 'Vendedora' });
  await row.getByText(`${cost} de 200.000 tokens`).waitFor();
  expect(await serious(page, 'main')).toEqual([]);
  await page.setViewportSize({ width: 390, height: 480 });
  const note = page.getByRole('note');
  // On a full page neither gives its height away: their words would stand over what follows.
  for (const part of [today, note])
    expect(await part.evaluate((box) => box.scrollHeight - box.clientHeight)).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 1440, height: 900 });
  await row.getByText('Vendedora').click();
  const form = page.getByRole('dialog');
  await form.getByText(`Gasto de hoje: ${cost} de 200.000 tokens.`).waitFor();
  expect(admin.complaints).toEqual([]);
});
