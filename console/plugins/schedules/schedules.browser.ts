import { beforeAll, expect, test } from 'vitest';
import type { ScheduleView } from '../../../contract/schedule.ts';
import { withDesk } from '../../../testing/browser/desk.ts';
import type { Person } from '../../../testing/browser/people.ts';

const desk = withDesk();
let ana: Person;
let contact: { readonly id: string; readonly name: string };
beforeAll(async () => {
  ana = await desk.signIn('ana', { width: 1440 });
  const { contacts } = await desk.call<{ contacts: (typeof contact)[] }>(ana, 'GET', '/contacts');
  contact = contacts[0]!;
}, 240_000);

test('a schedule begins with its contact, is refused while too short, sent at its time, and then only looked at', async () => {
  const { page } = ana;
  await page.goto(`${desk.server.url}/schedules?contactId=${contact.id}`);
  const dialog = page.getByRole('dialog', { name: 'Novo agendamento' });
  await dialog.waitFor();
  expect(await dialog.getByLabel('Contato').inputValue()).toBe(contact.name);
  await dialog.getByLabel('Mensagem').fill('Oi');
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await dialog.getByText('Mensagem muito curta').waitFor();
  await dialog.getByLabel('Mensagem').fill('Bom dia, até amanhã!');
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await dialog.waitFor({ state: 'hidden' });
  const { schedules } = await desk.call<{ schedules: ScheduleView[] }>(
    ana,
    'GET',
    `/schedules?contactId=${contact.id}`,
  );
  const { id, sendAt } = schedules[0]!;
  // An hour from now, unless something else is said.
  expect(Math.abs(Date.parse(sendAt) - Date.now() - 3_600_000)).toBeLessThan(120_000);
  await desk.call(ana, 'PUT', `/schedules/${id}`, { sendAt: new Date().toISOString() });
  await page.locator('.sc-enviada').first().click({ timeout: 20_000 });
  await page.getByRole('dialog', { name: 'Agendamento · Enviado' }).waitFor();
  expect(await page.getByRole('button', { name: 'Salvar' }).count()).toBe(0);
}, 60_000);

test('the views have their names in Portuguese', async () => {
  const { page } = ana;
  await page.goto(`${desk.server.url}/schedules`);
  for (const name of ['Mês', 'Semana', 'Agendamentos', 'Agenda'])
    await page.locator('.rbc-toolbar').getByRole('button', { name, exact: true }).click();
});
