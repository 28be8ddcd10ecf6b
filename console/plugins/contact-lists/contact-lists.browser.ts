import { beforeAll, expect, test } from 'vitest';
import { withDesk } from '../../../testing/browser/desk.ts';
import type { Person } from '../../../testing/browser/people.ts';

const desk = withDesk();
let admin: Person;
beforeAll(async () => {
  admin = await desk.signIn('admin', { width: 1440 });
  admin.page.setDefaultTimeout(12_000);
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
  await page.getByRole('link', { name: 'Clientes de dezembro' }).click();
  await page.getByRole('heading', { name: 'Ninguém nesta lista ainda' }).waitFor();
  await page.getByRole('button', { name: 'Novo contato' }).click();
  await dialog.getByLabel('Nome').fill('Bia Prates');
  await dialog.getByLabel('Número').fill('5511955500142');
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  const row = page.getByRole('row').filter({ hasText: 'Bia Prates' });
  await row.getByText(/Número válido|Número inválido/).waitFor({ timeout: 20_000 });
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

test('a spreadsheet is looked at, its wrong rows told, then put in; the next pages come on scroll', async () => {
  const { page } = admin;
  const rows = Array.from(
    { length: 60 },
    (_, at) => `Pessoa ${String(at).padStart(2, '0')};55119${80_000_000 + at};`,
  );
  await page.getByRole('button', { name: 'Importar' }).click();
  const dialog = page.getByRole('dialog', { name: 'Importar contatos' });
  await dialog.getByLabel('Planilha', { exact: true }).setInputFiles({
    name: 'lista.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['nome;numero;email', ...rows, 'Torto;abc;'].join('\n')),
  });
  await dialog.getByText('60 linhas podem entrar, 1 não.').waitFor();
  await dialog.getByText('Linha 62').waitFor();
  await dialog.getByRole('button', { name: 'Importar', exact: true }).click();
  await dialog.getByText('60 entraram, 0 já estavam, 1 recusadas.').waitFor();
  await dialog.getByRole('button', { name: 'Fechar' }).last().click();
  await page.getByRole('rowheader', { name: 'Pessoa 00' }).waitFor();
  await expect
    .poll(async () => {
      await page.locator('.page.scroll').evaluate((box) => box.scrollTo(0, box.scrollHeight));
      return page.getByRole('row').count();
    })
    .toBe(61);
  await page.getByRole('button', { name: 'Voltar às listas' }).click();
  await page
    .getByRole('row')
    .filter({ hasText: 'Clientes de dezembro' })
    .getByText('60', { exact: true })
    .waitFor();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Baixar planilha de exemplo' }).click();
  expect((await download).suggestedFilename()).toBe('contatos.csv');
  await page.getByRole('button', { name: 'Excluir Clientes de dezembro' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Excluir' }).click();
  await page.getByRole('heading', { name: 'Nenhuma lista ainda' }).waitFor();
}, 90_000);
