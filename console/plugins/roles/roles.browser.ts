import { beforeAll, expect, test } from 'vitest';
import type { TicketView } from '../../../contract/ticket.ts';
import type { UserView } from '../../../contract/user.ts';
import { withDesk } from '../../../testing/browser/desk.ts';
import { seriousByDayAndNight, still } from '../../../testing/browser/inspect.ts';
import type { Person } from '../../../testing/browser/people.ts';
import type { RoleView } from '../../shell/roles.ts';

const desk = withDesk();
let admin: Person;
let bruno: Person;

beforeAll(async () => {
  admin = await desk.signIn('admin', { blank: true });
}, 240_000);

const ask = <T>(who: Person, path: string, method = 'GET', body?: object) =>
  desk.call<T>(who, method, path, body);
const roleNamed = async (name: string) =>
  (await ask<RoleView[]>(admin, '/roles')).find((role) => role.name === name)!;
const box = (role: string, right: string) =>
  admin.page.getByRole('checkbox', { name: `${role}: ${right}`, exact: true });
const toRoles = () => admin.page.goto(`${desk.server.url}/users/roles`);
const save = () => admin.page.getByRole('button', { name: 'Salvar papel' }).click();
const dialog = () => admin.page.getByRole('dialog');

test('a role is begun, named, given rights by the keyboard, and saved', async () => {
  const { page } = admin;
  await toRoles();
  await page.getByRole('button', { name: 'Novo papel' }).first().click();
  await save();
  await page.getByText('Obrigatório').waitFor();
  await page.getByLabel('Nome do papel').fill('F');
  await save();
  await page.getByText('Muito curto').waitFor();
  await page.getByLabel('Nome do papel').fill('Financeiro da loja');
  const first = box('Financeiro da loja', 'Ver o painel');
  await first.focus();
  await page.keyboard.press('ArrowDown');
  expect(
    await box('Financeiro da loja', 'Gerenciar filas').evaluate((one) => one === document.activeElement),
  ).toBe(true);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Space');
  await page.getByText('1 mudança').waitFor();
  await save();
  await page.getByText('Papel Financeiro da loja salvo.').waitFor();
  const heads = await page.getByRole('columnheader').allTextContents();
  expect(
    heads.slice(1).map((head) => /^(Administrador|Supervisor|Usuário|Financeiro da loja)/.exec(head)?.[0]),
  ).toEqual([...['Administrador', 'Supervisor', 'Usuário', 'Financeiro da loja']]);
  const cells = page.getByRole('row', { name: /^Espiar uma conversa/ }).getByRole('cell');
  expect((await cells.allTextContents()).slice(0, 3)).toEqual(['sim', 'sim', 'não']);
  expect(await roleNamed('Financeiro da loja')).toMatchObject({
    rules: ['dashboard:view'],
    queueScope: 'own',
  });
});

test('what was not saved is not lost without a question', async () => {
  const { page } = admin;
  await box('Financeiro da loja', 'Exportar contatos').check();
  await page.getByRole('tab', { name: 'Usuários' }).click();
  await dialog().getByText('O papel ainda não foi salvo.').waitFor();
  await dialog().getByRole('button', { name: 'Cancelar' }).click();
  expect(await box('Financeiro da loja', 'Exportar contatos').isChecked()).toBe(true);
  await page.getByRole('button', { name: /^Supervisor/ }).click();
  await dialog().getByRole('button', { name: 'Descartar' }).click();
  await page.getByText('Papel fixo, que vê os atendimentos de todas as filas.').waitFor();
  await page.getByRole('button', { name: /^Financeiro da loja/ }).click();
  expect(await box('Financeiro da loja', 'Exportar contatos').isChecked()).toBe(false);
});

test('a search finds rights; a built-in role is copied, and its name is refused when somebody has it', async () => {
  const { page } = admin;
  await page.getByLabel('Buscar direito').fill('contacts-page');
  await page.getByText('Ver o painel').waitFor({ state: 'detached' });
  await page.getByLabel('Buscar direito').fill('');
  await page.getByText('Ver o painel').waitFor();
  await page.getByRole('button', { name: /^Supervisor/ }).click();
  await page.getByRole('button', { name: 'Duplicar papel' }).click();
  expect(await page.getByLabel('Nome do papel').inputValue()).toBe('Cópia de Supervisor');
  expect(await page.getByLabel('Filas deste papel').inputValue()).toBe('all');
  const builtIn = page.getByText('Um papel do sistema tem este nome');
  await page.getByLabel('Nome do papel').fill('usuario');
  await builtIn.waitFor();
  await page.getByLabel('Nome do papel').fill('FINANCEIRO da loja');
  await builtIn.waitFor({ state: 'detached' });
  await save();
  await page.getByText('Já existe um papel com este nome.').waitFor();
  await page.getByRole('button', { name: 'Descartar' }).click();
});

test('a role without a right sees and reaches nothing: not the menu, not the page by its address, not the server', async () => {
  const { page } = admin;
  const role = await roleNamed('Financeiro da loja');
  await ask(admin, `/roles/${role.id}`, 'PUT', { rules: [] });
  const users = await ask<UserView[]>(admin, '/users/list');
  const { id } = users.find(({ name }) => name.startsWith('Bruno'))!;
  await page.goto(`${desk.server.url}/users`);
  await page.getByRole('button', { name: /^Editar Bruno/ }).click();
  await dialog().getByLabel('Papel', { exact: true }).selectOption({ label: 'Financeiro da loja' });
  for (const queue of ['Suporte', 'Vendas']) await dialog().getByLabel(queue).uncheck();
  await dialog().getByRole('button', { name: 'Salvar' }).click();
  await page.getByRole('row').filter({ hasText: 'Bruno' }).getByText('Financeiro da loja').waitFor();
  bruno = await desk.signIn('bruno', { blank: true });
  const own = bruno.page;
  await own.goto(`${desk.server.url}/tickets`);
  await own
    .getByRole('link', { name: /^Atendimentos/ })
    .first()
    .waitFor();
  for (const name of [
    'Usuários',
    'Filas',
    'Conexões',
    'Auditoria',
    'Painel',
    'Respostas rápidas',
    'Financeiro',
  ])
    expect(await own.getByRole('link', { name, exact: true }).count(), name).toBe(0);
  for (const path of ['/users', '/users/roles', '/queues', '/connections', '/audit']) {
    await own.goto(`${desk.server.url}${path}`);
    await own.waitForURL(/\/tickets/);
    await own.getByText('Acesso não permitido').waitFor();
  }
  const refused = async (path: string, method = 'GET', body?: object) =>
    own.evaluate(
      async ([address, how, what]) => {
        const token = localStorage.getItem('token');
        const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
        return (await fetch(`/api${address}`, { method: how!, headers, ...(what && { body: what }) })).status;
      },
      [path, method, body && JSON.stringify(body)] as const,
    );
  for (const path of ['/audit', '/roles', '/usage', '/dashboard', '/contacts/export', '/invoices/all'])
    expect([path, await refused(path)]).toEqual([path, 403]);
  expect(await refused(`/users/${id}`, 'PUT', { roleId: null, profile: 'admin' })).toBe(403);
  const { tickets } = await ask<{ tickets: TicketView[] }>(admin, '/tickets?status=open&showAll=true');
  const foreign = tickets.find(({ userId }) => userId !== id)!;
  await own.goto(`${desk.server.url}/tickets/${foreign.id}`);
  await own.getByText('Acesso não permitido').waitFor();
});

test('a right that comes grows the menu at once; one that goes takes the open page away', async () => {
  const { page } = bruno;
  const role = await roleNamed('Financeiro da loja');
  expect(await page.getByRole('link', { name: 'Auditoria' }).count()).toBe(0);
  await toRoles();
  await admin.page.getByRole('button', { name: /^Financeiro da loja/ }).click();
  await box('Financeiro da loja', 'Ver a auditoria').check();
  await admin.page.getByText('1 pessoa ganha: Ver a auditoria').waitFor();
  await save();
  await page.getByRole('link', { name: 'Auditoria' }).click();
  await page.waitForURL(/\/audit/);
  await ask(admin, `/roles/${role.id}`, 'PUT', { rules: [] });
  await page.waitForURL(/\/tickets/);
  await page.getByText('Seus direitos mudaram').waitFor();
  expect(await page.getByRole('link', { name: 'Auditoria' }).count()).toBe(0);
});

test.each([1440, 390])(
  'at %i axe finds nothing serious by day or by night, nothing to scroll sideways',
  async (width) => {
    const { page } = admin;
    await page.setViewportSize({ width, height: 844 });
    await toRoles();
    const name = 'Financeiro da loja';
    if (width === 390) await page.getByLabel('Papel', { exact: true }).selectOption({ label: name });
    else await page.getByRole('button', { name: new RegExp(`^${name}`) }).click();
    await box(name, 'Exportar contatos').check();
    await page.getByText('1 mudança').waitFor();
    await still(page);
    if (process.env.ROLES_SHOTS)
      await page.screenshot({ path: `${process.env.ROLES_SHOTS}/roles-${width}.png` });
    expect(await seriousByDayAndNight(page)).toEqual([]);
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
    ).toBe(0);
    await page.getByRole('button', { name: 'Descartar' }).click();
  },
);

test('a role that somebody has is replaced, and then it is gone', async () => {
  const { page } = admin;
  await page.setViewportSize({ width: 1440, height: 844 });
  await toRoles();
  await page.getByRole('button', { name: /^Financeiro da loja/ }).click();
  await page.getByRole('button', { name: 'Excluir papel' }).click();
  await dialog().getByText('1 pessoa tem este papel').waitFor();
  await dialog().getByLabel('Passam a ter').selectOption({ label: 'Supervisor' });
  await dialog().getByRole('button', { name: 'Trocar e excluir' }).click();
  await page.getByText('Papel Financeiro da loja excluído.').waitFor();
  await page.getByRole('button', { name: /^Financeiro da loja/ }).waitFor({ state: 'detached' });
  const users = await ask<UserView[]>(admin, '/users/list');
  expect(users.find(({ name }) => name.startsWith('Bruno'))).toMatchObject({ profile: 'supervisor' });
});
