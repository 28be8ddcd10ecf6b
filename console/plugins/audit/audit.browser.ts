import { beforeAll, expect, test } from 'vitest';
import { withDesk } from '../../../testing/browser/desk.ts';
import { look, serious } from '../../../testing/browser/inspect.ts';
import type { Person } from '../../../testing/browser/people.ts';

const desk = withDesk();
let admin: Person;
const queue = { id: '' };

beforeAll(async () => {
  admin = await desk.signIn('admin', { blank: true });
  const made = await desk.call<{ id: string }>(admin, 'POST', '/queue', {
    name: 'Entregas',
    color: '#b88002',
    greetingMessage: 'Vamos localizar sua entrega, {{firstName}}. Qual é o número do pedido?',
  });
  queue.id = made.id;
  await desk.call(admin, 'PUT', `/queue/${made.id}`, {
    color: '#04869c',
    greetingMessage: 'Vamos localizar sua entrega, {{firstName}}. Qual é o CEP?',
  });
}, 240_000);

const row = (text: string | RegExp) => admin.page.getByRole('button', { name: text });

test('who changed what stands in the list, with each field before and after, and its link of the chain', async () => {
  const { page } = admin;
  await page.goto(`${desk.server.url}/audit`);
  await row(/mudou a fila Entregas/)
    .first()
    .click();
  const detail = page.getByRole('region', { name: 'Antes e depois' });
  await detail.getByRole('heading', { name: 'Fila Entregas' }).waitFor();
  const greeting = detail.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'Saudação' }) });
  expect(await greeting.locator('del').textContent()).toBe('número do pedido?');
  expect(await greeting.locator('ins').textContent()).toBe('CEP?');
  expect(await detail.getByRole('row').filter({ hasText: 'Cor' }).textContent()).toContain('#b88002');
  await detail.getByText(/Outros \d+ campos não mudaram/).waitFor();
  // The seal comes by itself, within half a minute.
  await detail.getByText('confere', { exact: true }).waitFor({ timeout: 60_000 });
  expect(await serious(page)).toEqual([]);
});

test('the chain is verified on demand, and only then called whole', async () => {
  const { page } = admin;
  await page.getByText('Registro encadeado.').waitFor();
  await page.getByRole('button', { name: 'Conferir agora' }).click();
  await page.getByText('Registro íntegro.').waitFor({ timeout: 30_000 });
  await page.getByText(/Conferido .* estão como foram escritos/).waitFor();
  await page.getByRole('button', { name: 'Como conferir fora daqui' }).click();
  const dialog = page.getByRole('dialog', { name: 'Como conferir fora daqui' });
  await dialog.getByText(/--head [0-9a-f]{64}/).waitFor();
  // The dialog has come to rest: its words are as dark as they will be.
  await page.waitForTimeout(500);
  expect(await serious(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Fechar' }).click();
});

test('what is filtered stands in the address; what happens meanwhile comes by itself where it belongs', async () => {
  const { page } = admin;
  await page.getByRole('button', { name: /^O quê/ }).click();
  await page.getByRole('menuitem', { name: 'Etiqueta' }).click();
  await expect.poll(() => new URL(page.url()).searchParams.get('kind')).toBe('tag');
  await page
    .getByText('Nada com este filtro')
    .or(row(/etiqueta/).first())
    .waitFor();
  await desk.call(admin, 'POST', '/tags', { name: 'Natal 2026', color: '#123456' });
  await row(/criou a etiqueta Natal 2026/).waitFor();
  await desk.call(admin, 'PUT', '/settings/userRating', { value: 'enabled' });
  await page.reload();
  await row(/criou a etiqueta Natal 2026/).waitFor();
  expect(await row(/Avaliações/).count()).toBe(0);
  await page.getByRole('button', { name: /^O quê/ }).click();
  await page.getByRole('menuitem', { name: 'Tudo' }).click();
  await row(/ligou a opção Avaliações/).waitFor();
  await page.getByRole('searchbox', { name: 'Nome, pessoa ou valor' }).fill('04869c');
  await row(/mudou a fila Entregas/).waitFor();
  await expect.poll(() => row(/Natal 2026/).count()).toBe(0);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Baixar CSV' }).click();
  expect((await download).suggestedFilename()).toBe('auditoria.csv');
});

test('an entry that there is not is no error to try again: the way back is to the list', async () => {
  const { page } = admin;
  await page.goto(`${desk.server.url}/audit?entry=nada`);
  const detail = page.getByRole('region', { name: 'Antes e depois' });
  await detail.getByRole('button', { name: 'Voltar à lista' }).click();
  await detail.getByRole('heading', { level: 2 }).waitFor();
  expect(await page.getByRole('button', { name: 'Tentar de novo' }).count()).toBe(0);
  await expect.poll(() => new URL(page.url()).search).toBe('');
});

test('an agent neither sees the page nor gets there', async () => {
  const ana = await desk.signIn('ana');
  expect(await ana.page.getByRole('link', { name: 'Auditoria' }).count()).toBe(0);
  await ana.page.goto(`${desk.server.url}/audit`);
  await ana.page.waitForURL((url) => url.pathname !== '/audit');
  await ana.context.close();
});

test.each([
  ['pt', 'light'],
  ['en', 'dark'],
  ['es', 'light'],
] as const)('on a phone, in %s and %s, an entry is opened and left again', async (locale, theme) => {
  const person = await desk.signIn('admin', {
    width: 390,
    height: 844,
    locale,
    theme,
    touch: true,
    blank: true,
  });
  const { page } = person;
  await page.goto(`${desk.server.url}/audit`);
  const entry = page.getByRole('button', { name: /Entregas/ }).first();
  await entry.waitFor();
  expect(await look(page)).toEqual({ keys: [], sideways: 0 });
  expect(await serious(page)).toEqual([]);
  await entry.click();
  await page.getByRole('heading', { level: 2, name: /Entregas/ }).waitFor();
  expect(await look(page)).toEqual({ keys: [], sideways: 0 });
  expect(await serious(page)).toEqual([]);
  await page.getByRole('button', { name: /Voltar à lista|Back to the list|Volver a la lista/ }).click();
  await entry.waitFor();
  expect(person.complaints).toEqual([]);
  await person.context.close();
});
