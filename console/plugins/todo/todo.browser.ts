import { beforeAll, expect, test } from 'vitest';
import { withDesk } from '../../../testing/browser/desk.ts';
import { dress, locales, look, seriousByDayAndNight, sizes } from '../../../testing/browser/inspect.ts';
import type { Person } from '../../../testing/browser/people.ts';

const desk = withDesk();
let ana: Person;
beforeAll(async () => {
  ana = await desk.signIn('ana', { blank: true });
}, 240_000);

test('tasks are added, edited, ticked off and deleted, and stay in this browser alone', async () => {
  const { page } = ana;
  const asked: (string | null)[] = [];
  page.on('request', (request) => asked.push(decodeURI(request.url()), request.postData()));
  await page.goto(`${desk.server.url}/todolist`);
  const field = page.getByRole('textbox', { name: 'Nova tarefa' });
  const rows = page.getByRole('region', { name: 'A fazer' }).getByRole('listitem');
  await field.fill('   ');
  await field.press('Enter');
  await page.getByText('Nenhuma tarefa').waitFor();
  for (const text of ['Ligar para a Construtora', 'Separar 3 Auroras']) {
    await field.fill(text);
    await field.press('Enter');
    await rows.getByText(text).waitFor();
  }
  await page.getByRole('button', { name: 'Editar: Separar 3 Auroras' }).click();
  await page.getByRole('textbox', { name: 'Editar tarefa' }).fill('Separar 4 Auroras');
  await page.keyboard.press('Enter');
  await rows.getByText('Separar 4 Auroras').waitFor();
  await page.getByRole('checkbox', { name: 'Ligar para a Construtora' }).check();
  await page.getByRole('region', { name: 'Feitas' }).getByText('Ligar para a Construtora').waitFor();
  await page.reload();
  await rows.getByText('Separar 4 Auroras').waitFor();
  // Nobody is told of them: no call, and no body of one, has their words.
  expect(asked.filter((text) => text?.includes('Auroras'))).toEqual([]);
  await page.getByRole('button', { name: 'Excluir: Separar 4 Auroras' }).click();
  await expect.poll(() => rows.count()).toBe(0);
  const stored = await page.evaluate(() =>
    Object.keys(localStorage).flatMap((key) => (key.startsWith('todo.') ? [localStorage.getItem(key)] : [])),
  );
  expect(JSON.parse(stored[0]!)).toEqual([
    expect.objectContaining({
      text: 'Ligar para a Construtora',
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: expect.stringMatching(/Z$/),
    }),
  ]);
});

test.each(sizes.flatMap((size) => locales.map((locale) => [size, locale] as const)))(
  '%j in %s: nothing is cut off, and axe is content by day and by night',
  async (size, locale) => {
    await dress(ana.page, { locale, theme: 'light', size });
    await ana.page.goto(`${desk.server.url}/todolist`);
    await ana.page.locator('.td-row').first().waitFor();
    expect(await look(ana.page)).toEqual({ keys: [], sideways: 0 });
    expect(await seriousByDayAndNight(ana.page)).toEqual([]);
    expect(ana.complaints).toEqual([]);
  },
);
