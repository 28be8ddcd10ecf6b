import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { withDesk } from '../../../testing/browser/desk.ts';
import { look, seriousByDayAndNight, sizes } from '../../../testing/browser/inspect.ts';
import type { Person } from '../../../testing/browser/people.ts';

const desk = withDesk();
let admin: Person;

beforeAll(async () => {
  admin = await desk.signIn('admin', { blank: true });
}, 240_000);

interface Tag {
  readonly id: string;
  readonly name: string;
  readonly color: string;
  readonly kanban: 0 | 1;
  readonly ticketsCount: number;
}
const tagNamed = async (name: string) =>
  (await desk.call<{ tags: Tag[] }>(admin, 'GET', `/tags?searchParam=${encodeURIComponent(name)}`)).tags[0];
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const save = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Salvar' }).click();

test('a tag is added, its name checked, and stands in the list with its colour and tickets', async () => {
  const { page } = admin;
  await page.goto(`${desk.server.url}/tags`);
  await page.getByRole('link', { name: 'Nova etiqueta' }).click();
  const dialog = page.getByRole('dialog', { name: 'Nova etiqueta' });
  const name = dialog.getByLabel('Nome');
  await save(page);
  await dialog.getByText('Obrigatório').waitFor();
  await name.fill('ab');
  await save(page);
  await dialog.getByText('Mensagem muito curta').waitFor();
  await name.fill('Devolução');
  await dialog.getByLabel('Coluna no kanban').check();
  await save(page);
  await page.getByText('Etiqueta Devolução salva.').waitFor();
  expect(await tagNamed('Devolução')).toMatchObject({ kanban: 1, ticketsCount: 0 });
  const { tickets } = await desk.call<{ tickets: { id: string }[] }>(
    admin,
    'GET',
    '/tickets?status=pending&showAll=true',
  );
  await desk.call(admin, 'POST', '/tags/sync', {
    ticketId: tickets[0]!.id,
    tags: [{ id: (await tagNamed('Devolução'))!.id }],
  });
  await expect.poll(async () => (await tagNamed('Devolução'))!.ticketsCount).toBe(1);
  await page.reload();
  await row(page, 'Devolução').getByRole('cell', { name: '1', exact: true }).waitFor();
});

test('a tag is changed, found by its name without accents, and goes when that is confirmed', async () => {
  const { page } = admin;
  await page.getByRole('link', { name: 'Editar Devolução' }).click();
  const dialog = page.getByRole('dialog', { name: 'Editar etiqueta' });
  await dialog.getByLabel('Nome').fill('Devolução parcial');
  await dialog.getByLabel('Coluna no kanban').uncheck();
  await save(page);
  await row(page, 'Devolução parcial').waitFor();
  expect(await tagNamed('Devolução parcial')).toMatchObject({ kanban: 0 });
  await page.getByLabel('Buscar etiqueta').fill('devolucao PARC');
  await expect.poll(() => page.getByRole('row').count()).toBe(2);
  await row(page, 'Devolução parcial').waitFor();
  await page.getByLabel('Buscar etiqueta').fill('nada disso');
  await page.getByText('Nada encontrado').waitFor();
  await page.getByLabel('Buscar etiqueta').fill('');
  await page.getByRole('button', { name: 'Excluir Devolução parcial' }).click();
  const question = page.getByRole('dialog', { name: 'Excluir Devolução parcial?' });
  await question.getByText('Deseja realmente excluir esse registro?').waitFor();
  expect(await tagNamed('Devolução parcial')).toBeDefined();
  await question.getByRole('button', { name: 'Excluir' }).click();
  await row(page, 'Devolução parcial').waitFor({ state: 'detached' });
  // Another line asks: what it reads may be a moment older.
  await expect.poll(() => tagNamed('Devolução parcial')).toBeUndefined();
});

test('an agent names tags, but makes none a lane of the board and deletes none; a supervisor makes lanes', async () => {
  const ana = await desk.signIn('ana', { blank: true });
  const users = await desk.call<{ id: string; email: string }[]>(admin, 'GET', '/users/list');
  const id = users.find(({ email }) => email.startsWith('ana@'))!.id;
  const opened = async () => {
    await ana.page.goto(`${desk.server.url}/tags`);
    await ana.page.getByRole('link', { name: 'Nova etiqueta' }).click();
    const dialog = ana.page.getByRole('dialog', { name: 'Nova etiqueta' });
    await dialog.getByLabel('Nome').waitFor();
    return dialog;
  };
  expect(await (await opened()).getByLabel('Coluna no kanban').count()).toBe(0);
  await ana.page.getByRole('dialog').getByRole('button', { name: 'Cancelar' }).click();
  expect(await ana.page.getByRole('button', { name: /^Excluir / }).count()).toBe(0);
  await desk.call(admin, 'PUT', `/users/${id}`, { profile: 'supervisor' });
  await expect
    .poll(async () => (await opened()).getByLabel('Coluna no kanban').count(), { timeout: 15_000 })
    .toBe(1);
  await desk.call(admin, 'PUT', `/users/${id}`, { profile: 'user' });
  await ana.context.close();
});

test.each(sizes)(
  'tags and users, $name: axe finds nothing serious by day or by night, nothing to scroll sideways',
  async ({ width, height, name }) => {
    const who = await desk.signIn('admin', { width, height, blank: true });
    for (const path of ['tags', 'tags/create', 'users']) {
      await who.page.goto(`${desk.server.url}/${path}`);
      await who.page.getByRole('heading', { level: 1 }).or(who.page.getByRole('dialog')).first().waitFor();
      await who.page.locator('main [aria-busy=true], main .sk').first().waitFor({ state: 'detached' });
      expect(await look(who.page), path).toEqual({ keys: [], sideways: 0 });
      expect(await seriousByDayAndNight(who.page), path).toEqual([]);
      if (process.env.SHOTS)
        await who.page.screenshot({
          path: `${process.env.SHOTS}/${path.replace('/', '-')}-${name}.png`,
        });
    }
    await who.context.close();
  },
  60_000,
);
