import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { withDesk } from '../../testing/browser/desk.ts';
import { serious } from '../../testing/browser/inspect.ts';
import type { Person, Phone } from '../../testing/browser/people.ts';

// A bot's menu from its first option to a customer who walks through it: each step is the next one's beginning.

const desk = withDesk();
let admin: Person;
let phone: Phone;
let queueId = '';

interface Option {
  readonly id: string;
  readonly title: string;
  readonly option: string;
}
const optionsOf = (parentId: string) =>
  desk.call<Option[]>(admin, 'GET', `/queue-options?queueId=${queueId}&parentId=${parentId}`);
const titlesOf = async (parentId: string) =>
  (await optionsOf(parentId)).map(({ option, title }) => `${option} ${title}`);
const rows = (page: Page) => page.locator('.qe-title');
const open = async (page: Page) => {
  await page.goto(`${desk.server.url}/queues/${queueId}`);
  await page.getByRole('tab', { name: 'Opções do robô' }).click();
  await page.getByRole('button', { name: 'Nova opção', exact: true }).waitFor();
};
const addOption = async (page: Page, button: string, title: string, message: string) => {
  await page.getByRole('button', { name: button, exact: true }).click();
  await page.getByLabel('Título').fill(title);
  await page.getByLabel('Mensagem').fill(message);
};
const say = async (page: Page, text: string) => {
  const input = page.getByPlaceholder('Responda como cliente');
  await input.fill(text);
  await input.press('Enter');
};
const save = async (page: Page) => {
  await page.getByRole('button', { name: 'Salvar' }).click();
  await page.locator('.qe-page').waitFor({ state: 'detached' });
};

beforeAll(async () => {
  admin = await desk.signIn('admin', { blank: true });
  phone = await desk.takePhone(admin);
  const queues = await desk.call<{ id: string; name: string }[]>(admin, 'GET', '/queue');
  queueId = queues.find(({ name }) => name === 'Vendas')!.id;
  await desk.call(admin, 'PUT', `/queue/${queueId}`, { greetingMessage: 'Aqui é Vendas, {{firstName}}.' });
  const [connection] = await desk.call<{ id: string }[]>(admin, 'GET', '/whatsapp');
  await desk.call(admin, 'PATCH', `/whatsapp/${connection!.id}`, {
    queueIds: [queueId],
    greetingMessage: '',
  });
}, 240_000);

// The last is the width of the tests after it.
test.each([1024, 1440])(
  'at %i px the number beside the name ends where the lines below do',
  async (width) => {
    const { page } = admin;
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`${desk.server.url}/queues/create`);
    const form = page.locator('.rc-form');
    const rightOf = (label: string) =>
      form
        .getByLabel(label, { exact: true })
        .evaluate((field) => field.closest('.MuiInputBase-root')?.getBoundingClientRect().right);
    expect(await rightOf('Ordem')).toBe(await rightOf('Saudação'));
  },
);

test('a menu is drawn and talked to before anything of it is saved', async () => {
  const { page } = admin;
  await open(page);
  // What belongs to another tab stays there.
  expect(await page.getByLabel('Prompt de IA').isVisible()).toBe(false);
  await addOption(page, 'Nova opção', 'Prazo de entrega', 'De onde você fala, {{firstName}}?');
  await addOption(page, 'Nova opção dentro de Prazo de entrega', 'Capital', 'Dois dias.');
  await addOption(page, 'Nova opção', 'Trocas', 'Trocamos em 30 dias.');
  const log = page.getByRole('log', { name: 'Conversa de teste' });
  await say(page, '1');
  await log.getByText('De onde você fala, Marina?').waitFor();
  await say(page, '1');
  await log.getByText('Dois dias.').waitFor();
  await page.getByText('2 de 3 opções testadas').waitFor();
  expect(await optionsOf('-1')).toEqual([]);
  expect(await serious(page, '.qe-page')).toEqual([]);
});

test('an option is moved by keys and by the pointer, and what is saved is what was seen', async () => {
  const { page } = admin;
  await page.getByRole('button', { name: '2 Trocas' }).press('Alt+ArrowUp');
  await expect.poll(() => rows(page).allTextContents()).toEqual(['1Trocas', '2Prazo de entrega', '1Capital']);
  // Taken by its grip and let go below the last.
  const grip = page.getByRole('button', { name: 'Mover Trocas', exact: true });
  const from = (await grip.boundingBox())!;
  const [x, y] = [from.x + from.width / 2, from.y + from.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y + 12, { steps: 4 });
  // The form of the row that was open closes as it is taken.
  await page.getByLabel('Título').waitFor({ state: 'detached' });
  const to = (await page.getByRole('button', { name: '1 Capital' }).boundingBox())!;
  await page.mouse.move(x, to.y + 1.5 * to.height, { steps: 20 });
  await page.waitForTimeout(300);
  await page.mouse.up();
  await expect.poll(() => rows(page).allTextContents()).toEqual(['1Prazo de entrega', '1Capital', '2Trocas']);
  // Out of what it was dropped into, and back.
  await page.getByRole('button', { name: '2 Trocas' }).press('Alt+ArrowLeft');
  await page.getByRole('button', { name: '2 Trocas' }).press('Alt+ArrowRight');
  await expect.poll(() => rows(page).allTextContents()).toEqual(['1Prazo de entrega', '1Capital', '2Trocas']);
  await save(page);
  expect(await titlesOf('-1')).toEqual(['1 Prazo de entrega']);
  const [root] = await optionsOf('-1');
  expect(await titlesOf(root!.id)).toEqual(['1 Capital', '2 Trocas']);
});

test('a customer who writes walks the menu as it was tried out', async () => {
  const customer = { number: '5511955500888', name: 'Nair Costa' };
  const last = async () =>
    (await phone.received(customer.number)).filter(({ fromBusiness }) => fromBusiness).at(-1)?.body;
  await phone.write('oi', customer);
  await expect.poll(last).toBe('Aqui é Vendas, Nair.\n\n*1* – Prazo de entrega\n*0* – Falar com atendente');
  await phone.write('1', customer);
  await expect.poll(last).toContain('De onde você fala, Nair?\n\n*1* – Capital\n*2* – Trocas');
});

test('what another admin saves shows here, and what is typed here stays', async () => {
  const { page } = admin;
  await open(page);
  await page.getByRole('button', { name: '2 Trocas' }).click();
  await page.getByLabel('Título').fill('Trocas e devoluções');
  await desk.call(admin, 'POST', '/queue-options', {
    title: 'Nota fiscal',
    message: 'Por e-mail.',
    queueId,
    parentId: null,
  });
  await page.getByRole('button', { name: '2 Nota fiscal' }).waitFor();
  expect(await page.getByLabel('Título').inputValue()).toBe('Trocas e devoluções');
  await save(page);
  const [root] = await optionsOf('-1');
  expect(await titlesOf('-1')).toEqual(['1 Prazo de entrega', '2 Nota fiscal']);
  expect(await titlesOf(root!.id)).toEqual(['1 Capital', '2 Trocas e devoluções']);
});

test('what another admin writes in the same field is shown before it is replaced, and can be taken', async () => {
  const { page } = admin;
  await open(page);
  await page.getByRole('button', { name: '2 Nota fiscal' }).click();
  await page.getByLabel('Título').fill('Nota');
  const [, option] = await optionsOf('-1');
  await desk.call(admin, 'PUT', `/queue-options/${option!.id}`, { title: 'Nota fiscal e recibo' });
  await page.getByText('outra pessoa mudou “Título” para “Nota fiscal e recibo”').waitFor();
  await page.getByRole('button', { name: 'Usar o outro' }).click();
  expect(await page.getByLabel('Título').inputValue()).toBe('Nota fiscal e recibo');
  await page.getByText(/outra pessoa mudou/).waitFor({ state: 'detached' });
  await desk.call(admin, 'PUT', `/queue-options/${option!.id}`, { title: 'Nota fiscal' });
  await page.getByRole('button', { name: '2 Nota fiscal', exact: true }).waitFor();
});

test('the way of a row that is moved by keys is said in the language of the page', async () => {
  const { page } = admin;
  await open(page);
  const said = (text: string) =>
    page.locator('[aria-live]').filter({ hasText: text }).waitFor({ state: 'attached' });
  await page.getByRole('button', { name: 'Mover Nota fiscal', exact: true }).focus();
  await page.keyboard.press('Space');
  await said('Pegou Nota fiscal');
  await page.keyboard.press('ArrowUp');
  // Into the one above it.
  await said('Nota fiscal: 1 de 1 dentro de Trocas e devoluções');
  await page.keyboard.press('Escape');
  await said('Nota fiscal voltou ao seu lugar');
});

test('a row that is taken stays under the pointer, whichever form stands open above it', async () => {
  const { page } = admin;
  await open(page);
  await page.getByRole('button', { name: '1 Prazo de entrega' }).click();
  await page.getByLabel('Título').waitFor();
  const grip = (await page.getByRole('button', { name: 'Mover Nota fiscal', exact: true }).boundingBox())!;
  const [x, y] = [grip.x + grip.width / 2, grip.y + grip.height / 2 - 12];
  await page.mouse.move(x, y + 12);
  await page.mouse.down();
  await page.mouse.move(x, y, { steps: 4 });
  const taken = (await page.locator('.qe-drag').boundingBox())!;
  await page.keyboard.press('Escape');
  await page.mouse.up();
  expect(taken.y).toBeLessThan(y);
  expect(taken.y + taken.height).toBeGreaterThan(y);
});

describe('on a phone', () => {
  test('options are moved and deleted from their menu, and the bot is tried out on a sheet', async () => {
    const { page } = admin;
    await page.setViewportSize({ width: 390, height: 844 });
    await open(page);
    // The bar says 'Filas': which of them stands here.
    const heading = page.getByRole('heading', { level: 1, name: 'Vendas', exact: true });
    expect((await heading.boundingBox())!.width).toBeGreaterThan(20);
    await page.getByRole('button', { name: 'Mais ações: Nota fiscal' }).click();
    await page.getByRole('menuitem', { name: /^Mover para cima/ }).click();
    await page.getByRole('button', { name: '1 Nota fiscal' }).waitFor();
    await page.getByRole('button', { name: 'Testar' }).click();
    await say(page, '1');
    await page.getByRole('log', { name: 'Conversa de teste' }).getByText('Por e-mail.').waitFor();
    await page.getByRole('button', { name: 'Editar', exact: true }).click();
    await page.getByRole('button', { name: 'Mais ações: Prazo de entrega' }).click();
    await page.getByRole('menuitem', { name: 'Excluir' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('As 2 opções dentro dela vão junto.').waitFor();
    await dialog.getByRole('button', { name: 'Excluir' }).click();
    await dialog.waitFor({ state: 'detached' });
    await save(page);
    expect(await titlesOf('-1')).toEqual(['1 Nota fiscal']);
    expect(admin.complaints).toEqual([]);
  });
});
