import { beforeAll, expect, test } from 'vitest';
import { withDesk } from '../../../testing/browser/desk.ts';
import { type Person, tokenOf } from '../../../testing/browser/people.ts';

const desk = withDesk();
let admin: Person;

beforeAll(async () => {
  admin = await desk.signIn('admin', { blank: true });
}, 240_000);

const api = <T>(path: string) => desk.call<T>(admin, 'GET', path);

test('a queue with a colour that is taken: the error stands at that field and what was typed is kept', async () => {
  const [suporte] = await api<{ name: string; color: string }[]>('/queue');
  const { page } = admin;
  await page.goto(`${desk.server.url}/queues`);
  await page.getByRole('link', { name: 'Nova fila' }).first().click();
  const dialog = page.getByRole('region', { name: 'Nova fila' });
  await dialog.getByLabel('Nome').fill('Pós-venda');
  const color = dialog.locator('input.mono');
  await color.fill(suporte!.color);
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await expect.poll(() => color.getAttribute('aria-invalid')).toBe('true');
  const described = await color.getAttribute('aria-describedby');
  expect(await page.locator(`[id="${described}"]`).textContent()).not.toBe('');
  expect(await dialog.getByLabel('Nome').inputValue()).toBe('Pós-venda');

  await color.fill('#12ab34');
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('Pós-venda').first().waitFor();
  expect((await api<{ name: string }[]>('/queue')).map(({ name }) => name)).toContain('Pós-venda');
});

test('a record that somebody else changes is renamed here without a reload', async () => {
  const { page } = admin;
  await page.goto(`${desk.server.url}/queues`);
  await page.getByText('Suporte').first().waitFor();
  const queue = await desk.call<{ id: string }>(admin, 'POST', '/queue', {
    name: 'Trocas',
    color: '#34ab12',
  });
  await page.getByText('Trocas').first().waitFor({ timeout: 3_000 });
  const token = await tokenOf(admin);
  const answer = await fetch(`${desk.server.url}/api/resources/queues/${queue.id}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...queue, name: 'Devoluções' }),
  });
  expect(answer.status, await answer.clone().text()).toBe(200);
  await page.getByText('Devoluções').first().waitFor({ timeout: 3_000 });
});

test('a list of records goes on as it is scrolled, and comes to its end', async () => {
  const { page } = admin;
  for (let number = 10; number < 45; number++) {
    await desk.call(admin, 'POST', '/tags', { name: `Etapa ${number}`, color: '#04869c' });
  }
  await page.goto(`${desk.server.url}/tags`);
  await page.getByText('Etapa 10').waitFor();
  // Nobody presses a button for it: the spec's 100 px before the end do.
  await expect
    .poll(async () => {
      await page.locator('.page.scroll').evaluate((box) => box.scrollTo(0, box.scrollHeight));
      return page.getByText('Fim da lista').count();
    })
    .toBe(1);
  await page.getByText('Etapa 44').waitFor();
});

test('what was saved is not refused as taken when only the answer got lost', async () => {
  const { page } = admin;
  await page.goto(`${desk.server.url}/tags`);
  await page.getByRole('link', { name: 'Nova etiqueta' }).click();
  const dialog = page.getByRole('dialog');
  const name = dialog.getByLabel('Nome');
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await expect.poll(() => name.getAttribute('aria-invalid')).toBe('true');
  await expect.poll(() => name.evaluate((field) => field === document.activeElement)).toBe(true);
  await name.fill('Uma vez só');
  let lost = 0;
  await page.route('**/api/resources/tags', async (route) => {
    if (route.request().method() !== 'POST' || lost > 0) return route.continue();
    lost++;
    await route.fetch();
    await route.abort();
  });
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await page.getByText('O servidor não responde').waitFor();
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.unroute('**/api/resources/tags');
  const tags = await api<{ name: string }[]>('/tags/list');
  expect(tags.filter(({ name: given }) => given === 'Uma vez só')).toHaveLength(1);
});

test('an address below a record that there is not leads to the list', async () => {
  const { page } = admin;
  await page.goto(`${desk.server.url}/tags/create/nada`);
  await page.waitForURL(`${desk.server.url}/tags`);
  await page.getByRole('link', { name: 'Nova etiqueta' }).waitFor();
});

test('a form that was begun asks before it is left, by whatever way but its own buttons', async () => {
  const { page } = admin;
  const question = page.getByRole('dialog', { name: 'Descartar o que mudou?' });
  const path = () => new URL(page.url()).pathname;
  await page.goto(`${desk.server.url}/tags`);
  await page.getByRole('link', { name: 'Nova etiqueta' }).click();
  const form = page.getByRole('dialog', { name: 'Nova etiqueta' });
  await form.getByLabel('Nome').waitFor();
  // Nothing is typed yet.
  await page.keyboard.press('Escape');
  await form.waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Nova etiqueta' }).click();
  await form.getByLabel('Nome').fill('Começada');
  for (const leave of [() => page.keyboard.press('Escape'), () => page.goBack()]) {
    await leave();
    await question.getByRole('button', { name: 'Cancelar' }).click();
    await question.waitFor({ state: 'detached' });
    expect(await form.getByLabel('Nome').inputValue()).toBe('Começada');
  }
  await page.goBack();
  await question.getByRole('button', { name: 'Descartar' }).click();
  await expect.poll(path).toBe('/tags');
  await page.getByRole('link', { name: 'Nova etiqueta' }).click();
  await form.getByLabel('Nome').fill('Começada');
  await form.getByRole('button', { name: 'Cancelar' }).click();
  await form.waitFor({ state: 'detached' });
  expect(await question.count()).toBe(0);
}, 60_000);

test('deleting asks first', async () => {
  const { page } = admin;
  await page.goto(`${desk.server.url}/queues`);
  await page.getByRole('button', { name: 'Excluir Pós-venda' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Deseja realmente excluir esse registro?').waitFor();
  await dialog.getByRole('button', { name: /Excluir|Confirmar|Ok/i }).click();
  await page.getByText('Pós-venda').first().waitFor({ state: 'detached' });
  expect(admin.complaints.filter((complaint) => !/409|400|ERR_FAILED/.test(complaint))).toEqual([]);
});

test('a list that cannot be had says why in our words, not in those of the server', async () => {
  const { page } = await desk.signIn('bruno', { blank: true });
  await page.route('**/api/resources/quickMessages*', (route) =>
    route.fulfill({ status: 500, json: { error: 'ERR_INTERNAL', message: 'boom 42' } }),
  );
  await page.goto(`${desk.server.url}/quick-messages`);
  await page.getByRole('main').getByRole('button', { name: 'Tentar de novo' }).waitFor();
  const toast = page.locator('.toast').first();
  await toast.waitFor();
  expect(await toast.textContent()).not.toContain('boom 42');
  await page.context().close();
}, 60_000);
