import { beforeAll, expect, test } from 'vitest';
import type { CompanyView } from '../../../contract/company.ts';
import { withDesk } from '../../../testing/browser/desk.ts';
import { look, serious } from '../../../testing/browser/inspect.ts';
import type { Person } from '../../../testing/browser/people.ts';

const desk = withDesk();
let root: Person;
let planId = '';
const dayMs = 86_400_000;
const inDays = (days: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(Date.now() + days * dayMs);
const written = (day: string) => day.split('-').reverse().join('/');

const company = (name: string, days: number | null, more: object = {}) =>
  desk.call<CompanyView>(root, 'POST', '/companies', {
    name,
    email: `${name.toLowerCase().replace(/[^a-z]/g, '')}@empresas.example`,
    phone: '11955500310',
    planId,
    dueDate: days === null ? null : inDays(days),
    password: 'girassol amarelo 73',
    ...more,
  });
const stored = (id: string) => desk.call<CompanyView>(root, 'GET', `/companies/${id}`);
const rowOf = ({ page }: Person, name: string) => page.getByRole('row').filter({ hasText: name });

beforeAll(async () => {
  root = await desk.signIn('admin@localhost', { blank: true });
  const plan = await desk.call<{ id: string }>(root, 'POST', '/plans', {
    ...{ name: 'Profissional', users: 5, connections: 2, queues: 5, value: 349.9 },
  });
  planId = plan.id;
  for (const [name, days] of [
    ['Ótica Girassol', -5],
    ['Auto Peças Trevo', -1],
    ['Móveis Araucária', 6],
    ['Casa Lume', 30],
  ] as const)
    await company(name, days);
  await company('Padaria Sol', null, { status: false });
  await company('Estúdio Flora', 7, { status: 't' });
  await root.page.goto(`${desk.server.url}/settings/companies`);
}, 240_000);

test('rows are coloured by due date, those that press first, and what is due is summed up', async () => {
  const { page } = root;
  await rowOf(root, 'Casa Lume').waitFor();
  const urgencies = await page
    .locator('tbody tr')
    .evaluateAll((rows) =>
      rows.map((row) => [
        row.querySelector('td')?.firstChild?.textContent,
        row.dataset.urgency,
        getComputedStyle(row.querySelector('td')!).backgroundColor,
      ]),
    );
  const ours = urgencies.filter(([name]) => /Girassol|Trevo|Araucária|Lume|Padaria/.test(name ?? ''));
  expect(ours.map(([name, urgency]) => [name, urgency])).toEqual([
    ['Ótica Girassol', 'late'],
    ['Auto Peças Trevo', 'near'],
    ['Móveis Araucária', 'soon'],
    ['Casa Lume', 'fine'],
    ['Padaria Sol', 'endless'],
  ]);
  const [late, near, soon, ...others] = ours.map(([, , colour]) => colour);
  // Three colours for those that press; the others have none.
  expect([new Set([late, near, soon, others[0]]).size, new Set(others).size]).toEqual([4, 1]);
  await rowOf(root, 'Girassol').getByText('Vencida há 5 dias').waitFor();
  await rowOf(root, 'Trevo').getByText('Venceu ontem').waitFor();
  await rowOf(root, 'Estúdio Flora').getByText('Teste acaba em 7 dias').waitFor();
  await page.getByText('R$ 699,80 a receber em 7 dias, de 2 empresas').waitFor();
  await page.getByRole('button', { name: /^Situação/ }).click();
  await page.getByRole('menuitem', { name: 'Vencidas' }).click();
  await rowOf(root, 'Casa Lume').waitFor({ state: 'detached' });
  expect(page.url()).toContain('state=late');
  await page.getByRole('button', { name: /^Situação/ }).click();
  await page.getByRole('menuitem', { name: 'Todas' }).click();
  await rowOf(root, 'Casa Lume').waitFor();
});

test('+ Vencimento moves the date by a month once, however often it is pressed, and another super user sees it', async () => {
  const other = await desk.signIn('admin@localhost', { blank: true });
  await other.page.goto(`${desk.server.url}/settings/companies`);
  await rowOf(other, 'Casa Lume').waitFor();
  // A new login ended the first one's session.
  root = other;
  const made = await company('Pet Quintal', 20);
  await rowOf(root, 'Pet Quintal').waitFor();
  const button = root.page.getByRole('button', { name: '+ Vencimento: Pet Quintal' });
  await button.dblclick();
  await root.page.getByText('Operação realizada com sucesso!').first().waitFor();
  const { dueDate } = await stored(made.id);
  expect(dueDate?.slice(8)).toBe(inDays(20).slice(8));
  expect(Date.parse(dueDate ?? '') - Date.parse(inDays(20))).toBeLessThan(32 * dayMs);
  await rowOf(root, 'Pet Quintal')
    .getByText(written(dueDate ?? ''))
    .waitFor();
});

test('the form changes what was changed, refuses a name that another has, and asks before switching off', async () => {
  const { page } = root;
  const made = await company('Clínica Bem-te-vi', 40);
  await page.getByRole('button', { name: 'Editar Clínica Bem-te-vi' }).click();
  const dialog = page.getByRole('dialog', { name: 'Editar Clínica Bem-te-vi' });
  for (const [role, name] of [
    ...(['Nome', 'E-mail', 'Telefone', 'Vencimento'] as const).map((one) => ['textbox', one] as const),
    ...(['Plano', 'Status', 'Campanhas', 'Recorrência'] as const).map((one) => ['combobox', one] as const),
  ])
    await dialog.getByRole(role, { name }).waitFor();
  await dialog.getByRole('textbox', { name: 'Nome' }).fill('casa lume');
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await page.getByText('Verifique se já existe uma empresa com o mesmo nome').waitFor();
  expect(await dialog.getByRole('textbox', { name: 'Nome' }).getAttribute('aria-invalid')).toBe('true');
  await dialog.getByRole('textbox', { name: 'Nome' }).fill('Clínica Sabiá');
  await dialog.getByRole('textbox', { name: 'Telefone' }).fill('31955500402');
  await dialog.getByText('Dados de cobrança').click();
  await dialog.getByRole('textbox', { name: 'Cidade' }).fill('Belo Horizonte');
  await dialog.getByText('Horários').click();
  await dialog.getByRole('textbox', { name: 'Sábado: Fecha' }).fill('13:30');
  await desk.call(root, 'PUT', `/companies/${made.id}`, { campaignsEnabled: false });
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await stored(made.id)).toMatchObject({
    name: 'Clínica Sabiá',
    phone: '31955500402',
    campaignsEnabled: false,
    status: true,
    billing: { city: 'Belo Horizonte', address: '' },
  });
  expect((await stored(made.id)).schedules[5]).toMatchObject({ startTime: '08:00', endTime: '13:30' });
  await page.getByRole('button', { name: 'Editar Clínica Sabiá' }).click();
  await page.getByRole('combobox', { name: 'Status' }).selectOption('off');
  await page.getByRole('button', { name: 'Salvar' }).click();
  const question = page.getByRole('dialog', { name: 'Desativar Clínica Sabiá?' });
  await question.waitFor();
  expect((await stored(made.id)).status).toBe(true);
  await question.getByRole('button', { name: 'Desativar' }).click();
  await expect.poll(async () => (await stored(made.id)).status).toBe(false);
  await rowOf(root, 'Clínica Sabiá').getByText('Inativa').waitFor();
});

test('one that is deleted leaves the list, and is restored from those that were', async () => {
  const { page } = root;
  await company('Escola Ponto', 50);
  await page.getByRole('button', { name: 'Excluir Escola Ponto' }).click();
  const question = page.getByRole('dialog', { name: 'Deseja realmente excluir esse registro?' });
  const deed = question.getByRole('button', { name: 'Excluir' });
  expect(await deed.isDisabled()).toBe(true);
  await question.getByRole('textbox').fill('Escola Ponto');
  await deed.click();
  await rowOf(root, 'Escola Ponto').waitFor({ state: 'detached' });
  await page.goto(`${desk.server.url}/settings/companies?state=deleted`);
  await rowOf(root, 'Escola Ponto').getByText('Pode voltar até').waitFor();
  // It is not marked as one that works.
  await rowOf(root, 'Escola Ponto').locator('.status.c-none', { hasText: 'Excluída' }).waitFor();
  await page.getByRole('button', { name: 'Restaurar Escola Ponto' }).click();
  await rowOf(root, 'Escola Ponto').waitFor({ state: 'detached' });
  await page.goto(`${desk.server.url}/settings/companies?search=escola`);
  await rowOf(root, 'Escola Ponto').getByText('Ativa', { exact: true }).waitFor();
});

test('a new company comes of the form with its admin, who signs in', async () => {
  const { page } = root;
  await page.goto(`${desk.server.url}/settings/new`);
  await page.getByRole('textbox', { name: 'Nome', exact: true }).fill('Livraria Maré Alta');
  await page.getByRole('textbox', { name: 'E-mail' }).fill('contato@marealta');
  await page.getByRole('button', { name: 'Cadastrar empresa' }).click();
  await page.getByText('E-mail inválido').waitFor();
  const email = page.getByRole('textbox', { name: 'E-mail' });
  await expect.poll(() => email.evaluate((field) => field === document.activeElement)).toBe(true);
  await page.getByRole('textbox', { name: 'E-mail' }).fill('contato@marealta.example');
  await page.getByRole('textbox', { name: 'Telefone' }).fill('48955500620');
  await page.getByRole('combobox', { name: 'Plano' }).selectOption({ label: 'Profissional · R$ 349,90' });
  expect(
    await page.getByRole('combobox', { name: 'Recorrência' }).getByRole('option').allTextContents(),
  ).toEqual(['Mensal']);
  await page.getByText('contato@marealta.example recebe o convite').waitFor();
  await page.getByText(/A primeira fatura, de R\$\s349,90, sai em/).waitFor();
  await page.getByRole('textbox', { name: /^Senha/ }).fill('girassol amarelo 73');
  await page.getByText('entra com a senha que você escolheu').waitFor();
  await page.getByRole('button', { name: 'Cadastrar empresa' }).dblclick();
  await page.getByText('Operação realizada com sucesso!').first().waitFor();
  const { companies } = await desk.call<{ companies: CompanyView[] }>(
    root,
    'GET',
    '/companies?searchParam=livraria',
  );
  expect(companies).toHaveLength(1);
  expect(companies[0]).toMatchObject({ phone: '48955500620', recurrence: 'MENSAL', status: true });
  const login = await fetch(`${desk.server.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'contato@marealta.example', password: 'girassol amarelo 73' }),
  });
  expect(login.status).toBe(200);
});

test('nobody but a super user sees the tabs; their address leads home', async () => {
  const admin = await desk.signIn('admin', { blank: true });
  for (const tab of ['companies', 'new', 'plans', 'helps']) {
    await admin.page.goto(`${desk.server.url}/settings/${tab}`);
    await admin.page.getByText('Sem permissão para acessar!').waitFor();
    await admin.page.waitForURL((url) => url.pathname === '/');
  }
  await admin.page.goto(`${desk.server.url}/settings`);
  await admin.page.getByRole('heading', { name: 'Configurações' }).waitFor();
  await admin.page.getByRole('tab', { name: 'Opções' }).waitFor();
  const tabs = await admin.page.getByRole('tab').allTextContents();
  for (const name of ['Empresas', 'Cadastrar empresa', 'Planos', 'Ajuda', 'Logo'])
    expect(tabs).not.toContain(name);
  await admin.context.close();
});

test.each([
  ['pt', 'light', 390],
  ['en', 'dark', 390],
  ['es', 'dark', 1440],
  ['pt', 'light', 1440],
] as const)(
  'in %s and %s at %i pixels all is said, nothing is cut off, and axe is content',
  async (locale, theme, width) => {
    const person = await desk.signIn('admin@localhost', { width, height: 900, locale, theme, blank: true });
    for (const tab of ['companies', 'new']) {
      await person.page.goto(`${desk.server.url}/settings/${tab}`);
      await person.page.locator(tab === 'new' ? '.split' : '.co-table').waitFor();
      if (process.env.SHOTS)
        await person.page.screenshot({ path: `${process.env.SHOTS}/${tab}-${width}.${theme}.png` });
      expect(await look(person.page)).toEqual({ keys: [], sideways: 0 });
      expect(await serious(person.page)).toEqual([]);
    }
    await person.page.goto(`${desk.server.url}/settings/companies?search=lume`);
    await rowOf(person, 'Casa Lume')
      .getByRole('button', { name: /Casa Lume$/ })
      .and(person.page.locator('.MuiIconButton-root'))
      .first()
      .click();
    const dialog = person.page.getByRole('dialog');
    for (const more of await dialog.locator('summary').all()) await more.click();
    await dialog.locator('.ho-table').scrollIntoViewIfNeeded();
    if (process.env.SHOTS)
      await person.page.screenshot({ path: `${process.env.SHOTS}/company-${width}.${theme}.png` });
    expect(await look(person.page)).toEqual({ keys: [], sideways: 0 });
    expect(await serious(person.page, '[role=dialog]')).toEqual([]);
    expect(person.complaints).toEqual([]);
    await person.context.close();
  },
);
