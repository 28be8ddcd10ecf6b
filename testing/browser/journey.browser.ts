import { beforeAll, expect, test } from 'vitest';
import { withDesk } from './desk.ts';
import type { Person, Phone } from './people.ts';

// One customer's way through the desk, as it goes every day: each step is the next one's beginning.

const desk = withDesk();
let ana: Person;
let bruno: Person;
let phone: Phone;
const refused: string[] = [];
const customer = { number: '5511955500888', name: 'Teresa Vilela' };

const composer = (person: Person) => person.page.getByPlaceholder('Escreva uma mensagem');
const log = (person: Person) => person.page.getByRole('log');
const thread = (person: Person) => person.page.locator('.tk-thread');
const accept = (person: Person) =>
  person.page.getByRole('button', { name: `Aceitar: ${customer.name}` }).first();
const received = async () =>
  (await phone.received(customer.number)).filter(({ fromBusiness }) => fromBusiness).map(({ body }) => body);
const answer = async (person: Person, text: string) => {
  await composer(person).fill(text);
  await composer(person).press('Enter');
};

beforeAll(async () => {
  ana = await desk.signIn('ana');
  bruno = await desk.signIn('bruno');
  for (const { page } of [ana, bruno])
    page.on('response', (response) => {
      if (response.status() >= 400) refused.push(`${response.request().method()} ${response.url()}`);
    });
  const admin = await desk.signIn('admin', { blank: true });
  phone = await desk.takePhone(admin);
  for (const key of ['sendGreetingAccepted', 'sendMsgTransfTicket'])
    await desk.call(admin, 'PUT', `/settings/${key}`, { value: 'enabled' });
}, 240_000);

test('who writes waits with Support, is accepted by Ana and greeted by name', async () => {
  await phone.write('Quero trocar uma luminária', customer);
  await accept(ana).click();
  await composer(ana).waitFor();
  const greeting = 'Olá Teresa, meu nome é Ana e vou prosseguir com seu atendimento.';
  await log(ana).getByText(greeting).waitFor();
  await expect.poll(received).toEqual([greeting]);
});

test('is answered, and handed to Sales with a word about it', async () => {
  await answer(ana, 'Vou passar para as vendas.');
  const { page } = ana;
  await page.locator('.tk-th-head').getByRole('button', { name: 'Transferir' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Fila' }).fill('Vend');
  await page.getByRole('option', { name: 'Vendas' }).click();
  await dialog.getByRole('button', { name: 'Transferir' }).click();
  await page.waitForURL(/\/tickets(\?.*)?$/);
  await expect.poll(async () => (await received()).length).toBe(3);
  expect((await received())[1]).toContain('Vou passar para as vendas.');
  expect((await received())[2]).toContain('transferido para Vendas');
});

test('is taken by Bruno, who sees all that was said, answers and resolves', async () => {
  await accept(bruno).click();
  for (const text of ['Quero trocar uma luminária', 'Vou passar para as vendas.'])
    await log(bruno).getByText(text).waitFor();
  await answer(bruno, 'Troca feita, Teresa!');
  await expect.poll(async () => (await received()).at(-1)).toContain('Troca feita, Teresa!');
  await thread(bruno).getByRole('button', { name: 'Resolver' }).click();
  await bruno.page.waitForURL(/\/tickets(\?.*)?$/);
});

test('is found among the closed ones, reopened with Bruno, and answered again', async () => {
  const { page } = bruno;
  await page.goto(`${desk.server.url}/tickets?tab=closed`);
  await page.getByRole('link', { name: customer.name }).first().click();
  await thread(bruno).getByRole('button', { name: 'Reabrir' }).first().click();
  await answer(bruno, 'Esqueci: a nota vai por e-mail.');
  await expect.poll(async () => (await received()).at(-1)).toContain('a nota vai por e-mail');
  // Greeted twice, by each who accepted; nobody greets who reopens.
  expect((await received()).filter((text) => text.startsWith('Olá Teresa'))).toHaveLength(2);
});

test('without anything to complain of in either browser', () => {
  // What Ana's browser still had under way, or asked once more, of a ticket that had just left her queues.
  const underWay = /\/api\/(presence|drafts\/|tickets\/u\/)/;
  expect(refused.filter((request) => !underWay.test(request))).toEqual([]);
  const other = [...ana.complaints, ...bruno.complaints].filter((text) => !/status of 403/.test(text));
  expect(other).toEqual([]);
});
