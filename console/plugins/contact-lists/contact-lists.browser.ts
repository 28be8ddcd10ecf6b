import { beforeAll, expect, test } from 'vitest';
import { withDesk } from '../../../testing/browser/desk.ts';
import type { Person } from '../../../testing/browser/people.ts';

const desk = withDesk();
let admin: Person;
beforeAll(async () => {
  admin = await desk.signIn('admin', { width: 1440, blank: true });
  admin.page.setDefaultTimeout(12_000);
  for (const path of ['/campaigns', '/contact-lists']) await desk.empty(admin, path);
}, 240_000);

test('a list is made, somebody put in, told to have a valid number, changed and taken out', async () => {
  const { page } = admin;
  await page.goto(`${desk.server.url}/contact-lists`);
  await page.getByRole('heading', { name: 'Nenhuma lista ainda' }).waitFor();
  await page.getByRole('button', { name: 'Nova lista' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Nome').fill('C');
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await dialog.getByRole('alert').waitFor();
  await dialog.getByLabel('Nome').fill('Clientes de dezembro');
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await page.getByRole('button', { name: 'Editar Clientes de dezembro' }).click();
  expect(await dialog.getByLabel('Nome').inputValue()).toBe('Clientes de dezembro');
  await dialog.getByLabel('Nome').fill('Clientes de janeiro');
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await page.getByRole('link', { name: 'Clientes de janeiro' }).waitFor();
  await page.getByRole('button', { name: 'Editar Clientes de janeiro' }).click();
  await dialog.getByLabel('Nome').fill('Clientes de dezembro');
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await page.getByRole('link', { name: 'Clientes de dezembro' }).waitFor();
  const heads = () => page.getByRole('columnheader').allTextContents();
  expect(await heads()).toEqual(['Nome', 'Contatos', 'Números válidos', 'Ações']);
  await page.getByLabel('Buscar lista').fill('janeiro');
  await page.getByRole('heading', { name: 'Nenhuma lista com esse nome' }).waitFor();
  await page.getByLabel('Buscar lista').fill('dezembro');
  await page.getByRole('link', { name: 'Clientes de dezembro' }).click();
  await page.getByRole('heading', { name: 'Ninguém nesta lista ainda' }).waitFor();
  await page.getByRole('button', { name: 'Novo contato' }).click();
  await dialog.getByLabel('Nome').fill('Bia Prates');
  // Country code, area code and number, as they are typed: without a mask.
  expect(await dialog.getByLabel('Número').getAttribute('placeholder')).toBe('5511955500142');
  await dialog.getByLabel('Número').fill('5511955500142');
  await dialog.getByLabel('E-mail').fill('bia@exemplo.com.br');
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  const row = page.getByRole('row').filter({ hasText: 'Bia Prates' });
  await row.getByText(/Número válido|Número inválido/).waitFor({ timeout: 20_000 });
  expect(await heads()).toEqual(['Situação', 'Nome', 'Número', 'E-mail', 'Ações']);
  for (const text of ['+55 11 95550-0142', 'bia@exemplo.com.br'])
    await row.getByText(text, { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Novo contato' }).click();
  await dialog.getByLabel('Nome').fill('Outra');
  await dialog.getByLabel('Número').fill('551155500142');
  await dialog.getByLabel('Número').fill('5511955500142');
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await dialog.getByRole('alert').waitFor();
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await page.getByRole('button', { name: 'Editar Bia Prates' }).click();
  await dialog.getByLabel('Nome').fill('Beatriz Prates');
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await page.getByRole('rowheader', { name: 'Beatriz Prates' }).waitFor();
  await page.getByRole('button', { name: 'Excluir Beatriz Prates' }).click();
  await dialog.getByRole('button', { name: 'Excluir' }).click();
  await page.getByRole('heading', { name: 'Ninguém nesta lista ainda' }).waitFor();
}, 90_000);

test('on a phone a list says its name, each row all of it, and nothing lies under a button', async () => {
  const { page } = admin;
  const name = 'Revendedores do Nordeste com cadastro ativo';
  const { id } = await desk.call<{ id: string }>(admin, 'POST', '/contact-lists', { name });
  const somebody = {
    name: 'Maximiliana Albuquerque de Andrade e Vasconcelos',
    email: `maximiliana.${'vendas.'.repeat(6)}nordeste@exemplo.com.br`,
  };
  await desk.call(admin, 'POST', '/contact-list-items', {
    ...{ ...somebody, number: '5511955500143', contactListId: id },
  });
  /** How far the row's words reach into its buttons, in pixels; 0 or less: they do not. */
  const overlap = (title: string) =>
    page
      .getByRole('row')
      .filter({ hasText: title })
      .evaluate((row) => {
        const deeds = row.querySelector('.deeds')!.getBoundingClientRect();
        const words = document.createRange();
        words.selectNodeContents(row.querySelector('th')!);
        return words.getBoundingClientRect().right - deeds.left;
      });
  try {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${desk.server.url}/contact-lists`);
    await page.getByRole('row').filter({ hasText: name }).getByText('1').first().waitFor();
    expect(await overlap(name)).toBeLessThanOrEqual(0);
    await page.getByRole('link', { name }).click();
    const heading = page.getByRole('heading', { name });
    await heading.waitFor();
    expect((await heading.boundingBox())?.width).toBeGreaterThan(100);
    const email = page.getByText(somebody.email);
    await email.waitFor();
    const right = await email.evaluate((cell) => {
      const words = document.createRange();
      words.selectNodeContents(cell);
      return words.getBoundingClientRect().right;
    });
    expect(right).toBeLessThanOrEqual(390 - 16);
    expect(await overlap(somebody.name)).toBeLessThanOrEqual(0);
    const tops = await Promise.all(
      ['Importar', 'Novo contato'].map(async (deed) => {
        const box = await page.getByRole('button', { name: deed }).boundingBox();
        return box?.y;
      }),
    );
    expect(tops[0]).toBe(tops[1]);
  } finally {
    await page.setViewportSize({ width: 1440, height: 900 });
    await desk.call(admin, 'DELETE', `/contact-lists/${id}`);
  }
}, 60_000);

test('a spreadsheet is looked at, its wrong rows told, then put in; the next pages come on scroll', async () => {
  const { page } = admin;
  const { records } = await desk.call<{ records: object[] }>(admin, 'GET', '/contact-lists');
  if (records.length === 0)
    await desk.call(admin, 'POST', '/contact-lists', { name: 'Clientes de dezembro' });
  await page.goto(`${desk.server.url}/contact-lists`);
  await page.getByRole('button', { name: 'Contatos de Clientes de dezembro' }).click();
  await page.getByRole('button', { name: 'Importar' }).click();
  const sheet = page.getByLabel('Planilha', { exact: true });
  await sheet.setInputFiles({ name: 'vazia.csv', mimeType: 'text/csv', buffer: Buffer.from('') });
  await page.getByText('O arquivo está vazio.').waitFor();
  // All of them on the network: those that end in 0000 are not.
  const rows = Array.from(
    { length: 60 },
    (_, at) => `Pessoa ${String(at).padStart(2, '0')};55119${80_000_100 + at};`,
  );
  await page.getByRole('heading', { name: 'Importar para Clientes de dezembro' }).waitFor();
  await sheet.setInputFiles({
    name: 'lista.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['nome;numero;apelido', ...rows, 'Torto;abc;'].join('\n')),
  });
  const bad = page.getByRole('row').filter({ hasText: 'abc' });
  await bad.getByText('número: curto demais').waitFor();
  expect(await bad.getByRole('cell').first().textContent()).toBe('62');
  const summary = page.getByRole('complementary').filter({ hasText: 'O que vai entrar' });
  await summary.getByText('60 contatos').waitFor();
  const column = (name: string) => page.getByLabel(`O que é a coluna ${name}`);
  expect(await column('numero').inputValue()).toBe('number');
  // Nobody has a nickname: all would be called by their number.
  await column('apelido').selectOption('Nome');
  await summary.getByText('60 sem nome: entram com o número como nome.').waitFor();
  expect(await column('nome').inputValue()).toBe('');
  await column('numero').selectOption('Não usar');
  await summary.getByText('Escolha a coluna do número.').waitFor();
  expect(await page.getByRole('button', { name: /^Importar/ }).isDisabled()).toBe(true);
  // Without a column of numbers there is nothing to be counted, or to be wrong: not even where none is used at all.
  for (const unused of ['nothing more', 'apelido']) {
    if (unused === 'apelido') await column(unused).selectOption('Não usar');
    await summary.getByText('0 contatos', { exact: true }).waitFor();
    expect(await summary.getByText('Com dados que não servem').count(), unused).toBe(0);
    expect(await bad.count(), unused).toBe(0);
  }
  await column('numero').selectOption('Número');
  await column('nome').selectOption('Nome');
  await page.getByRole('button', { name: 'Importar 60' }).click();
  await page.getByText('60 contatos entraram. Já estavam: 0. Recusados: 1.').waitFor();
  await page.getByRole('progressbar', { name: 'Conferindo números' }).waitFor();
  await page.getByRole('button', { name: 'Ver a lista' }).click();
  await page.getByRole('rowheader', { name: 'Pessoa 00' }).waitFor();
  await expect
    .poll(async () => {
      await page.locator('.page.scroll').evaluate((box) => box.scrollTo(0, box.scrollHeight));
      return page.getByRole('row').count();
    })
    .toBe(61);
  const tab = (name: string) => page.getByRole('tab', { name });
  await page.locator('.page.scroll').evaluate((box) => box.scrollTo(0, 0));
  // A long list leaves them their height.
  expect((await tab('Todos 60').boundingBox())!.height).toBeGreaterThan(20);
  expect((await page.getByRole('tablist').boundingBox())!.height).toBeGreaterThan(28);
  await tab('Números inválidos 0').click();
  await page.getByRole('heading', { name: 'Ninguém nesta situação' }).waitFor();
  await tab('Todos 60').click();
  await page.getByRole('rowheader', { name: 'Pessoa 00' }).waitFor();
  await page.getByLabel('Nome, número ou e-mail').fill('Pessoa 07');
  await page.getByRole('rowheader', { name: 'Pessoa 00' }).waitFor({ state: 'detached' });
  await page.getByRole('rowheader', { name: 'Pessoa 07' }).waitFor();
  await page.getByRole('button', { name: 'Voltar às listas' }).click();
  await page
    .getByRole('row')
    .filter({ hasText: 'Clientes de dezembro' })
    .getByText('60', { exact: true })
    .waitFor();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Baixar planilha de exemplo' }).click();
  expect((await download).suggestedFilename()).toBe('contatos.xlsx');
  await page.getByRole('button', { name: 'Excluir Clientes de dezembro' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Excluir' }).click();
  await page.getByRole('heading', { name: 'Nenhuma lista ainda' }).waitFor();
}, 90_000);

test('who asked for no more campaigns is told from whom a campaign reaches', async () => {
  const { page } = admin;
  const { id: contactListId } = await desk.call<{ id: string }>(admin, 'POST', '/contact-lists', {
    name: 'Avisos',
  });
  const rui = { name: 'Rui Sales', number: '5511955500188' };
  await desk.call(admin, 'POST', '/contact-list-items', { ...rui, contactListId });
  const { id } = await desk.call<{ id: string }>(admin, 'POST', '/contacts', rui);
  await desk.call(admin, 'POST', `/contacts/${id}/campaigns/leave`, { reason: 'pediu' });
  await page.goto(`${desk.server.url}/contact-lists/${contactListId}/contacts`);
  await page.getByRole('row').filter({ hasText: 'Rui Sales' }).getByText('Pediu para sair').waitFor();
});

test.each(['contacts', 'import'])(
  'a list that is gone says so at its %s and leads back to the others',
  async (below) => {
    const { page } = admin;
    const { id } = await desk.call<{ id: string }>(admin, 'POST', '/contact-lists', {
      name: `Some em ${below}`,
    });
    await page.goto(`${desk.server.url}/contact-lists/${id}/${below}`);
    await page.getByRole('heading', { name: new RegExp(`Some em ${below}`) }).waitFor();
    // A colleague deletes it.
    await desk.call(admin, 'DELETE', `/contact-lists/${id}`);
    await page.getByRole('heading', { name: 'Lista de contatos não encontrada.' }).waitFor();
    expect(await page.getByRole('main').getByRole('button').count()).toBe(0);
    await page.getByRole('link', { name: 'Voltar às listas' }).click();
    await page.getByRole('heading', { name: 'Listas de contatos' }).waitFor();
  },
);
