import { beforeAll, expect, test } from 'vitest';
import { withDesk } from '../../../testing/browser/desk.ts';
import { serious } from '../../../testing/browser/inspect.ts';
import type { Person } from '../../../testing/browser/people.ts';

const desk = withDesk();
let admin: Person;
beforeAll(async () => {
  admin = await desk.signIn('admin', { width: 390, height: 844, touch: true, blank: true });
  const queues = await desk.call<{ id: string }[]>(admin, 'GET', '/queue');
  const prompt = {
    name: 'Vendedora',
    prompt: 'Você vende tinta.',
    apiKey: 'sk-0001',
    queueId: queues[0]!.id,
  };
  await desk.call(admin, 'POST', '/prompt', prompt);
  const secret = `whsec_${Buffer.from('um segredo de vinte e quatro letras').toString('base64')}`;
  const webhook = { name: 'ERP', url: 'https://erp.example/', events: ['message.received'] };
  await desk.call(admin, 'POST', '/webhooks', { ...webhook, secret });
}, 240_000);

test.each([
  ['/prompts', 'Vendedora', 'Editar prompt'],
  ['/webhooks', 'ERP', 'Editar webhook'],
])(
  'on a phone a card of %s opens its form, and what can be pressed on it does not',
  async (path, name, title) => {
    const { page } = admin;
    await page.goto(`${desk.server.url}${path}`);
    const card = page.getByRole('listitem').filter({ hasText: name });
    await card.getByText(name, { exact: true }).tap();
    const form = page.getByRole('dialog', { name: title });
    await form.waitFor();
    await form.getByRole('button', { name: 'Cancelar' }).tap();
    await form.waitFor({ state: 'detached' });
    expect(new URL(page.url()).pathname).toBe(path);
    await card.getByRole('button', { name: /Excluir/ }).tap();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancelar' }).tap();
    expect(new URL(page.url()).pathname).toBe(path);
    expect(await serious(page, 'main')).toEqual([]);
  },
  60_000,
);

test('on a phone cards are put in another order, and several are deleted at once', async () => {
  const { page } = admin;
  await page.goto(`${desk.server.url}/tags`);
  const names = () => page.getByRole('listitem').locator('.MuiListItemText-primary').allTextContents();
  await page.getByRole('listitem').first().waitFor();
  const before = await names();
  expect(before.length).toBeGreaterThan(3);
  await page.getByRole('button', { name: 'Ordenar: Nome, crescente' }).tap();
  await page.getByRole('menuitem', { name: 'Nome, decrescente' }).tap();
  await expect.poll(names).toEqual(before.toReversed());
  const main = page.getByRole('main');
  for (const one of [
    ...(await main.getByRole('checkbox').all()),
    main.getByRole('button', { name: /^Ordenar/ }),
  ]) {
    const box = await one.evaluate((input) => {
      const { width, height } = (input.closest('.MuiButtonBase-root') ?? input).getBoundingClientRect();
      return Math.min(width, height);
    });
    expect(box).toBeGreaterThanOrEqual(44);
  }
  const [first, second, ...others] = await names();
  // By the keyboard as by a finger; to choose is not to open.
  await page.getByRole('checkbox', { name: `Selecionar ${first}` }).tap();
  await page.getByRole('checkbox', { name: `Selecionar ${second}` }).press('Space');
  await main.getByText('2 selecionados').waitFor();
  expect(new URL(page.url()).pathname).toBe('/tags');
  expect(await serious(page, 'main')).toEqual([]);
  await main.getByRole('button', { name: 'Excluir', exact: true }).tap();
  await page.getByRole('dialog').getByRole('button', { name: 'Excluir' }).tap();
  await expect.poll(names).toEqual(others);
  await page.getByRole('checkbox', { name: 'Selecionar tudo' }).tap();
  await main.getByText(`${others.length} selecionados`).waitFor();
  await page.getByRole('checkbox', { name: 'Selecionar tudo' }).tap();
  await page.getByRole('button', { name: 'Ordenar: Nome, decrescente' }).waitFor();
  // What was chosen stays so where a search shows others, and all of it goes at once.
  const [kept, found] = others;
  await page.getByRole('checkbox', { name: `Selecionar ${kept}` }).tap();
  await page.getByRole('searchbox').fill(found!);
  await expect.poll(names).toEqual([found]);
  await page.getByRole('checkbox', { name: 'Selecionar tudo' }).tap();
  await main.getByText('2 selecionados').waitFor();
  await page.getByRole('checkbox', { name: 'Selecionar tudo' }).tap();
  await page.getByRole('button', { name: 'Ordenar: Nome, decrescente' }).waitFor();
}, 60_000);

test.each([
  ['/tags', 'listitem'],
  ['/users', 'row'],
] as const)(
  'on a phone a long name in a card of %s ends before what can be done with it',
  async (path, role) => {
    const { page } = admin;
    const name = 'Otorrinolaringologista'.repeat(3).slice(0, 50);
    const one = { name, color: '#118855' };
    if (path === '/tags') await desk.call(admin, 'POST', path, one);
    else {
      const { id } = await desk.call<{ id: string }>(admin, 'POST', '/queue', one);
      const otto = { name, email: 'otto@demo.example', profile: 'user', queueIds: [id] };
      await desk.call(admin, 'POST', path, otto);
    }
    await page.goto(`${desk.server.url}${path}`);
    const card = page.getByRole(role).filter({ hasText: name });
    const text = card.getByText(name, { exact: true }).first();
    await text.waitFor();
    const end = await text.evaluate((it) => {
      const words = document.createRange();
      words.selectNodeContents(it);
      return words.getBoundingClientRect().right;
    });
    const deed = await card.getByRole(role === 'row' ? 'button' : 'link', { name: /Editar/ }).boundingBox();
    expect(end).toBeLessThanOrEqual(deed?.x ?? 0);
    await card.getByRole('button', { name: /Excluir/ }).tap();
    const question = page.getByRole('dialog').getByRole('heading');
    await question.waitFor();
    expect(await question.evaluate((it) => it.scrollWidth - it.clientWidth)).toBeLessThanOrEqual(0);
  },
);
