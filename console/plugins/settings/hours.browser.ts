import { beforeAll, expect, test } from 'vitest';
import { defaultSchedules, type Schedules } from '../../../domain/company/hours.ts';
import { withDesk } from '../../../testing/browser/desk.ts';
import { look, serious } from '../../../testing/browser/inspect.ts';
import type { Person } from '../../../testing/browser/people.ts';

const desk = withDesk();
let admin: Person;
let companyId = '';
const choose = (value: string) => desk.call(admin, 'PUT', '/settings/scheduleType', { value });
const stored = async () =>
  (await desk.call<{ schedules: Schedules }>(admin, 'GET', `/companies/${companyId}`)).schedules;
const put = (schedules: Schedules) =>
  desk.call(admin, 'PUT', `/companies/${companyId}/schedules`, { id: companyId, schedules });
const times = (schedules: Schedules) => schedules.map(({ startTime, endTime }) => `${startTime} ${endTime}`);
const field = ({ page }: Person, name: string) => page.getByRole('textbox', { name, exact: true });

beforeAll(async () => {
  admin = await desk.signIn('admin');
  await admin.page.goto(`${desk.server.url}/settings`);
  companyId = await admin.page.evaluate(() => localStorage.getItem('companyId') ?? '');
}, 240_000);

test('the tab is there only while hours are the company’s, without a reload', async () => {
  const { page } = admin;
  await choose('queue');
  const whose = page.getByRole('combobox', { name: 'Expediente' });
  await expect.poll(() => whose.inputValue()).toBe('queue');
  expect(await page.getByRole('tab', { name: 'Horários' }).count()).toBe(0);
  await whose.selectOption('company');
  await page.getByRole('tab', { name: 'Horários' }).click();
  await page.getByRole('form', { name: 'Horários' }).waitFor();
  expect(page.url()).toContain('/settings/hours');
});

test('shows the usual week first, takes times as digits, repeats Monday, and saves once', async () => {
  const { page } = admin;
  await choose('company');
  await put([]);
  await page.goto(`${desk.server.url}/settings/hours`);
  await field(admin, 'Sábado: Fecha').waitFor();
  await expect.poll(() => field(admin, 'Sábado: Fecha').inputValue()).toBe('12:00');
  await page
    .getByRole('row', { name: /^Domingo/ })
    .getByText('Fechado')
    .waitFor();
  expect(await page.getByRole('button', { name: 'Salvar' }).isDisabled()).toBe(true);
  await field(admin, 'Segunda-feira: Abre').fill('');
  await field(admin, 'Segunda-feira: Abre').pressSequentially('0930');
  expect(await field(admin, 'Segunda-feira: Abre').inputValue()).toBe('09:30');
  await page
    .getByRole('row', { name: /^Segunda/ })
    .getByText('8 h 30 min')
    .waitFor();
  await page.getByRole('button', { name: 'Repetir segunda até sexta' }).click();
  expect(await field(admin, 'Sexta-feira: Abre').inputValue()).toBe('09:30');
  let puts = 0;
  page.on('request', (request) => (puts += Number(request.method() === 'PUT')));
  await page.getByRole('button', { name: 'Salvar' }).dblclick();
  await page.getByText('Horários atualizados com sucesso.').waitFor();
  expect(times(await stored())).toEqual([...Array(5).fill('09:30 18:00'), '08:00 12:00', '00:00 00:00']);
  expect(puts).toBe(1);
});

test('no time that is none is saved, and one that is refused stays on the screen', async () => {
  const { page } = admin;
  const before = await stored();
  await field(admin, 'Terça-feira: Fecha').fill('25:00');
  await field(admin, 'Terça-feira: Fecha').blur();
  expect(await field(admin, 'Terça-feira: Fecha').inputValue()).toBe('18:00');
  await field(admin, 'Terça-feira: Fecha').fill('17:00');
  await page.route('**/schedules', (route) => route.abort());
  await page.getByRole('button', { name: 'Salvar' }).click();
  await page.locator('.toast, [role=alert], [role=status]').filter({ hasText: /./ }).first().waitFor();
  expect(await field(admin, 'Terça-feira: Fecha').inputValue()).toBe('17:00');
  expect(await stored()).toEqual(before);
  await page.unroute('**/schedules');
  await page.getByRole('button', { name: 'Salvar' }).click();
  await expect.poll(async () => times(await stored())[1]).toBe('09:30 17:00');
});

test('what a colleague saves comes by itself; in the middle of a change it is said', async () => {
  const { page } = admin;
  await put(defaultSchedules);
  await expect.poll(() => field(admin, 'Terça-feira: Fecha').inputValue()).toBe('18:00');
  await field(admin, 'Domingo: Fecha').fill('10:00');
  await put(defaultSchedules.map((day, at) => (at === 0 ? { ...day, startTime: '07:00' } : day)));
  await page.getByRole('alert').filter({ hasText: 'Outra pessoa mudou os horários' }).waitFor();
  expect(await field(admin, 'Domingo: Fecha').inputValue()).toBe('10:00');
  await page.getByRole('button', { name: 'Ver os novos' }).click();
  expect(await field(admin, 'Segunda-feira: Abre').inputValue()).toBe('07:00');
  expect(await field(admin, 'Domingo: Fecha').inputValue()).toBe('00:00');
});

test('who leaves the tab with a change that is not saved is asked, and may stay with it', async () => {
  const { page } = admin;
  const question = page.getByRole('dialog', { name: 'Descartar o que mudou?' });
  await field(admin, 'Quinta-feira: Fecha').fill('16:00');
  await page.getByRole('tab', { name: 'Opções' }).click();
  await question.getByRole('button', { name: 'Cancelar' }).click();
  await question.waitFor({ state: 'detached' });
  expect(await field(admin, 'Quinta-feira: Fecha').inputValue()).toBe('16:00');
  await page.getByRole('tab', { name: 'Opções' }).click();
  await question.getByRole('button', { name: 'Descartar' }).click();
  await page.getByRole('combobox', { name: 'Avaliações' }).waitFor();
  await page.getByRole('tab', { name: 'Horários' }).click();
  await expect.poll(() => field(admin, 'Quinta-feira: Fecha').inputValue()).toBe('18:00');
  await page.getByRole('tab', { name: 'Opções' }).click();
  await page.getByRole('combobox', { name: 'Avaliações' }).waitFor();
  await page.getByRole('tab', { name: 'Horários' }).click();
  await field(admin, 'Quinta-feira: Fecha').waitFor();
});

test('once it is no longer the company’s, the tab is refused', async () => {
  const { page } = admin;
  await choose('disabled');
  await page.getByText('Sem permissão para acessar!').waitFor();
  await page.waitForURL((url) => url.pathname === '/');
  await choose('company');
});

test.each([
  ['pt', 'light', 390],
  ['en', 'dark', 390],
  ['es', 'dark', 1440],
  ['pt', 'light', 1440],
] as const)(
  'in %s and %s at %i pixels all is said, nothing is cut off, and axe is content',
  async (locale, theme, width) => {
    const person = await desk.signIn('admin', { width, height: 900, locale, theme, blank: true });
    await person.page.goto(`${desk.server.url}/settings/hours`);
    await person.page.locator('.ho-table').waitFor();
    if (process.env.SHOTS)
      await person.page.screenshot({ path: `${process.env.SHOTS}/hours-${width}.${theme}.png` });
    expect(await look(person.page)).toEqual({ keys: [], sideways: 0 });
    expect(await serious(person.page)).toEqual([]);
    expect(person.complaints).toEqual([]);
    await person.context.close();
  },
);
