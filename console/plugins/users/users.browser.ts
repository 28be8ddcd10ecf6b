import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import type { TicketView } from '../../../contract/ticket.ts';
import type { UserView } from '../../../contract/user.ts';
import { withDesk } from '../../../testing/browser/desk.ts';
import { seriousByDayAndNight } from '../../../testing/browser/inspect.ts';
import type { Person } from '../../../testing/browser/people.ts';
import { password } from '../../../testing/browser/server.ts';

const desk = withDesk();
let admin: Person;
let eva: Person;

beforeAll(async () => {
  admin = await desk.signIn('admin', { blank: true });
}, 240_000);

const ask = <T>(who: Person, path: string, method = 'GET', body?: object) =>
  desk.call<T>(who, method, path, body);
const userNamed = async (name: string): Promise<UserView> => {
  const all = await ask<UserView[]>(admin, '/users/list');
  const found = all.find((user) => user.name === name);
  if (!found) throw new Error(`no user ${name}: ${all.map((user) => user.name).join(', ')}`);
  return found;
};
const row = (name: string) => admin.page.getByRole('row').filter({ hasText: name });
const dialog = ({ page }: Person) => page.getByRole('dialog');
const save = (who: Person) => dialog(who).getByRole('button', { name: 'Salvar' }).click();
const onList = ({ page }: Person) => page.waitForURL(/\/tickets/);
const refusal = ({ page }: Person) => page.getByText('Acesso não permitido');
const openProfile = async ({ page }: Person) => {
  await page.getByRole('button', { name: /^Conta/ }).click();
  await page.getByRole('menuitem', { name: 'Perfil' }).click();
  await page.getByRole('dialog', { name: 'Meu perfil' }).waitFor();
};

test('what is wrong is said at its field, by the form and by the server, and what was typed stays', async () => {
  const { page } = admin;
  await page.goto(`${desk.server.url}/users`);
  await row('bruno@demo.example').waitFor();
  await page.getByRole('button', { name: 'Novo usuário' }).click();
  // Without a password whoever is added is invited.
  const [name, email, secret] = [/^Nome$/, /^E-mail$/, /^Senha/].map((label) =>
    dialog(admin).getByLabel(label),
  ) as [ReturnType<Page['locator']>, ReturnType<Page['locator']>, ReturnType<Page['locator']>];
  await name.fill('E');
  await email.fill('eva');
  await secret.fill('1234');
  await save(admin);
  for (const [field, text] of [
    [name, 'Muito curto'],
    [email, 'E-mail inválido'],
    [secret, 'Muito curto'],
  ] as const) {
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    const described = await field.getAttribute('aria-describedby');
    expect(await page.locator(`[id="${described}"]`).textContent()).toBe(text);
  }
  expect(await name.evaluate((field) => field === document.activeElement)).toBe(true);
  await name.fill('Eva Moreira');
  await email.fill('ana@demo.example');
  await secret.fill(password);
  await save(admin);
  await dialog(admin).getByText('Este e-mail já é de outro usuário.').waitFor();
  expect(await name.inputValue()).toBe('Eva Moreira');
  expect(await email.evaluate((field) => field === document.activeElement)).toBe(true);
  await email.fill('eva@demo.example');
  await dialog(admin).getByLabel('Suporte').check();
  await save(admin);
  await page.getByText('Usuário salvo com sucesso.').waitFor();
  await row('Eva Moreira').getByText('Suporte').waitFor();
  await page.getByText('4 de 4 usuários').waitFor();
});

test('profile, queue and state restrict the list, and the address keeps them', async () => {
  const { page } = admin;
  const choose = async (filter: RegExp, option: string) => {
    await page.locator('.us-filters').getByRole('button', { name: filter }).click();
    await page.getByRole('menuitem', { name: option, exact: true }).click();
  };
  await page.getByText('3 lugares do plano ocupados, sem limite').waitFor();
  await choose(/^Papel/, 'Administrador');
  await page.getByText('1 de 1 usuário').waitFor();
  await choose(/^Papel/, 'Todos');
  await choose(/^Fila/, 'Suporte');
  await row('Eva Moreira').waitFor();
  await row('bruno@demo.example').waitFor({ state: 'detached' });
  await choose(/^Estado/, 'Convidado');
  await page.reload();
  await page.getByText('Nenhum usuário encontrado').waitFor();
  await choose(/^Estado/, 'Ativo');
  await row('Eva Moreira').getByText('Nenhum recente').waitFor();
  await choose(/^Fila/, 'Todas');
  await choose(/^Estado/, 'Todos');
  await row('admin@demo.example')
    .getByText(/agora|há \d+ min/)
    .waitFor();
});

test('the new user signs in; the queues an admin gives and takes change their list at once', async () => {
  eva = await desk.signIn('eva');
  const { page } = eva;
  const wanted = await userNamed('Eva Moreira');
  const pending = async (queue: string) =>
    (await ask<{ tickets: TicketView[] }>(admin, '/tickets?status=pending&showAll=true')).tickets.find(
      (ticket) => ticket.queue?.name === queue,
    )!.contact.name;
  const [support, sales] = [await pending('Suporte'), await pending('Vendas')];
  await page.getByRole('tab', { name: /Aguardando/ }).click();
  await page.getByText(support).first().waitFor();
  expect(await page.getByText(sales).count()).toBe(0);
  await admin.page.getByRole('button', { name: 'Editar Eva Moreira' }).click();
  await dialog(admin).getByLabel('Suporte').uncheck();
  await dialog(admin).getByLabel('Vendas').check();
  await save(admin);
  await page.getByText(sales).first().waitFor({ timeout: 5_000 });
  await expect.poll(() => page.getByText(support).count()).toBe(0);
  expect((await userNamed('Eva Moreira')).position).toBeGreaterThan(wanted.position);
});

test('a page for admins is refused in words, and leads to the tickets', async () => {
  for (const path of ['/users', '/queues', '/connections']) {
    await eva.page.goto(`${desk.server.url}${path}`);
    await onList(eva);
    await refusal(eva).waitFor();
  }
  await refusal(eva).waitFor({ state: 'detached', timeout: 10_000 });
  expect(await eva.page.getByRole('link', { name: 'Usuários' }).count()).toBe(0);
});

test('a ticket of a foreign queue is refused in words; a supervisor opens it', async () => {
  const { tickets } = await ask<{ tickets: TicketView[] }>(admin, '/tickets?status=open&showAll=true');
  const foreign = tickets.find((ticket) => ticket.queue?.name === 'Suporte')!;
  await eva.page.goto(`${desk.server.url}/tickets/${foreign.id}`);
  await refusal(eva).waitFor();
  await eva.page.waitForURL(/\/tickets(\?|$)/);
  await ask(admin, `/users/${(await userNamed('Eva Moreira')).id}`, 'PUT', { profile: 'supervisor' });
  await eva.page.goto(`${desk.server.url}/tickets/${foreign.id}`);
  await eva.page.getByRole('log').waitFor();
  expect(eva.page.url()).toContain(foreign.id);
});

test('who becomes an admin finds the menu grown without a reload; who ceases to be one on an admin’s page leaves it', async () => {
  const { id } = await userNamed('Eva Moreira');
  await eva.page.goto(`${desk.server.url}/tickets`);
  await eva.page
    .getByRole('link', { name: /^Atendimentos/ })
    .first()
    .waitFor();
  await ask(admin, `/users/${id}`, 'PUT', { profile: 'admin' });
  await eva.page.getByRole('link', { name: 'Usuários' }).click();
  await eva.page.getByText('bruno@demo.example').waitFor();
  await ask(admin, `/users/${id}`, 'PUT', { profile: 'user' });
  await onList(eva);
  await eva.page.getByText('Seus direitos mudaram').waitFor();
});

test('one’s own profile: name and password, nothing that only admins change; the session goes on', async () => {
  const { page } = eva;
  await openProfile(eva);
  for (const label of ['Papel', 'Conexão padrão', 'Suporte', 'Ver atendimentos sem fila'])
    expect(await dialog(eva).getByLabel(label, { exact: true }).count(), label).toBe(0);
  await dialog(eva).getByLabel('Nome').fill('Eva M. Prado');
  const secret = dialog(eva).getByLabel('Nova senha');
  await secret.fill('tucano só meu 1');
  expect(await secret.getAttribute('type')).toBe('password');
  await dialog(eva).getByRole('button', { name: 'Mostrar a senha' }).click();
  expect(await secret.getAttribute('type')).toBe('text');
  const present = dialog(eva).getByLabel('Senha atual');
  await present.fill('outra coisa');
  await save(eva);
  await dialog(eva).getByText('A senha atual não confere.').waitFor();
  expect(await secret.inputValue()).toBe('tucano só meu 1');
  await present.fill(password);
  await save(eva);
  await page.getByText('Usuário salvo com sucesso.').waitFor();
  await page.getByText('Olá, Eva M. Prado').waitFor();
  // The admin's list follows without a reload.
  await row('Eva M. Prado').waitFor({ timeout: 5_000 });
  await page.reload();
  await page.getByText('Olá, Eva M. Prado').waitFor();
  expect((await ask<UserView>(eva, '/auth/me')).name).toBe('Eva M. Prado');
});

test('a password set by an admin forces the session out, in words, and the new one opens again', async () => {
  const { page } = eva;
  await admin.page.getByRole('button', { name: 'Editar Eva M. Prado' }).click();
  await dialog(admin).getByLabel('Nova senha').fill(password);
  await save(admin);
  await page.waitForURL(/\/login/, { timeout: 10_000 });
  await page.getByText('Sua senha foi alterada. Entre de novo.').waitFor();
  await page.locator('input[type=email]').fill('eva@demo.example');
  await page.locator('input[type=password]').fill(password);
  await page.locator('button[type=submit]').click();
  await onList(eva);
});

test('the last admin stays one: the form says why, and keeps what was chosen', async () => {
  await admin.page.getByRole('button', { name: 'Editar Clara Nogueira' }).click();
  const profile = dialog(admin).getByLabel('Papel', { exact: true });
  await profile.selectOption('user');
  await save(admin);
  await dialog(admin)
    .getByText('A empresa precisa de pelo menos um administrador. Promova outra pessoa antes.')
    .waitFor();
  expect(await profile.inputValue()).toBe('user');
  await dialog(admin).getByRole('button', { name: 'Cancelar' }).click();
  expect(await admin.page.getByRole('button', { name: 'Excluir Clara Nogueira' }).count()).toBe(0);
});

test('who is deleted is out at once, and their open ticket waits in its queue again', async () => {
  const { page } = eva;
  await page.getByRole('tab', { name: /Aguardando/ }).click();
  await page
    .getByRole('button', { name: /^Aceitar: / })
    .first()
    .click();
  await page.getByPlaceholder('Escreva uma mensagem').waitFor();
  const ticketId = page.url().split('/').at(-1)!.split('?')[0]!;
  await admin.page.getByRole('button', { name: 'Excluir Eva M. Prado' }).click();
  await dialog(admin).getByText('Deseja realmente excluir esse registro?').waitFor();
  await dialog(admin).getByRole('button', { name: 'Excluir' }).click();
  await page.waitForURL(/\/login/, { timeout: 10_000 });
  await admin.page.getByText('3 de 3 usuários').waitFor();
  await expect
    .poll(
      async () => {
        const { status, userId, queue } = await ask<TicketView>(admin, `/tickets/${ticketId}`);
        return [status, userId, queue?.name];
      },
      { timeout: 15_000 },
    )
    .toEqual(['pending', null, 'Vendas']);
});

test.each([1440, 390])(
  'list and dialog at %i: axe finds nothing serious by day or by night, nothing to scroll sideways',
  async (width) => {
    const { page } = admin;
    await page.setViewportSize({ width, height: 844 });
    await page.goto(`${desk.server.url}/users`);
    await page.getByText('bruno@demo.example').waitFor();
    const sideways = () =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect([await seriousByDayAndNight(page), await sideways()]).toEqual([[], 0]);
    await page.getByRole('button', { name: 'Editar Bruno' }).click();
    await dialog(admin).getByLabel('Vendas').waitFor();
    expect([await seriousByDayAndNight(page), await sideways()]).toEqual([[], 0]);
  },
);

test.each([
  ['en', 'Users', 'New user', 'Too Short!'],
  ['es', 'Usuarios', 'Nuevo usuario', 'Demasiado corto'],
] as const)('in %s too', async (locale, title, add, short) => {
  // The one session of this user: the tests above are done with theirs.
  const one = await desk.signIn('admin', { locale, blank: true });
  const { page } = one;
  await page.goto(`${desk.server.url}/users`);
  await page.getByRole('heading', { name: title }).first().waitFor();
  await page.getByRole('button', { name: add }).click();
  await dialog(one).locator('input').first().fill('X');
  await dialog(one).locator('button[type=submit]').click();
  await dialog(one).getByText(short).first().waitFor();
  expect(await page.locator('body').textContent()).not.toMatch(/users\.[a-z]/i);
});
