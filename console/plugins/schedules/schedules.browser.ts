import { beforeAll, expect, test } from 'vitest';
import type { ScheduleView } from '../../../contract/schedule.ts';
import { defaultSchedules } from '../../../domain/company/hours.ts';
import { withDesk } from '../../../testing/browser/desk.ts';
import type { Person, Phone } from '../../../testing/browser/people.ts';

const desk = withDesk();
let ana: Person;
let admin: Person;
let phone: Phone;
let contact: { readonly id: string; readonly name: string };
beforeAll(async () => {
  ana = await desk.signIn('ana', { width: 1440, blank: true });
  admin = await desk.signIn('admin', { width: 1440, blank: true });
  phone = await desk.takePhone(admin);
  const { contacts } = await desk.call<{ contacts: (typeof contact)[] }>(ana, 'GET', '/contacts');
  contact = contacts[0]!;
}, 240_000);

test('a schedule begins with its contact, is refused while too short, sent at its time, and then only looked at', async () => {
  const { page } = ana;
  await page.goto(`${desk.server.url}/schedules?contactId=${contact.id}`);
  const dialog = page.getByRole('dialog', { name: 'Novo agendamento' });
  await dialog.waitFor();
  expect(await dialog.getByLabel('Contato').inputValue()).toBe(contact.name);
  const [field, clear] = await Promise.all([
    dialog.locator('.MuiAutocomplete-inputRoot').boundingBox(),
    dialog.getByRole('button', { name: 'Limpar' }).boundingBox(),
  ]);
  // The cross stands at the field's end.
  expect(field!.x + field!.width - clear!.x - clear!.width).toBeLessThan(8);
  await dialog.getByLabel('Mensagem').fill('Oi');
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await dialog.getByText('Mensagem muito curta').waitFor();
  await dialog.getByLabel('Mensagem').fill('Bom dia, até amanhã!');
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByText('Agendamento salvo com sucesso.').waitFor();
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
  const days = page.locator('.sc-weekday');
  for (const [name, shown, columns] of [
    ['Semana', '.rbc-time-view', 7],
    ['Agendamentos', '.rbc-time-view', 5],
    ['Agenda', '.rbc-agenda-view', 0],
    ['Mês', '.rbc-month-view', 0],
  ] as const) {
    await page.locator('.sc-toolbar').getByRole('tab', { name, exact: true }).click();
    await page.locator(shown).waitFor();
    await expect.poll(() => days.count(), { message: name }).toBe(columns);
  }
  const zone = { timeZone: 'America/Sao_Paulo' };
  const month = new Intl.DateTimeFormat('pt-BR', { month: 'long', year: 'numeric', ...zone }).format();
  expect(await page.locator('.sc-label').textContent()).toBe(month);
});

test('each stands at its time under its contact’s name, to be found, edited and deleted there', async () => {
  const { page } = admin;
  const sendAt = new Date(Date.now() + 2 * 3_600_000).toISOString();
  const of = { contactId: contact.id, sendAt };
  await desk.call(admin, 'POST', '/schedules', { ...of, body: 'Sobre a fatura azul' });
  await desk.call(admin, 'POST', '/schedules', { ...of, body: 'Sobre a entrega' });
  await page.goto(`${desk.server.url}/schedules`);
  await page.locator('.sc-toolbar').getByRole('tab', { name: 'Agenda', exact: true }).click();
  const entry = (text: string) => page.locator('.sc-event').filter({ hasText: text });
  await entry('Sobre a entrega').getByText(contact.name).waitFor();
  const at = new Intl.DateTimeFormat('pt-BR', { timeStyle: 'short', timeZone: 'America/Sao_Paulo' });
  await page
    .getByRole('row')
    .filter({ hasText: 'Sobre a entrega' })
    .getByText(at.format(new Date(sendAt)))
    .waitFor();
  await page.getByRole('searchbox').or(page.getByLabel('Buscar agendamentos')).first().fill('fatura azul');
  await entry('Sobre a entrega').waitFor({ state: 'detached' });
  await entry('Sobre a fatura azul')
    .getByRole('button', { name: /^Editar/ })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Agendamento · Agendado' });
  await dialog.getByLabel('Mensagem').fill('Sobre a fatura azul, de novo');
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await entry('Sobre a fatura azul, de novo')
    .getByRole('button', { name: /^Excluir/ })
    .click();
  await page.getByRole('dialog', { name: 'Excluir este agendamento?' }).getByRole('button').last().click();
  await entry('Sobre a fatura azul').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Novo agendamento' }).first().waitFor();
}, 60_000);

test('one that comes again says when, before it is saved', async () => {
  const { page } = ana;
  await page.goto(`${desk.server.url}/schedules?contactId=${contact.id}`);
  const dialog = page.getByRole('dialog', { name: 'Novo agendamento' });
  await dialog.getByLabel('Mensagem').fill('Olá {{firstName}}, tudo certo?');
  await dialog.getByRole('button', { name: 'Saudação' }).click();
  await dialog.getByLabel('Data').fill('02/03/2037');
  await dialog.getByLabel('Hora').fill('09:30');
  await dialog.getByLabel('Repete').selectOption('weekly');
  await dialog.getByLabel('A cada (semanas)').fill('2');
  await dialog.getByLabel('qua').check();
  await dialog.getByLabel('seg').check();
  const times = dialog.getByRole('list', { name: 'Próximos envios' }).locator('time');
  await times.nth(3).waitFor();
  expect(await times.evaluateAll((all) => all.map((one) => one.getAttribute('datetime')))).toEqual([
    '2037-03-02T12:30:00.000Z',
    '2037-03-04T12:30:00.000Z',
    '2037-03-16T12:30:00.000Z',
    '2037-03-18T12:30:00.000Z',
  ]);
  await dialog.getByLabel('Termina').selectOption('until');
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await dialog.getByText('Obrigatório').waitFor();
  await dialog.getByLabel('Até', { exact: true }).fill('01/03/2037');
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await dialog.getByText('Anterior ao primeiro envio').waitFor();
  await dialog.getByLabel('Termina').selectOption('never');
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await dialog.waitFor({ state: 'hidden' });
  const path = '/schedules?from=2037-03-01T00:00:00Z&until=2037-03-30T00:00:00Z';
  const { schedules } = await desk.call<{ schedules: ScheduleView[] }>(ana, 'GET', path);
  expect(schedules).toMatchObject([
    {
      body: 'Olá {{firstName}}, tudo certo?{{greeting}}',
      recurrence: { frequency: 'weekly', interval: 2, weekdays: [1, 3], until: null, count: null },
    },
  ]);
}, 60_000);

test('what a contact will be written stands in the conversation, and is edited and taken back there', async () => {
  const { page } = ana;
  const { tickets } = await desk.call<{ tickets: { id: string; contact: { id: string } }[] }>(
    ana,
    'GET',
    '/tickets?status=open',
  );
  const [ticket] = tickets;
  const sendAt = '2036-05-06T15:00:00.000Z';
  await page.goto(`${desk.server.url}/tickets/${ticket!.id}`);
  const composer = page.getByRole('textbox', { name: 'Mensagem', exact: true });
  await composer.fill('Seu pedido');
  await page.getByRole('button', { name: 'Agendar envio' }).click();
  const dialog = page.getByRole('dialog', { name: 'Novo agendamento' });
  // To whom is settled: one goes on writing at once, behind what is typed already.
  await dialog.locator('textarea:focus').waitFor();
  await page.keyboard.type(' chegou?');
  expect(await dialog.getByLabel('Mensagem').inputValue()).toBe('Seu pedido chegou?');
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await dialog.waitFor({ state: 'hidden' });
  // It goes out later, and is not left to be sent now as well.
  expect(await composer.inputValue()).toBe('');
  const notice = page.locator('.sc-notice');
  await notice.getByRole('button', { name: '1 mensagem agendada' }).click();
  await notice.getByText('Seu pedido chegou?').waitFor();
  await notice.getByRole('button', { name: /^Editar/ }).click();
  const edited = page.getByRole('dialog', { name: 'Agendamento · Agendado' });
  // Somebody else puts it off meanwhile: that stays.
  const path = `/schedules?contactId=${ticket!.contact.id}&unsent=true`;
  const [made] = (await desk.call<{ schedules: ScheduleView[] }>(ana, 'GET', path)).schedules;
  await desk.call(admin, 'PUT', `/schedules/${made!.id}`, { sendAt });
  await edited.getByLabel('Mensagem').fill('Seu pedido já chegou?');
  await edited.getByRole('button', { name: 'Salvar' }).click();
  await notice.getByText('Seu pedido já chegou?').waitFor();
  expect((await desk.call<ScheduleView>(ana, 'GET', `/schedules/${made!.id}`)).sendAt).toBe(sendAt);
  await notice.getByRole('button', { name: /^Excluir/ }).click();
  await page.getByRole('dialog', { name: 'Excluir este agendamento?' }).getByRole('button').last().click();
  await notice.waitFor({ state: 'hidden' });
  expect((await desk.call<{ count: number }>(ana, 'GET', path)).count).toBe(0);
}, 60_000);

test('one that could not be sent says why, and goes out once that is mended', async () => {
  const body = { name: 'Passageira', channel: 'simulator', queueIds: [] };
  const gone = await desk.call<{ id: string }>(admin, 'POST', '/whatsapp', body);
  const content = { body: 'Vai pela outra conexão', contactId: contact.id, whatsappId: gone.id };
  const made = await desk.call<ScheduleView>(admin, 'POST', '/schedules', {
    ...content,
    sendAt: new Date(Date.now() + 3_600_000).toISOString(),
  });
  await desk.call(admin, 'DELETE', `/whatsapp/${gone.id}`);
  await desk.call(admin, 'PUT', `/schedules/${made.id}`, { sendAt: new Date().toISOString() });
  const { page } = admin;
  await page.goto(`${desk.server.url}/schedules`);
  await page.getByRole('tab', { name: 'Agenda', exact: true }).click();
  const row = page.locator('tr.sc-erro', { hasText: 'Vai pela outra conexão' });
  await page.setViewportSize({ width: 390, height: 844 });
  // From far away one comes back with one press.
  const label = page.locator('.sc-label');
  const now = await label.textContent();
  for (let n = 0; n < 3; n += 1) await page.getByRole('button', { name: 'Próximo' }).click();
  expect(await label.textContent()).not.toBe(now);
  await page.getByRole('button', { name: 'Hoje' }).click();
  await expect.poll(() => label.textContent()).toBe(now);
  const room = row.locator('.sc-event .trunc').first();
  expect((await room.boundingBox())?.width).toBeGreaterThan(90);
  await page.setViewportSize({ width: 1440, height: 900 });
  const state = () => desk.call<ScheduleView>(admin, 'GET', `/schedules/${made.id}`);
  const before = await state();
  await row.getByRole('button', { name: 'Tentar de novo' }).click();
  await page.getByText('O envio será tentado de novo.').waitFor();
  // Tried again, and refused again: nothing has changed.
  await expect
    .poll(async () => {
      const { status, updatedAt } = await state();
      return status === 'ERRO' && updatedAt !== before.updatedAt;
    })
    .toBe(true);
  await row.getByRole('button', { name: /^Editar/ }).click();
  const dialog = page.getByRole('dialog', { name: /^Agendamento · / });
  await dialog.getByRole('alert').first().waitFor();
  await dialog.getByLabel('Conexão').selectOption({ label: 'A do contato' });
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.locator('tr.sc-enviada', { hasText: 'Vai pela outra conexão' }).waitFor({ timeout: 20_000 });
}, 60_000);

test('one that is to be cancelled when the contact writes says that they did, and is scheduled again by saving it', async () => {
  const { page } = ana;
  const { tickets } = await desk.call<{
    tickets: { id: string; contact: { id: string; name: string; number: string } }[];
  }>(ana, 'GET', '/tickets?status=open');
  const [ticket] = tickets;
  await page.goto(`${desk.server.url}/tickets/${ticket!.id}`);
  await page.getByRole('button', { name: 'Agendar envio' }).click();
  const dialog = page.getByRole('dialog', { name: 'Novo agendamento' });
  await dialog.getByLabel('Mensagem').fill('Ainda tem interesse?');
  await dialog.getByLabel('Cancelar se a pessoa escrever antes').check();
  await dialog.getByLabel('Repete').selectOption('weekly');
  await dialog.getByText('Só este envio é cancelado').waitFor();
  await dialog.getByLabel('Repete').selectOption('none');
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await phone.write('Tenho sim!', ticket!.contact);
  const notice = page.locator('.sc-notice');
  await notice.getByRole('button', { name: '1 mensagem cancelada: o contato escreveu antes' }).click();
  await notice.getByRole('button', { name: /^Editar/ }).click();
  const cancelled = page.getByRole('dialog', { name: 'Agendamento · Cancelado' });
  await cancelled.getByText('Cancelado: o contato escreveu em').waitFor();
  await cancelled.getByRole('button', { name: 'Salvar' }).click();
  await notice.getByRole('button', { name: '1 mensagem agendada' }).waitFor();
  const path = `/schedules?contactId=${ticket!.contact.id}&unsent=true`;
  const { schedules } = await desk.call<{ schedules: ScheduleView[] }>(ana, 'GET', path);
  expect(schedules).toMatchObject([
    { body: 'Ainda tem interesse?', status: 'PENDENTE', cancelOnReply: true },
  ]);
}, 60_000);

test('the dialog says whether the hours are open at its time; where they are not, it offers when they are', async () => {
  const put = (key: string, value: string) => desk.call(admin, 'PUT', `/settings/${key}`, { value });
  const companyId = await ana.page.evaluate(() => localStorage.getItem('companyId') ?? '');
  const hours = { id: companyId, schedules: defaultSchedules };
  await desk.call(admin, 'PUT', `/companies/${companyId}/schedules`, hours);
  await put('scheduleType', 'company');
  const { page } = ana;
  await page.goto(`${desk.server.url}/schedules?contactId=${contact.id}`);
  const dialog = page.getByRole('dialog', { name: 'Novo agendamento' });
  await dialog.getByLabel('Mensagem').fill('Boa noite, ainda acordado?');
  // A Monday; the company works on weekdays from 8 to 18.
  await dialog.getByLabel('Data').fill('02/03/2037');
  await dialog.getByLabel('Hora').fill('19:30');
  await dialog.getByText('A empresa está fechada nesse horário; abre ter., 03/03, 08:00.').waitFor();
  await dialog.getByRole('button', { name: 'Usar esse horário' }).click();
  await dialog.getByText('O horário da empresa está aberto.').waitFor();
  expect(await dialog.getByLabel('Data').inputValue()).toBe('03/03/2037');
  expect(await dialog.getByLabel('Hora').inputValue()).toBe('08:00');
  await put('scheduleType', 'disabled');
}, 60_000);

test('one that goes out just before midnight stands on its day alone', async () => {
  const { page } = ana;
  const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
  const content = { body: 'Boa noite, até amanhã!', contactId: contact.id, sendAt: `${day}T23:50` };
  await desk.call(ana, 'POST', '/schedules', content);
  await page.goto(`${desk.server.url}/schedules`);
  await page.getByRole('tab', { name: 'Agenda', exact: true }).click();
  const rows = page.locator('tr.sc-pendente', { hasText: content.body });
  await rows.first().waitFor();
  expect(await rows.count()).toBe(1);
}, 60_000);

test('on a phone what overlaps in a week is one entry, which leads to that day', async () => {
  const phoned = await desk.signIn('bruno', { width: 390, height: 844, touch: true, blank: true });
  const { page } = phoned;
  // Of the present week's last day: there is nothing else.
  // The company's week: in the first hours of a Sunday at Greenwich its Saturday is not over.
  const today = new Date(Date.now() - 3 * 3_600_000);
  const day = new Date(+today + (6 - today.getUTCDay()) * 86_400_000).toISOString().slice(0, 10);
  for (const [at, body] of [
    ['09:00', 'Primeira de três'],
    ['09:00', 'Segunda de três'],
    ['09:20', 'Terceira de três'],
    ['14:00', 'Sozinha à tarde'],
  ] as const)
    await desk.call(phoned, 'POST', '/schedules', { body, contactId: contact.id, sendAt: `${day}T${at}` });
  await page.goto(`${desk.server.url}/schedules`);
  await page.getByRole('tab', { name: 'Semana', exact: true }).click();
  const entries = page.locator('.rbc-time-view .rbc-event');
  await entries.filter({ hasText: '14:00' }).waitFor();
  const several = entries.filter({ hasText: '09:00' });
  expect(await several.count()).toBe(1);
  expect(await several.textContent()).toContain('+2 mais');
  for (const time of await entries.locator('time').all())
    expect(await time.evaluate((one) => one.scrollWidth <= one.closest('.rbc-event')!.clientWidth)).toBe(
      true,
    );
  await several.click();
  await page.getByText('Terceira de três').waitFor();
  expect(await page.getByRole('tab', { name: 'Agenda', exact: true }).getAttribute('aria-selected')).toBe(
    'true',
  );
  await phoned.context.close();
}, 60_000);

test('a calendar that cannot be had says so instead of being empty, and comes by trying again', async () => {
  const { page } = admin;
  let isAway = true;
  await page.route('**/api/schedules*', (route) => (isAway ? route.abort() : route.continue()));
  await page.goto(`${desk.server.url}/schedules`);
  const again = page.getByRole('main').getByRole('button', { name: 'Tentar de novo' });
  await again.waitFor();
  expect(await page.locator('.rbc-calendar').count()).toBe(0);
  isAway = false;
  await again.click();
  await page.locator('.rbc-calendar').waitFor();
  await page.unroute('**/api/schedules*');
}, 60_000);
