import { expect, test } from 'vitest';
import { withDesk } from '../../../testing/browser/desk.ts';
import {
  dress,
  locales,
  look,
  serious,
  seriousByDayAndNight,
  sizes,
} from '../../../testing/browser/inspect.ts';
import { png } from '../../../testing/images.ts';

const desk = withDesk();

test('a list of files is made with its messages and their files, seen by others at once, changed and deleted', async () => {
  const { page, context, complaints } = await desk.signIn('admin', { blank: true });
  await page.goto(`${desk.server.url}/files`);
  await page.getByRole('heading', { name: 'Nenhuma lista de arquivos ainda' }).waitFor();
  await page.getByRole('link', { name: 'Nova lista de arquivos' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Nova lista de arquivos' });
  await dialog.getByLabel('Nome').fill('ab');
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await dialog.getByText('nome muito curto').waitFor();
  await dialog.getByText('Obrigatório').waitFor();
  await dialog.getByLabel('Nome').fill('Catálogo de verão');
  await dialog.getByLabel('Mensagem', { exact: true }).fill('Segue o catálogo.');
  for (const [at, text] of ['Capa', 'Preços'].entries()) {
    await dialog.getByRole('button', { name: 'Adicionar mensagem' }).click();
    await dialog.getByRole('textbox', { name: `Mensagem ${at + 1}` }).fill(text);
  }
  await dialog
    .getByRole('listitem')
    .filter({ has: page.getByRole('textbox', { name: 'Mensagem 2' }) })
    .locator('input[type=file]')
    .setInputFiles({ name: 'tabela de preços.png', mimeType: 'image/png', buffer: png(4, 4) });
  await dialog.getByText('tabela_de_preços.png').waitFor();
  expect(await serious(page, '.MuiModal-root')).toEqual([]);
  const made: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/resources/fileLists'))
      made.push(request.url());
  });
  // Pressed twice it is saved once, and the page behind the dialog stays.
  await dialog.getByRole('button', { name: 'Salvar' }).dblclick();
  await page.getByText('Lista Catálogo de verão salva.').waitFor();
  expect(made).toHaveLength(1);
  expect(new URL(page.url()).pathname).toBe('/files');
  const cell = page.getByRole('cell', { name: 'Catálogo de verão', exact: true });
  await cell.waitFor();
  await page.getByLabel('Buscar arquivos').fill('inverno');
  await cell.waitFor({ state: 'detached' });
  await page.getByLabel('Buscar arquivos').fill('verao');
  await cell.waitFor();
  await page.getByLabel('Buscar arquivos').fill('');
  await page.getByRole('link', { name: 'Editar Catálogo de verão' }).click();
  const edited = page.getByRole('dialog', { name: 'Editar lista de arquivos' });
  const link = edited.getByRole('link', { name: 'tabela_de_preços.png' });
  await link.waitFor();
  expect(
    await page.evaluate(
      async (url) => (await fetch(url)).status,
      (await link.getAttribute('href')) as string,
    ),
  ).toBe(200);
  await edited.getByRole('button', { name: 'Tirar o anexo da mensagem 2' }).click();
  await edited.getByRole('button', { name: 'Excluir a mensagem 1' }).click();
  await edited.getByRole('button', { name: 'Salvar' }).click();
  await edited.waitFor({ state: 'detached' });
  const { files } = await desk.call<{ files: { id: string; options: object[] }[] }>(
    { page, context, complaints },
    'GET',
    '/files/?pageNumber=1',
  );
  expect(files[0]!.options).toEqual([expect.objectContaining({ name: 'Preços', path: null, file: null })]);
  await page.getByRole('button', { name: 'Excluir Catálogo de verão' }).click();
  await page.getByText('Deseja realmente excluir', { exact: false }).first().waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Excluir' }).click();
  await page.getByRole('heading', { name: 'Nenhuma lista de arquivos ainda' }).waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test('on a phone a long name of a file leaves every button of the dialog within reach', async () => {
  const admin = await desk.signIn('admin', { width: 390, height: 844, blank: true });
  const { page } = admin;
  await page.goto(`${desk.server.url}/files/create`);
  const dialog = page.getByRole('dialog', { name: 'Nova lista de arquivos' });
  await dialog.getByLabel('Nome').fill('Preços no celular');
  await dialog.getByLabel('Mensagem', { exact: true }).fill('Segue.');
  await dialog.getByRole('button', { name: 'Adicionar mensagem' }).click();
  const name = 'tabela de preços com um nome bem comprido mesmo 2026.png';
  await dialog.locator('input[type=file]').setInputFiles({ name, mimeType: 'image/png', buffer: png(4, 4) });
  await dialog.getByText('tabela_de_preços', { exact: false }).waitFor();
  const ends = async () => {
    const boxes = await dialog
      .locator('button, textarea:visible, input:visible')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right));
    return Math.max(...boxes);
  };
  expect(await ends()).toBeLessThanOrEqual(390);
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await page.getByText('Lista Preços no celular salva.').waitFor();
  await page.getByRole('link', { name: 'Editar Preços no celular' }).click();
  const edited = page.getByRole('dialog', { name: 'Editar lista de arquivos' });
  await edited.getByText('Alterada por', { exact: false }).waitFor();
  const [cancel, save] = await Promise.all(
    ['Cancelar', 'Salvar'].map((label) => edited.getByRole('button', { name: label }).boundingBox()),
  );
  // Beside each other, whoever changed it last.
  expect(save!.y).toBe(cancel!.y);
  // A record's one file stands beside what takes it out, too.
  await page.goto(`${desk.server.url}/quick-messages/create`);
  const reply = page.getByRole('dialog', { name: 'Nova resposta rápida' });
  await reply.locator('input[type=file]').setInputFiles({ name, mimeType: 'image/png', buffer: png(4, 4) });
  const link = (await reply.getByRole('link', { name }).boundingBox())!;
  const out = (await reply.getByRole('button', { name: 'Excluir' }).boundingBox())!;
  expect(link.y).toBeLessThan(out.y + out.height);
  expect(link.x + link.width).toBeLessThanOrEqual(390);
  await admin.context.close();
});

test.each(sizes.flatMap((size) => locales.map((locale) => [size, locale] as const)))(
  '%j in %s: nothing is cut off, and axe is content by day and by night',
  async (size, locale) => {
    const admin = await desk.signIn('admin', { blank: true });
    const { page } = admin;
    const options = [{ id: 'a', name: 'Capa' }];
    await desk.call(admin, 'POST', '/files', { name: `Lista ${locale} ${size.name}`, message: 'x', options });
    await dress(page, { locale, theme: 'light', size });
    await page.goto(`${desk.server.url}/files`);
    await page.getByText(`Lista ${locale} ${size.name}`).first().waitFor();
    expect(await look(page)).toEqual({ keys: [], sideways: 0 });
    expect(await seriousByDayAndNight(page)).toEqual([]);
    await admin.context.close();
  },
);
