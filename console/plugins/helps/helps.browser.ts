import { expect, test } from 'vitest';
import { withDesk } from '../../../testing/browser/desk.ts';
import { look, serious } from '../../../testing/browser/inspect.ts';

const desk = withDesk();
const title = 'Montar o menu do robô';

test('while there is none the page says so, to everybody, and leads there from the menu', async () => {
  const ana = await desk.signIn('ana');
  await ana.page.getByRole('link', { name: 'Ajuda' }).click();
  await ana.page.getByRole('heading', { name: 'Nenhum vídeo ainda' }).waitFor();
  expect(await ana.page.getByRole('link', { name: 'Editar vídeos' }).count()).toBe(0);
  await ana.context.close();
});

test('a super user writes one among the settings; changed and deleted there it is so for who looks', async () => {
  const root = await desk.signIn('admin@localhost', { blank: true });
  const ana = await desk.signIn('ana', { blank: true });
  await ana.page.goto(`${desk.server.url}/helps`);
  await root.page.goto(`${desk.server.url}/helps`);
  await root.page.getByRole('link', { name: 'Editar vídeos' }).click();
  await root.page.getByRole('tab', { name: 'Ajuda', selected: true }).waitFor();
  await root.page.getByRole('link', { name: 'Novo vídeo de ajuda' }).first().click();
  const dialog = root.page.getByRole('dialog');
  await dialog.getByLabel('Título').fill('Primeiro');
  await dialog.getByLabel('Vídeo').fill('https://www.youtube.com/watch?v=a8Yz0RtUv3c&t=3');
  await dialog.getByLabel('Descrição').fill('Para começar.');
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await ana.page.getByRole('button', { name: 'Assistir: Primeiro' }).getByText('Para começar.').waitFor();
  await root.page.getByRole('row', { name: /Primeiro a8Yz0RtUv3c/ }).waitFor();
  await root.page.getByRole('link', { name: 'Editar Primeiro' }).click();
  await dialog.getByLabel('Título').fill('Segundo');
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await ana.page.getByRole('button', { name: 'Assistir: Segundo' }).waitFor();
  await root.page.getByRole('button', { name: 'Excluir Segundo' }).click();
  await root.page.getByText('Deseja realmente excluir esse registro?').waitFor();
  await root.page.getByRole('dialog').getByRole('button', { name: 'Excluir' }).click();
  await ana.page.getByRole('heading', { name: 'Nenhum vídeo ainda' }).waitFor();
  await ana.context.close();
  await root.context.close();
});

/** Has two videos there, whichever test is the first that wants them. */
const fill = async () => {
  const root = await desk.signIn('admin@localhost', { blank: true });
  const there = await desk.call<object[]>(root, 'GET', '/helps/list');
  if (there.length > 0) return root.context.close();
  await desk.call(root, 'POST', '/helps', {
    title,
    video: 'a8Yz0RtUv3c',
    description: 'Filas, opções aninhadas e o celular de teste.',
  });
  await desk.call(root, 'POST', '/helps', { title: 'Planilha de contatos sem susto', video: 'Lk2wQe9sTxY' });
  await root.context.close();
};

test('a video is played here, from where no cookie is set, once it is opened: with the keyboard alone', async () => {
  await fill();
  const ana = await desk.signIn('ana', { blank: true });
  const { page } = ana;
  const asked: string[] = [];
  await page.route('https://www.youtube-nocookie.com/**', (route) => {
    asked.push(route.request().url());
    return route.fulfill({ contentType: 'text/html', body: '<p>playing</p>' });
  });
  await page.goto(`${desk.server.url}/helps`);
  const card = page.getByRole('button', { name: `Assistir: ${title}` });
  await card.waitFor();
  expect(asked).toEqual([]);
  expect(ana.complaints).toEqual([]);
  await card.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: title });
  await dialog.frameLocator('iframe').getByText('playing').waitFor();
  expect(asked).toEqual(['https://www.youtube-nocookie.com/embed/a8Yz0RtUv3c?autoplay=1&rel=0&hl=pt']);
  await dialog.getByRole('button', { name: 'Fechar' }).click();
  await dialog.waitFor({ state: 'detached' });
  await card.getByText('visto').waitFor();
  expect(await card.evaluate((one) => one === document.activeElement)).toBe(true);
  await page.keyboard.press('Enter');
  await dialog.waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await ana.context.close();
});

test('each video is a card with a picture, its title and its text; the page’s title counts them', async () => {
  await fill();
  const { page, context } = await desk.signIn('ana', { blank: true });
  await page.goto(`${desk.server.url}/helps`);
  const card = page.getByRole('listitem').filter({ hasText: title });
  await card.getByText('Filas, opções aninhadas e o celular de teste.').waitFor();
  await card.locator('.hp-art').waitFor();
  const cards = page.locator('.hp-grid .hp-card');
  expect(await cards.count()).toBe(2);
  expect(await page.locator('.page-head .count').textContent()).toBe('2');
  const [first, second] = await cards.evaluateAll((all) =>
    all.map((one) => one.getBoundingClientRect().toJSON()),
  );
  // A grid: beside each other.
  expect([first.y, first.x < second.x]).toEqual([second.y, true]);
  await context.close();
});

test('a frame of any other place is refused by the page', async () => {
  const { page, context } = await desk.signIn('ana');
  const blocked = await page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        document.addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective));
        const frame = document.createElement('iframe');
        frame.src = 'https://www.youtube.com/embed/a8Yz0RtUv3c';
        document.body.append(frame);
      }),
  );
  expect(blocked).toBe('frame-src');
  await context.close();
});

test.each([
  ['pt', 'light', 1440],
  ['en', 'dark', 390],
  ['es', 'dark', 1440],
  ['pt', 'light', 390],
] as const)(
  'in %s and %s at %i pixels nothing is cut off, and axe is content',
  async (locale, theme, width) => {
    const person = await desk.signIn('bruno', { width, height: 900, locale, theme, blank: true });
    const { page } = person;
    await page.goto(`${desk.server.url}/helps`);
    await page.getByText(title).waitFor();
    expect(await look(page)).toEqual({ keys: [], sideways: 0 });
    expect(await serious(page)).toEqual([]);
    expect(person.complaints).toEqual([]);
    await person.context.close();
  },
);
