import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { withDesk } from '../../../testing/browser/desk.ts';
import { serious } from '../../../testing/browser/inspect.ts';
import type { Person } from '../../../testing/browser/people.ts';

const desk = withDesk();
let admin: Person;
let page: Page;

beforeAll(async () => {
  admin = await desk.signIn('admin');
  ({ page } = admin);
}, 240_000);

const call = <T>(method: string, path: string, body?: unknown) => desk.call<T>(admin, method, path, body);
const dialog = () => page.getByRole('dialog');
const row = (name: string) => page.getByRole('row').filter({ hasText: name });
const search = async (text: string) => {
  await page.getByRole('searchbox', { name: /Buscar por nome/ }).fill(text);
};
const fill = async (name: string, number: string, email = '') => {
  await dialog().getByLabel('Nome', { exact: true }).fill(name);
  await dialog().getByLabel('Número').fill(number);
  await dialog()
    .getByLabel(/E-mail/)
    .fill(email);
};
const save = () => dialog().getByRole('button', { name: 'Salvar' }).click();
const newContact = () => page.getByRole('button', { name: 'Novo contato' }).click();

test('a contact is added, and stands in its place without the list being asked for again', async () => {
  await page.getByRole('link', { name: 'Contatos', exact: true }).click();
  await row('Beatriz Fontoura').waitFor();
  const asked: string[] = [];
  page.on('request', (request) => {
    if (/\/api\/contacts\?/.test(request.url())) asked.push(request.url());
  });
  await newContact();
  await save();
  await dialog().getByText('Obrigatório').first().waitFor();
  await fill('A', '123', 'amélia@');
  await save();
  await dialog().getByText('Muito curto!').first().waitFor();
  await dialog().getByText('E-mail inválido').waitFor();
  await fill('Amélia Duarte', '(11) 95550-8001', 'amelia@duarte.exemplo');
  await dialog().getByRole('button', { name: 'Adicionar informação' }).click();
  await dialog().getByLabel('Nome da informação').fill('CPF');
  await dialog().getByLabel('Valor').fill('123.456.789-09');
  await save();
  await dialog().waitFor({ state: 'detached' });
  await row('Amélia Duarte').getByText('+55 11 95550-8001').waitFor();
  expect(await page.getByRole('row').nth(1).textContent()).toContain('Amélia Duarte');
  expect(asked).toEqual([]);
});

test('a number that is known leads to its contact, however it is written', async () => {
  await newContact();
  await fill('Outra Amélia', '5511 9 5550 8001');
  await save();
  await dialog().getByText('Este número já é de Amélia Duarte').waitFor();
  expect(await dialog().getByLabel('Nome', { exact: true }).inputValue()).toBe('Outra Amélia');
  await dialog().getByRole('button', { name: 'Abrir contato' }).click();
  await expect.poll(() => dialog().getByLabel('Nome', { exact: true }).inputValue()).toBe('Amélia Duarte');
  expect(await dialog().getByLabel('Valor').inputValue()).toBe('123.456.789-09');
});

test('what is corrected is saved; extra information goes as it came', async () => {
  await dialog().getByRole('button', { name: 'Remover esta informação' }).click();
  await dialog().getByLabel('Nome', { exact: true }).fill('Amélia D. Rocha');
  await save();
  await dialog().waitFor({ state: 'detached' });
  await row('Amélia D. Rocha').waitFor();
  const { contacts } = await call<{ contacts: { extraInfo: unknown[] }[] }>(
    'GET',
    '/contacts?searchParam=rocha',
  );
  expect(contacts.map(({ extraInfo }) => extraInfo)).toEqual([[]]);
});

test('a number that is not on the network is not saved, and its field says so', async () => {
  await newContact();
  await fill('Número Fora', '5511955500000');
  await save();
  await dialog().getByText('Este número não está na rede de mensagens').waitFor();
  await dialog().getByRole('button', { name: 'Cancelar' }).click();
  await dialog().waitFor({ state: 'detached' });
  expect(await row('Número Fora').count()).toBe(0);
});

test('searching waits half a second for the typing to end and says what it finds', async () => {
  await search('AMÉLIA roc');
  await row('Amélia D. Rocha').waitFor();
  await row('Beatriz Fontoura').waitFor({ state: 'detached' });
  await page.getByText('1 de 1 contato').waitFor();
  await search('zzzz');
  await page.getByText('Nenhum contato encontrado').waitFor();
  await search('');
  await row('Beatriz Fontoura').waitFor();
});

test('the list goes on as it is scrolled, and comes to its end', async () => {
  await page.locator('.ct-scroll').evaluate((element) => element.scrollTo(0, element.scrollHeight));
  await page.getByText('Fim da lista').waitFor();
  const { count } = await call<{ count: number }>('GET', '/contacts');
  await page.getByText(`${count} de ${count} contatos`).waitFor();
});

test('days restrict the list', async () => {
  await page.getByRole('button', { name: /Cadastro/ }).click();
  await dialog().getByLabel('Até').fill('2020-01-01');
  await dialog().getByRole('button', { name: 'Filtrar' }).click();
  await page.getByText('Nenhum contato encontrado').waitFor();
  await page.getByRole('button', { name: /até 01\/01\/2020/ }).click();
  await dialog().getByRole('button', { name: 'Limpar' }).click();
  await row('Beatriz Fontoura').waitFor();
});

test('a spreadsheet is looked at, imported, and its wrong rows are named', async () => {
  const file = [
    'Nome;Telefone;E-mail',
    'Marcelo Antunes;11 95550-7001;marcelo@antunes.exemplo',
    'Z;11955507003;',
    'Olavo Braga;11955507004;olavo@',
    'Amélia;11 95550-8001;',
  ].join('\r\n');
  await page.getByRole('button', { name: 'Importar e exportar' }).click();
  await page.getByRole('menuitem', { name: 'Importar planilha…' }).click();
  // Nothing is marked in this dialog: what is wrong with a file is said in words.
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'vazio.csv', mimeType: 'text/csv', buffer: Buffer.alloc(0) });
  await page.getByText('O arquivo está vazio.').waitFor();
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'texto.xlsx', mimeType: 'text/csv', buffer: Buffer.from(file) });
  await page.getByText('tem nome de planilha (.xlsx), mas não é uma').waitFor();
  await dialog()
    .locator('input[type=file]')
    .setInputFiles({ name: 'contatos.csv', mimeType: 'text/csv', buffer: Buffer.from(file) });
  await dialog().getByText('4 linhas lidas; prontas para importar: 1.').waitFor();
  const known = dialog().getByRole('region', { name: '1 linha já é contato e fica como está' });
  await known.getByText('Linha 5').waitFor();
  await known.getByText(/\+55 11 95550-8001: Amélia/).waitFor();
  await dialog().getByText('2 linhas com erro').waitFor();
  await dialog().getByText('Linha 3').waitFor();
  await dialog().getByRole('button', { name: 'Importar 1 contato' }).click();
  await dialog().getByText('Importação concluída: 4 de 4.').waitFor();
  expect(await dialog().locator('.ct-result dd').allTextContents()).toEqual(['1', '1', '2']);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog().getByRole('button', { name: 'Baixar linhas com erro (.csv)' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('erros-da-importacao.csv');
  expect(await readFile(await download.path(), 'utf8')).toBe(
    '\uFEFFrow;field;error;value\r\n3;name;short;Z\r\n4;email;email;olavo@\r\n',
  );
  await dialog().getByRole('button', { name: 'Concluir' }).click();
  await search('marcelo ant');
  await page.getByText('1 de 1 contato').waitFor();
  await row('Marcelo Antunes').getByText('+55 11 95550-7001').waitFor();
});

test('what the list shows goes out as CSV', async () => {
  await page.getByRole('button', { name: 'Importar e exportar' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Exportar contatos' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('contatos.csv');
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
  expect(Buffer.concat(chunks).toString()).toBe(
    '\uFEFFname;number;email\r\nMarcelo Antunes;5511955507001;marcelo@antunes.exemplo\r\n',
  );
  await search('');
});

test('a conversation begins with a contact of the list', async () => {
  await row('Amélia D. Rocha')
    .getByRole('button', { name: /Novo atendimento com/ })
    .click();
  await dialog().getByLabel('Fila').click();
  await page.getByRole('option').first().click();
  await dialog().getByRole('button', { name: 'Iniciar' }).click();
  await page.waitForURL(/\/tickets\/[0-9a-f-]{36}/);
  await page.getByRole('button', { name: /Amélia D\. Rocha: Dados do contato/ }).waitFor();
});

test('a contact with an open ticket is not deleted; when it is closed, the contact goes and its ticket stays', async () => {
  const ticketId = new URL(page.url()).pathname.split('/').at(-1);
  await page.getByRole('link', { name: 'Contatos', exact: true }).click();
  const remove = async () => {
    await row('Amélia D. Rocha').getByRole('button', { name: 'Excluir Amélia D. Rocha' }).click();
    await dialog().getByText('Deseja realmente excluir esse registro?', { exact: false }).waitFor();
    await dialog().getByRole('button', { name: 'Excluir' }).click();
  };
  await remove();
  await page.getByText('Já existe um atendimento aberto para este contato.').waitFor();
  await dialog().getByRole('button', { name: 'Cancelar' }).click();
  await call('PUT', `/tickets/${ticketId}`, { status: 'closed' });
  await remove();
  await row('Amélia D. Rocha').waitFor({ state: 'detached' });
  await page.goto(`${desk.server.url}/tickets/${ticketId}`);
  await page.getByRole('button', { name: /Amélia D\. Rocha: Dados do contato/ }).waitFor();
});

test('a card whose number is not on WhatsApp says so, and nobody can talk to it', async () => {
  const [connection] = await call<{ id: string }[]>('GET', '/whatsapp');
  const cards = [
    { name: 'Sebastião Fora', number: '5511955510000' },
    { name: 'Sebastião Dentro', number: '5511955510173' },
  ];
  for (const [index, contact] of cards.entries())
    await call('POST', `/channels/simulator/${connection?.id}/messages`, {
      number: '5511955509001',
      name: 'Rita Cartões',
      id: `card-${index}`,
      extra: { contacts: [contact] },
    });
  let id = '';
  await expect
    .poll(async () => {
      const { tickets } = await call<{ tickets: { id: string; contact: { name: string } }[] }>(
        'GET',
        '/tickets?status=pending&showAll=true',
      );
      id = tickets.find(({ contact }) => contact.name === 'Rita Cartões')?.id ?? '';
      return id;
    })
    .not.toBe('');
  await call('PUT', `/tickets/${id}`, { status: 'open' });
  await page.goto(`${desk.server.url}/tickets/${id}`);
  const card = (name: string) => page.locator('.tk-vcard').filter({ hasText: name });
  await card('Sebastião Fora').getByText('CONTATO FORA DO WHATSAPP', { exact: false }).waitFor();
  for (const button of await card('Sebastião Fora').getByRole('button').all())
    expect(await button.isDisabled()).toBe(true);
  expect(await card('Sebastião Dentro').getByRole('button').first().isEnabled()).toBe(true);
  expect(await card('Sebastião Dentro').getByText('CONTATO FORA').count()).toBe(0);
});

test('every button of a row is within the list, wide and on a phone', async () => {
  await page.goto(`${desk.server.url}/contacts`);
  for (const size of [
    { width: 1440, height: 900 },
    { width: 1024, height: 800 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size);
    await row('Beatriz Fontoura').waitFor();
    const hidden = () => page.locator('.ct-scroll').evaluate((box) => box.scrollWidth - box.clientWidth);
    await expect.poll(hidden, { message: `${size.width} px` }).toBeLessThanOrEqual(0);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
});

test('two contacts become one: sought, chosen anew, named, with the keyboard alone', async () => {
  const [first, second] = ['Zilda Primeira', 'Zilda Segunda'];
  for (const [name, number] of [
    [first, '5511955508101'],
    [second, '5511955508102'],
  ])
    await call('POST', '/contacts', { name, number });
  await page.goto(`${desk.server.url}/contacts?search=zilda`);
  await row(first)
    .getByRole('button', { name: `Mais ações: ${first}` })
    .focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: `Unir ${first} a outro contato` }).waitFor();
  await page.keyboard.press('Enter');
  const field = dialog().getByRole('searchbox', { name: 'Buscar o outro contato' });
  const focused = (control: ReturnType<Page['locator']>) =>
    expect.poll(() => control.evaluate((element) => element === document.activeElement)).toBe(true);
  await focused(field);
  await page.keyboard.type('zzzz');
  await dialog().getByText('Ninguém encontrado').waitFor();
  await field.fill('zilda');
  const found = dialog().getByRole('button', { name: new RegExp(second) });
  await found.waitFor();
  await found.focus();
  await page.keyboard.press('Enter');
  await focused(dialog().getByRole('radio', { name: new RegExp(first) }));
  await dialog().getByRole('button', { name: 'Escolher outro contato' }).click();
  await focused(field);
  await page.keyboard.type('zilda');
  await found.click();
  await page.keyboard.press('ArrowDown');
  await dialog().getByRole('button', { name: 'Unir', exact: true }).click();
  await page.getByText('Contatos unidos').waitFor();
  await dialog().waitFor({ state: 'detached' });
  await row(first).waitFor({ state: 'detached' });
  await row(second).waitFor();
  const { contacts } = await call<{ contacts: { name: string }[] }>('GET', '/contacts?searchParam=zilda');
  expect(contacts.map(({ name }) => name)).toEqual([second]);
});

test('a phone has the deeds of a contact in a menu, joining among them', async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${desk.server.url}/contacts?search=zilda`);
  await row('Zilda Segunda').getByRole('button', { name: 'Mais ações: Zilda Segunda' }).click();
  const deeds = page.getByRole('menuitem');
  await expect
    .poll(() => deeds.allTextContents())
    .toEqual([
      ...['Unir Zilda Segunda a outro contato', 'Dados pessoais de Zilda Segunda', 'Excluir Zilda Segunda'],
    ]);
  await deeds.first().click();
  // The buttons stand where the thumb is, below what the dialog says.
  const foot = await dialog().locator('.MuiDialogActions-root').boundingBox();
  expect((foot?.y ?? 0) + (foot?.height ?? 0)).toBeGreaterThan(830);
  await page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'detached' });
  await page.setViewportSize({ width: 1440, height: 900 });
});

test('with the keyboard alone: down the list, into a contact and out again', async () => {
  await page.goto(`${desk.server.url}/contacts`);
  await row('Beatriz Fontoura').waitFor();
  await page.locator('.ct-name').first().focus();
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '');
  const first = await focused();
  await page.keyboard.press('ArrowDown');
  await expect.poll(focused).not.toBe(first);
  const second = await focused();
  await page.keyboard.press('Enter');
  await expect.poll(() => dialog().getByLabel('Nome', { exact: true }).inputValue()).toBe(second);
  await page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'detached' });
  await expect.poll(focused).toBe(second);
});

test.each(['light', 'dark'] as const)(
  'nothing is hard to reach or to read, %s, wide and on a phone',
  async (theme) => {
    await page.emulateMedia({ colorScheme: theme });
    await page.goto(`${desk.server.url}/contacts`);
    for (const [width, height] of [
      [1440, 900],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height });
      await row('Beatriz Fontoura').waitFor();
      const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(wider).toBeLessThanOrEqual(0);
      await newContact();
      await dialog().waitFor();
      expect(await serious(page, '[role=dialog]')).toEqual([]);
      await page.keyboard.press('Escape');
      await dialog().waitFor({ state: 'detached' });
      expect(await serious(page)).toEqual([]);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
  },
);

test('an agent adds and corrects contacts, but neither deletes nor exports them', async () => {
  const bruno = await desk.signIn('bruno', { width: 390, height: 844, blank: true });
  await bruno.page.goto(`${desk.server.url}/contacts`);
  const first = bruno.page.getByRole('row').filter({ hasText: 'Beatriz Fontoura' });
  await first.waitFor();
  // Wide it would be a button of its row, on a phone in the menu of what else there is.
  for (const width of [390, 1440]) {
    await bruno.page.setViewportSize({ width, height: 844 });
    await expect.poll(() => first.locator('td').count()).toBe(width === 390 ? 2 : 4);
    expect(await first.getByRole('button', { name: /^(Excluir|Mais ações)/ }).count()).toBe(0);
    expect(await first.getByRole('button', { name: /^Editar/ }).count()).toBe(1);
    expect(await bruno.page.getByRole('button', { name: 'Importar e exportar' }).count()).toBe(0);
  }
  await bruno.context.close();
});

test('nothing failed on the way but what was to fail', () => {
  // The empty file, the text that calls itself a spreadsheet, the refused deletion, and the deleted contact that its ticket's panel asks for.
  expect(admin.complaints.filter((complaint) => !/status of (400|409|404)/.test(complaint))).toEqual([]);
  expect(admin.complaints.filter((complaint) => /status of 400/.test(complaint))).toHaveLength(2);
  expect(admin.complaints.filter((complaint) => /status of 404/.test(complaint)).length).toBeLessThanOrEqual(
    1,
  );
});
