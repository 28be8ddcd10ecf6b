import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { withDesk } from './desk.ts';
import type { Person } from './people.ts';
import { password } from './server.ts';

// What the specification says of the shell line by line: the bar, the drawer, the menu, what is kept in the browser.

const desk = withDesk();
let admin: Person;
let page: Page;

beforeAll(async () => {
  admin = await desk.signIn('admin', { blank: true });
  ({ page } = admin);
}, 240_000);

const railWidth = (of: Page) =>
  of.locator('.rail').evaluate((rail) => Math.round(rail.getBoundingClientRect().width));
const kept = (key: string) => page.evaluate((name) => localStorage.getItem(name), key);
const open = async (path: string, [width, height]: readonly [number, number] = [1440, 900]) => {
  await page.setViewportSize({ width, height });
  await page.goto(`${desk.server.url}${path}`);
  await page.locator('main').waitFor();
};

test('who is signed in has no login page', async () => {
  await open('/login');
  await page.getByRole('heading', { name: 'Painel', level: 1 }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/');
});

test('the bar greets, the drawer is 240 px and says the version', async () => {
  await open('/queues');
  await page.getByText('Olá, Clara Nogueira').waitFor();
  expect(await page.locator('.topbar .hello').first().textContent()).toBe('Olá, Clara Nogueira · Demo');
  await expect.poll(() => railWidth(page)).toBe(240);
  const { version } = await desk.call<{ version: string }>(admin, 'GET', '/version');
  await page.getByText(`Versão ${version}`).waitFor();
});

test('above 1200 px the drawer is open, below it is not', async () => {
  for (const [width, wide] of [
    [1201, true],
    [1200, false],
  ] as const) {
    await open('/queues', [width, 800]);
    await expect.poll(async () => (await railWidth(page)) === 240).toBe(wide);
  }
  await page.getByRole('button', { name: 'Abrir o menu' }).click();
  await expect.poll(() => railWidth(page)).toBe(240);
});

test('the menu shows where one is, also where that is below its edge', async () => {
  await open('/messages-api', [1440, 700]);
  const entry = page.locator('.rail').getByRole('link', { name: 'API', exact: true });
  await entry.waitFor();
  const hidden = () =>
    entry.evaluate((link) => {
      const edge = link.closest('.rail-all')?.getBoundingClientRect().bottom ?? 0;
      return Math.max(0, Math.round(link.getBoundingClientRect().bottom - edge));
    });
  await expect.poll(hidden).toBe(0);
});

test('help and settings are at the foot of the menu, however low the window', async () => {
  await open('/queues', [1440, 620]);
  await page.locator('.rail').getByRole('link', { name: 'Configurações' }).click({ timeout: 5_000 });
  await page.getByRole('heading', { name: 'Configurações', level: 1 }).waitFor();
  const foot = await page.locator('.rail a[href="/settings"]').boundingBox();
  expect((foot?.y ?? 0) + (foot?.height ?? 0)).toBeLessThan(620);
});

test('the browser names the page that is open: of the menu, of one thing, of none', async () => {
  const title = async () => (await page.title()).replace(/^\(\d+\) /, '');
  await open('/queues');
  await expect.poll(title).toBe('Filas · Balcão');
  await page.locator('.rail a[href="/"]').click();
  await expect.poll(title).toBe('Painel · Balcão');
  const { tickets } = await desk.call<{ tickets: { id: string; contact: { name: string } }[] }>(
    admin,
    'GET',
    '/tickets?status=open&showAll=true',
  );
  await open(`/tickets/${tickets[0]?.id}`);
  await expect.poll(title).toBe(`${tickets[0]?.contact.name} · Balcão`);
  await page.goBack();
  await expect.poll(title).toBe('Painel · Balcão');
  await open('/nowhere');
  await expect.poll(title).toBe('Página não encontrada · Balcão');
});

test('a menu that was opened stays open from ticket to ticket, and pages have theirs open again', async () => {
  await open('/tickets');
  expect(await railWidth(page)).toBeLessThan(240);
  await page.getByRole('button', { name: 'Abrir o menu' }).click();
  await expect.poll(() => railWidth(page)).toBe(240);
  await page.getByRole('tab', { name: /Fechados/ }).click();
  await page.locator('.tk-rows > li').first().click();
  await page.waitForURL(/\/tickets\/[^?]+/);
  await page.getByRole('log').waitFor();
  expect(await railWidth(page)).toBe(240);
  await page.getByRole('button', { name: 'Recolher o menu' }).click();
  await expect.poll(() => railWidth(page)).toBeLessThan(240);
  await page.locator('.rail a[href="/queues"]').click();
  await expect.poll(() => railWidth(page)).toBe(240);
});

test('below 600 px the drawer is gone: a bar at the bottom has the menu', async () => {
  await open('/queues', [600, 800]);
  expect([await page.locator('.rail').isVisible(), await page.locator('nav.bottom').isVisible()]).toEqual([
    true,
    false,
  ]);
  await page.setViewportSize({ width: 599, height: 800 });
  await expect.poll(() => page.locator('nav.bottom').isVisible()).toBe(true);
  expect(await page.locator('.rail').isVisible()).toBe(false);
  // What has no place of its own comes up when asked for, and goes again.
  await page.getByRole('button', { name: 'Mais' }).click();
  await page.getByRole('menuitem', { name: 'Usuários' }).click();
  await page.waitForURL(/\/users$/);
  await page.getByRole('menu').waitFor({ state: 'detached' });
});

/** The company's due date, as the server would tell it. */
const dueIn = async (person: Person, days: number) => {
  const date = new Date(Date.now() + days * 86_400_000);
  const dueDate = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(date);
  await person.page.route(/\/api\/auth\/me$/, async (route) => {
    const answer = await route.fetch();
    const user = (await answer.json()) as { company: object };
    await route.fulfill({ response: answer, json: { ...user, company: { ...user.company, dueDate } } });
  });
  await person.page.setViewportSize({ width: 1440, height: 900 });
  await person.page.goto(`${desk.server.url}/tickets`);
  return dueDate.split('-').reverse().join('/');
};

test('an admin sees until when the company is active, an agent does not; below five days everybody is warned', async () => {
  const shown = await dueIn(admin, 30);
  await page.getByText(`Ativo até ${shown}`).waitFor();
  expect(await page.getByText('Sua assinatura vence').count()).toBe(0);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  const bruno = await desk.signIn('bruno');
  await dueIn(bruno, 4);
  await bruno.page.getByText('Sua assinatura vence em 4 dias.').waitFor();
  expect(await bruno.page.getByText('Ativo até').count()).toBe(0);
  await bruno.page.unrouteAll({ behavior: 'ignoreErrors' });
  await bruno.context.close();
});

test('theme and volume are kept in the browser under the spec’s names', async () => {
  const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
  // Nothing chosen: what the system has.
  await page.evaluate(() => localStorage.removeItem('preferredTheme'));
  await page.emulateMedia({ colorScheme: 'dark' });
  await open('/queues');
  expect(await theme()).toBe('dark');
  // Under an open page too, until somebody chooses.
  await page.emulateMedia({ colorScheme: 'light' });
  await page.getByRole('button', { name: 'Usar tema escuro' }).waitFor();
  expect(await theme()).toBe('light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.getByRole('button', { name: 'Usar tema claro' }).click();
  expect([await theme(), await kept('preferredTheme')]).toEqual(['light', 'light']);
  await page.reload();
  expect(await theme()).toBe('light');
  await page.emulateMedia({ colorScheme: 'light' });

  await page.getByRole('button', { name: 'Volume' }).click();
  const slider = page.getByRole('slider', { name: /Volume/ });
  expect(
    await slider.evaluate((input: HTMLInputElement) => [input.min, input.max, input.step, input.value]),
  ).toEqual(['0', '1', '0.1', '1']);
  await slider.press('ArrowLeft');
  expect(await kept('volume')).toBe('0.9');
  await slider.fill('0');
  expect(await kept('volume')).toBe('0');
  await slider.fill('1');
  await page.keyboard.press('Escape');
});

test('a phone sets the volume from the account’s menu', async () => {
  await open('/queues', [390, 800]);
  await page.getByRole('button', { name: /^Conta: / }).click();
  await page.getByRole('menuitem', { name: 'Volume' }).click();
  const slider = page.getByRole('slider', { name: /Volume/ });
  await slider.fill('0.3');
  expect(await kept('volume')).toBe('0.3');
  await slider.fill('1');
  await page.keyboard.press('Escape');
  await slider.waitFor({ state: 'detached' });
});

test('the refresh button loads the page anew', async () => {
  for (const width of [1440, 390]) {
    await open('/queues', [width, 844]);
    await page.evaluate(() => Object.assign(window, { before: true }));
    // A phone's bar has no room for it: it is in the account's menu there.
    if (width === 390) await page.getByRole('button', { name: /^Conta: / }).click();
    await page.getByRole(width === 390 ? 'menuitem' : 'button', { name: 'Recarregar a página' }).click();
    await page.waitForFunction(() => !('before' in window));
    await page.getByRole('heading', { name: 'Filas' }).first().waitFor();
  }
});

test('the menu of an agent has tags, and nothing that is for admins', async () => {
  const bruno = await desk.signIn('bruno');
  const links = bruno.page.getByRole('navigation').first().getByRole('link');
  await links.first().waitFor();
  const found = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
  expect(found.toSorted()).toEqual([
    ...[
      '/chats',
      '/contacts',
      '/helps',
      '/kanban',
      '/quick-messages',
      '/schedules',
      '/tags',
      '/tickets',
      '/todolist',
    ],
  ]);
  await bruno.page.getByRole('link', { name: 'Etiquetas' }).click();
  await bruno.page.getByRole('link', { name: 'Nova etiqueta' }).waitFor();
  await bruno.page.getByRole('row').filter({ hasText: 'VIP' }).waitFor();
  // Named and coloured by everybody, deleted by admins.
  expect(await bruno.page.getByRole('button', { name: /^Excluir/ }).count()).toBe(0);
  await bruno.context.close();
});

test('a connection that goes down puts an alert into the menu, two seconds later', async () => {
  await open('/queues');
  const alert = page.locator('.rail a[href="/connections"] .dot.alert');
  const [connection] = await desk.call<{ id: string; status: string; isDefault: boolean }[]>(
    admin,
    'GET',
    '/whatsapp/?session=0&companyId=another',
  );
  expect(connection).toMatchObject({ status: 'CONNECTED', isDefault: true });
  await page.waitForTimeout(2_500);
  expect(await alert.count()).toBe(0);
  await desk.call(admin, 'DELETE', `/whatsappsession/${connection?.id}`);
  const asked = Date.now();
  await alert.waitFor({ timeout: 15_000 });
  expect(Date.now() - asked).toBeGreaterThan(1_500);
  await desk.call(admin, 'POST', `/whatsappsession/${connection?.id}`);
  await alert.waitFor({ state: 'detached', timeout: 15_000 });
});

test('a connection is saved with a word', async () => {
  await open('/connections');
  await page.getByRole('button', { name: 'Editar Loja Centro' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Salvar' }).click();
  await page.getByText('Conexão salva com sucesso!').waitFor();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
});

test('a connection’s name that is refused says why in words, and has the keyboard', async () => {
  await open('/connections');
  await page.getByRole('button', { name: 'Nova conexão' }).first().click();
  const dialog = page.getByRole('dialog');
  const name = dialog.getByLabel('Nome', { exact: true });
  for (const [typed, said] of [
    ['', 'Obrigatório'],
    ['a', 'Muito curto'],
  ] as const) {
    await name.fill(typed);
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await dialog.getByRole('alert').filter({ hasText: said }).waitFor();
    expect(await name.evaluate((field) => field === document.activeElement)).toBe(true);
  }
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await dialog.waitFor({ state: 'detached' });
});

test('what is refused from a dialog is said above it, in reach', async () => {
  await open('/connections');
  await page.getByRole('button', { name: 'Excluir Loja Centro' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Excluir' }).click();
  const toast = page.getByRole('alert').filter({ hasText: 'Deve haver pelo menos uma conexão padrão.' });
  // A press that lands on the dialog's shade instead fails here.
  await toast.getByRole('button', { name: 'Fechar' }).click({ timeout: 2_500 });
  await toast.waitFor({ state: 'detached' });
  await page.getByRole('dialog').getByRole('button', { name: 'Cancelar' }).click();
});

test('the dashboard has the spec’s periods, cards and charts by their names', async () => {
  await open('/');
  const periods = page
    .getByLabel('Por período')
    .or(page.getByLabel('Período', { exact: true }))
    .first();
  await expect
    .poll(() => periods.locator('option').allTextContents())
    .toEqual(['Nenhum', ...[3, 7, 15, 30, 60, 90].map((days) => `Últimos ${days} dias`)]);
  await expect
    .poll(() => page.locator('.metric .lab').allTextContents())
    .toEqual([
      ...['Em conversa', 'Aguardando', 'Finalizados', 'Novos contatos', 'T.M. de conversa', 'T.M. de espera'],
    ]);
  await page.getByRole('heading', { name: 'Total de conversas por usuários', exact: true }).waitFor();
  await page.getByRole('heading', { name: /^Total de conversas por (hora|dia)$/ }).waitFor();
});

test('the bell’s list is no wider than 350 px', async () => {
  for (const width of [1440, 390]) {
    await open('/tickets', [width, 800]);
    await page.getByRole('button', { name: /^Notificações/ }).click();
    const list = page.getByRole('dialog', { name: 'Notificações' });
    await list.waitFor();
    // As it is laid out: what is seen of it grows while it opens.
    expect(await list.evaluate((paper: HTMLElement) => paper.offsetWidth)).toBeLessThanOrEqual(350);
    await page.keyboard.press('Escape');
    await list.waitFor({ state: 'detached' });
  }
});

test('the keys of the desk are listed, and the palette leads to any page', async () => {
  await open('/tickets');
  await page.locator('.tk-rows > li').first().waitFor();
  await page.locator('main').focus();
  await page.keyboard.press('?');
  const list = page.getByRole('dialog', { name: 'Atalhos' });
  for (const deed of [
    'Próximo atendimento',
    'Atendimento anterior',
    'Resolver',
    'Responder',
    'Escrever observação',
    'Respostas rápidas',
  ])
    await list.getByText(deed).first().waitFor();
  await page.keyboard.press('Escape');
  await list.waitFor({ state: 'detached' });
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('combobox', { name: /Buscar ou executar/ });
  await palette.press('Control+k');
  await palette.waitFor({ state: 'detached' });
  await page.keyboard.press('Control+k');
  await palette.fill('etiquetas');
  await palette.press('Enter');
  await page.waitForURL(/\/tags$/);
});

test('a browser without notifications is no trouble', async () => {
  const context = await desk.browser.newContext({ locale: 'pt-BR' });
  await context.addInitScript(() => Reflect.deleteProperty(window, 'Notification'));
  const other = await context.newPage();
  const failures: string[] = [];
  other.on('pageerror', (error) => failures.push(String(error)));
  await other.goto(`${desk.server.url}/login`);
  await other.locator('input[type=email]').fill('bruno@demo.example');
  await other.locator('input[type=password]').fill(password);
  await other.locator('button[type=submit]').click();
  await other.getByRole('button', { name: /^Notificações/ }).click();
  await other.getByRole('dialog', { name: 'Notificações' }).waitFor();
  expect([await other.evaluate(() => 'Notification' in window), failures]).toEqual([false, []]);
  await context.close();
});

test('who is at the desk says so at once and every 300 s', async () => {
  const said: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/users/status'))
      said.push((request.postDataJSON() as { status: string }).status);
  });
  await page.clock.install();
  await open('/queues');
  await expect.poll(() => said).toEqual(['online']);
  await page.mouse.move(300, 300);
  // The page's clock goes on by itself too.
  await page.clock.runFor(270_000);
  expect(said).toEqual(['online']);
  await page.mouse.move(310, 310);
  await page.clock.runFor(31_000);
  await expect.poll(() => said).toEqual(['online', 'online']);
  // Nobody has touched anything since.
  await page.clock.runFor(330_000);
  await expect.poll(() => said.slice(2)).toContain('away');
});
