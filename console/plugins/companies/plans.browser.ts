import { beforeAll, expect, test } from 'vitest';
import type { CompanyView } from '../../../contract/company.ts';
import { withDesk } from '../../../testing/browser/desk.ts';
import { look, serious } from '../../../testing/browser/inspect.ts';
import type { Person } from '../../../testing/browser/people.ts';
import type { Plan } from './plans-data.ts';

const desk = withDesk();
let root: Person;
const ids: Record<string, string> = {};
const make = async (name: string, values: object) => {
  ids[name] = (await desk.call<Plan>(root, 'POST', '/plans', { name, ...values })).id;
};
const stored = (name: string) => desk.call<Plan>(root, 'GET', `/plans/${ids[name]}`);
const all = () => desk.call<Plan[]>(root, 'GET', '/plans/all');
const open = (path = '') => root.page.goto(`${desk.server.url}/settings/plans${path}`);
const rowOf = (name: string) =>
  root.page.getByRole('row').filter({ has: root.page.getByRole('rowheader', { name, exact: true }) });
const cells = async (name: string) =>
  (await rowOf(name).getByRole('cell').allTextContents()).map((one) => one.replace(/\s/g, ' '));
const form = (name: string) => root.page.getByRole('form', { name });

beforeAll(async () => {
  root = await desk.signIn('admin@localhost', { blank: true });
  await make('Ilimitado', { users: 50, connections: 20, queues: 40, value: 1899 });
  await make('Básico', { users: 3, connections: 1, queues: 3, value: 99, useKanban: false });
  await make('Da casa', { users: 1, value: 349.9, useInternal: false });
  const { id } = await desk.call<CompanyView>(root, 'POST', '/companies', {
    ...{
      name: 'Casa Lume',
      email: 'oi@lume.example',
      planId: ids.Ilimitado,
      password: 'girassol amarelo 73',
    },
  });
  expect(id).toBeTruthy();
  await open();
}, 240_000);

test('plans stand side by side, the cheapest first, with prices as money, marks, and how many have them', async () => {
  const { page } = root;
  await rowOf('Usuários').waitFor();
  const names = (await page.getByRole('columnheader').allTextContents()).slice(1);
  expect(names.filter((name) => name in ids)).toEqual(['Básico', 'Da casa', 'Ilimitado']);
  const at = (name: string) => names.indexOf(name);
  const value = await cells('Valor por mês');
  expect([value[at('Básico')], value[at('Da casa')], value[at('Ilimitado')]]).toEqual([
    'R$ 99,00',
    'R$ 349,90',
    'R$ 1.899,00',
  ]);
  expect((await cells('Usuários'))[at('Ilimitado')]).toBe('50');
  await expect.poll(async () => (await cells('Empresas neste plano'))[at('Ilimitado')]).toBe('1');
  const kanban = rowOf('Kanban').getByRole('cell');
  expect(await kanban.nth(at('Básico')).getByRole('img', { name: 'Não' }).count()).toBe(1);
  expect(await kanban.nth(at('Ilimitado')).getByRole('img', { name: 'Sim' }).count()).toBe(1);
  await page
    .getByRole('columnheader', { name: 'Da casa' })
    .getByRole('img', { name: 'Plano interno' })
    .waitFor();
});

test('a plan is made of the form once: its price typed as a machine does, refused where a field or the name is wrong', async () => {
  const { page } = root;
  await page.getByRole('button', { name: 'Novo plano' }).click();
  const made = form('Novo plano');
  for (const name of ['Nome', 'Usuários', 'Conexões', 'Filas', 'Valor'])
    await made.getByRole('textbox', { name }).waitFor();
  expect(await made.getByRole('checkbox').count()).toBe(8);
  await made.getByRole('button', { name: 'Salvar' }).click();
  await made.getByText('Obrigatório').first().waitFor();
  await made.getByRole('textbox', { name: 'Nome' }).fill('básico');
  await made.getByRole('textbox', { name: 'Usuários' }).fill('cinco');
  await made.getByRole('button', { name: 'Salvar' }).click();
  await expect
    .poll(() => made.getByRole('textbox', { name: 'Usuários' }).getAttribute('aria-invalid'))
    .toBe('true');
  await made.getByRole('textbox', { name: 'Usuários' }).fill('5');
  await made.getByRole('textbox', { name: 'Valor' }).pressSequentially('129990');
  expect(await made.getByRole('textbox', { name: 'Valor' }).inputValue()).toBe('1.299,90');
  await made.getByRole('button', { name: 'Salvar' }).click();
  await page.getByText('Verifique se já existe um plano com o mesmo nome').waitFor();
  expect(await made.getByRole('textbox', { name: 'Nome' }).getAttribute('aria-invalid')).toBe('true');
  await made.getByRole('textbox', { name: 'Nome' }).fill('Profissional');
  await made.getByRole('button', { name: 'Salvar' }).dblclick();
  await page.getByText('Operação realizada com sucesso!').first().waitFor();
  const plans = (await all()).filter(({ name }) => name === 'Profissional');
  expect(plans).toHaveLength(1);
  expect(plans[0]).toMatchObject({
    users: 5,
    connections: 0,
    queues: 0,
    value: 1299.9,
    useKanban: true,
    useInternal: true,
  });
  await page.getByRole('columnheader', { name: 'Profissional' }).waitFor();
});

test('what a plan that shrinks means for who has it is said before it is saved', async () => {
  const { page } = root;
  const company = (await desk.call<CompanyView[]>(root, 'GET', '/companies/list')).find(
    ({ name }) => name === 'Casa Lume',
  );
  await page.route('**/api/plans/*/use', (route) =>
    route.fulfill({
      json: [{ id: company?.id, name: 'Casa Lume', users: 9, connections: 0, queues: 0 }],
    }),
  );
  await page.getByRole('button', { name: 'Editar Ilimitado' }).click();
  const edited = form('Plano Ilimitado');
  await edited.getByRole('textbox', { name: 'Usuários' }).fill('8');
  await edited.getByText('Casa Lume tem 9 usuários e passa do novo limite. Nada sai').waitFor();
  await edited.getByRole('textbox', { name: 'Usuários' }).fill('9');
  await edited.getByText('passa do novo limite').waitFor({ state: 'detached' });
  await edited.getByRole('checkbox', { name: 'Kanban' }).uncheck();
  await edited.getByText('1 empresa perde agora: Kanban.').waitFor();
  // A colleague changes another field meanwhile.
  await desk.call(root, 'PUT', `/plans/${ids.Ilimitado}`, { queues: 41 });
  await edited.getByRole('button', { name: 'Salvar' }).click();
  await edited.waitFor({ state: 'detached' });
  await page.unroute('**/api/plans/*/use');
  expect(await stored('Ilimitado')).toMatchObject({ users: 9, useKanban: false, queues: 41, value: 1899 });
});

test('a plan that a company has is not deleted, and why is said; one that nobody has is, after a question', async () => {
  const { page } = root;
  await page.getByRole('button', { name: 'Excluir Ilimitado' }).click();
  await page.getByText('O plano Ilimitado tem 1 empresa. Dê a ela outro plano antes de excluí-lo.').waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
  // Nobody has it while the question stands; by the answer somebody does.
  await page.getByRole('button', { name: 'Excluir Básico' }).click();
  const question = page.getByRole('dialog', { name: 'Deseja realmente excluir esse registro?' });
  await question.waitFor();
  const company = (await desk.call<CompanyView[]>(root, 'GET', '/companies/list')).find(
    ({ name }) => name === 'Casa Lume',
  );
  await page.route('**/api/plans/use', (route) => route.fulfill({ json: [] }));
  await desk.call(root, 'PUT', `/companies/${company?.id}`, { planId: ids.Básico });
  await question.getByRole('button', { name: 'Excluir' }).click();
  await page.getByText('Este plano está em uso por empresas').waitFor();
  expect((await stored('Básico')).name).toBe('Básico');
  await page.unroute('**/api/plans/use');
  await question.getByRole('button', { name: 'Cancelar' }).click();
  await page.getByRole('button', { name: 'Excluir Da casa' }).click();
  await question.getByRole('button', { name: 'Excluir' }).click();
  await page.getByRole('columnheader', { name: 'Da casa' }).waitFor({ state: 'detached' });
  // Another line asks: what it reads may be a moment older.
  await expect.poll(async () => (await all()).map(({ name }) => name)).not.toContain('Da casa');
});

test('another super user sees it come, and whose plan is deleted meanwhile is told; without a network what was typed stays', async () => {
  const { page } = root;
  await make('Passageiro', { value: 10 });
  await page.getByRole('button', { name: 'Editar Passageiro' }).click();
  await form('Plano Passageiro').getByRole('textbox', { name: 'Filas' }).fill('7');
  await page.route('**/api/plans/*', (route) => route.abort());
  await form('Plano Passageiro').getByRole('button', { name: 'Salvar' }).click();
  await page
    .getByRole('region')
    .getByText(/conex|rede|servidor/i)
    .first()
    .waitFor();
  expect(await form('Plano Passageiro').getByRole('textbox', { name: 'Filas' }).inputValue()).toBe('7');
  await page.unroute('**/api/plans/*');
  await desk.call(root, 'DELETE', `/plans/${ids.Passageiro}`);
  await page.getByText('Este plano não existe mais').waitFor();
  await page.locator('.pl-split').getByRole('button', { name: 'Fechar' }).click();
  expect(page.url()).not.toContain('plan=');
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
    for (const [name, address] of [
      ['plans', ''],
      ['plan', `?plan=${ids.Ilimitado}`],
    ] as const) {
      await person.page.goto(`${desk.server.url}/settings/plans${address}`);
      await person.page.locator(address ? '.pl-form' : '.pl-table').waitFor();
      if (process.env.SHOTS)
        await person.page.screenshot({ path: `${process.env.SHOTS}/${name}-${width}.${theme}.png` });
      expect(await look(person.page)).toEqual({ keys: [], sideways: 0 });
      expect(await serious(person.page)).toEqual([]);
    }
    expect(person.complaints).toEqual([]);
    await person.context.close();
  },
);
