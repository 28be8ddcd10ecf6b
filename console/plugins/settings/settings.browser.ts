import { beforeAll, expect, test } from 'vitest';
import { withDesk } from '../../../testing/browser/desk.ts';
import { look, serious } from '../../../testing/browser/inspect.ts';
import type { Person } from '../../../testing/browser/people.ts';

const desk = withDesk();
let admin: Person;
type Setting = { readonly key: string; readonly value: string };
const stored = async (key: string) =>
  (await desk.call<Setting[]>(admin, 'GET', '/settings')).find((one) => one.key === key)?.value;

beforeAll(async () => {
  admin = await desk.signIn('admin', { blank: true });
  await admin.page.goto(`${desk.server.url}/settings`);
}, 240_000);

test('a choice is saved at once and said; one made elsewhere comes by itself', async () => {
  const { page } = admin;
  await page.getByRole('combobox', { name: 'Avaliações' }).selectOption('enabled');
  await page.getByText('Operação atualizada com sucesso.').waitFor();
  expect(await stored('userRating')).toBe('enabled');
  await desk.call(admin, 'PUT', '/settings/autoCloseHours', { value: '5' });
  const close = page.getByRole('combobox', { name: 'Fechar sozinho' });
  await expect.poll(() => close.inputValue()).toBe('5');
  const greeting = page.getByRole('textbox', { name: 'Texto da saudação' });
  await greeting.fill('Oi, {{firstName}}!');
  await greeting.blur();
  await expect.poll(() => stored('greetingAcceptedTemplate')).toBe('Oi, {{firstName}}!');
});

test('a choice that is refused rolls back, says so in place, and is made again', async () => {
  const { page } = admin;
  const call = page.getByRole('combobox', { name: 'Chamadas de voz e vídeo' });
  await page.route('**/api/settings/call', (route) => route.abort());
  await call.selectOption('disabled');
  await page.getByRole('alert').filter({ hasText: 'Não salvou' }).waitFor();
  expect(await call.inputValue()).toBe('enabled');
  expect(await stored('call')).toBe('enabled');
  await page.unroute('**/api/settings/call');
  await page.getByRole('button', { name: 'Repetir' }).click();
  await expect.poll(() => stored('call')).toBe('disabled');
  expect(await call.inputValue()).toBe('disabled');
});

test('says who chose and when, or that nobody has; a choice is undone where it was made', async () => {
  const { page } = admin;
  const row = (name: string) =>
    page.locator('.st-row').filter({ has: page.getByRole('heading', { name, exact: true }) });
  await row('Aviso de transferência').getByText('Padrão').waitFor();
  const rating = page.getByRole('combobox', { name: 'Mensagens de grupos' });
  await rating.selectOption('disabled');
  await row('Mensagens de grupos').getByText('Salvo agora').waitFor();
  await page.getByRole('button', { name: 'Desfazer: Mensagens de grupos' }).click();
  await expect.poll(() => stored('CheckMsgIsGroup')).toBe('enabled');
  await expect.poll(() => rating.inputValue()).toBe('enabled');
  await page.reload();
  await row('Mensagens de grupos')
    .getByText(/^\S.*, \d\d\/\d\d$/)
    .waitFor();
});

test('the time zone of the company is chosen there, and what is shown follows', async () => {
  const { page } = admin;
  const zone = page.getByRole('combobox', { name: 'Fuso horário' });
  expect(await zone.inputValue()).toBe('America/Sao_Paulo');
  await zone.selectOption('America/Manaus');
  await page.getByRole('button', { name: 'Desfazer: Fuso horário' }).waitFor();
  const { company } = await desk.call<{ company: { timeZone: string } }>(admin, 'GET', '/auth/me');
  expect(company.timeZone).toBe('America/Manaus');
  await page.getByRole('button', { name: 'Desfazer: Fuso horário' }).click();
  await expect.poll(() => zone.inputValue()).toBe('America/Sao_Paulo');
});

test('keeping contacts for less time is asked about first', async () => {
  const { page } = admin;
  await page.getByRole('combobox', { name: 'Guardar contatos' }).selectOption('12');
  const dialog = page.getByRole('dialog', { name: 'Apagar contatos antigos?' });
  await dialog.waitFor();
  expect(await stored('retentionMonths')).toBe('0');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(await stored('retentionMonths')).toBe('0');
});

test('an agent looks at the options and changes none; those of the platform are for super users', async () => {
  const ana = await desk.signIn('ana', { blank: true });
  await ana.page.goto(`${desk.server.url}/settings`);
  const rating = ana.page.getByRole('combobox', { name: 'Avaliações' });
  await rating.waitFor();
  expect(await rating.isDisabled()).toBe(true);
  expect(await ana.page.getByText('Plataforma').count()).toBe(0);
  await ana.context.close();
});

test.each([
  ['pt', 'light', 390],
  ['en', 'dark', 390],
  ['es', 'light', 1440],
  ['pt', 'dark', 1440],
] as const)(
  'in %s and %s at %i pixels all is said, nothing is cut off, and axe is content',
  async (locale, theme, width) => {
    const person = await desk.signIn('admin', { width, height: 900, locale, theme, blank: true });
    const { page } = person;
    await page.goto(`${desk.server.url}/settings`);
    await page.getByRole('combobox').nth(3).waitFor();
    expect(await look(page)).toEqual({ keys: [], sideways: 0 });
    expect(await serious(page)).toEqual([]);
    expect(person.complaints).toEqual([]);
    await person.context.close();
  },
);

test('plans and helps that are refused or cannot be loaded say so in the spec’s words', async () => {
  const root = await desk.signIn('admin@localhost', { blank: true });
  const { page } = root;
  await desk.call(root, 'POST', '/plans', { name: 'Ouro' });
  await page.goto(`${desk.server.url}/settings/plans`);
  await page.getByRole('button', { name: 'Novo plano' }).first().click();
  await page.getByRole('textbox', { name: 'Nome' }).fill('Ouro');
  await page.getByRole('button', { name: 'Salvar' }).click();
  await page
    .getByText(
      'Verifique se já existe um plano com o mesmo nome ou se os campos foram preenchidos corretamente',
    )
    .waitFor();
  await page.route('**/api/resources/helps*', (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto(`${desk.server.url}/settings/helps`);
  await page.getByRole('heading', { name: 'Não foi possível carregar a lista de registros' }).waitFor();
  await root.context.close();
});
