import { beforeAll, expect, test } from 'vitest';
import { withDesk } from './desk.ts';
import type { Person, Phone } from './people.ts';

// From the bot's menu to a rating, as a customer and an agent see it: each step is the next one's beginning.

const desk = withDesk();
let ana: Person;
let admin: Person;
let phone: Phone;
const customer = { number: '5511955500777', name: 'Ivete Prado' };
const write = (body: string) => phone.write(body, customer);
const received = async () =>
  (await phone.received(customer.number)).filter(({ fromBusiness }) => fromBusiness).map(({ body }) => body);
const last = async () => (await received()).at(-1);

interface Named {
  readonly id: string;
  readonly name: string;
}

beforeAll(async () => {
  ana = await desk.signIn('ana');
  admin = await desk.signIn('admin', { blank: true });
  phone = await desk.takePhone(admin);
  const queues = await desk.call<Named[]>(admin, 'GET', '/queue');
  const idOf = (name: string) => queues.find((queue) => queue.name === name)!.id;
  const [connection] = await desk.call<{ id: string; name: string }[]>(admin, 'GET', '/whatsapp');
  await desk.call(admin, 'PUT', `/queue/${idOf('Suporte')}`, {
    greetingMessage: 'Aqui é o suporte, {{firstName}}.',
  });
  const option = (title: string, place: string, message: string) =>
    desk.call(admin, 'POST', '/queue-options', {
      ...{ title, message, option: place, queueId: idOf('Suporte'), parentId: null },
    });
  await option('Prazo de entrega', '1', 'A entrega leva dois dias.');
  await option('Segunda via', '2', '');
  await desk.call(admin, 'PUT', `/whatsapp/${connection!.id}`, {
    name: connection!.name,
    isDefault: true,
    queueIds: [idOf('Suporte'), idOf('Vendas')],
    greetingMessage: 'Olá {{firstName}}, com quem você quer falar?',
  });
  await desk.call(admin, 'PUT', '/settings/userRating', { value: 'enabled' });
}, 240_000);

test('who writes three messages at once gets one menu, and no agent is asked for yet', async () => {
  await Promise.all(['Oi', 'tudo bem?', 'preciso de ajuda'].map(write));
  await expect.poll(last).toContain('*1* – Suporte\n*2* – Vendas\n*0* – Falar com atendente');
  await admin.page.goto(`${desk.server.url}/tickets?tab=pending`);
  const row = admin.page.locator('.tk-t', { hasText: customer.name });
  await row.getByText('Robô', { exact: true }).waitFor();
  expect(await received()).toHaveLength(1);
});

test('chooses Support, looks at an option, goes back and asks for an agent', async () => {
  await write('1');
  await expect.poll(last).toContain('Aqui é o suporte, Ivete.\n\n*1* – Prazo de entrega\n*2* – Segunda via');
  await write('1');
  await expect.poll(last).toBe('A entrega leva dois dias.\n\n*#* – Voltar\n*0* – Falar com atendente');
  await write('#');
  await expect.poll(last).toContain('Escolha uma opção:\n\n*1* – Prazo de entrega');
});

test('Ana sees that the bot speaks, takes over with one press, and the bot is silent', async () => {
  const { page } = ana;
  const row = page.locator('.tk-t', { hasText: customer.name });
  await row.getByText('Robô', { exact: true }).waitFor();
  await page
    .getByRole('button', { name: `Aceitar: ${customer.name}` })
    .first()
    .click();
  const composer = page.getByPlaceholder('Escreva uma mensagem');
  await composer.waitFor();
  await expect.poll(() => page.locator('.tk-th-head .tk-bot').count()).toBe(0);
  await composer.fill('Oi Ivete, já vejo o seu pedido.');
  await composer.press('Enter');
  await expect.poll(last).toContain('já vejo o seu pedido');
  const count = (await received()).length;
  await write('2');
  await page.getByRole('log').getByText('2', { exact: true }).last().waitFor();
  expect(await received()).toHaveLength(count);
});

test('is asked for a rating when it ends; the history tells all of it, and the dashboard what Ana is worth', async () => {
  const { page } = ana;
  await page.locator('.tk-th-head').getByRole('button', { name: 'Resolver' }).click();
  await expect.poll(last).toContain('*3* – Muito satisfeito');
  await write('3');
  const { tickets } = await desk.call<{ tickets: { id: string; rating: number | null }[] }>(
    admin,
    'GET',
    `/tickets?status=closed&showAll=true&searchParam=${customer.number}`,
  );
  await admin.page.goto(`${desk.server.url}/tickets/${tickets[0]!.id}/history`);
  for (const line of ['O contato escolheu Suporte', 'O contato escolheu Prazo de entrega'])
    await admin.page.getByText(line).first().waitFor();
  await admin.page.getByText('avaliou o atendimento com 3 de 3').first().waitFor();
  await admin.page.goto(desk.server.url);
  const hers = admin.page
    .getByRole('region', { name: 'Atendentes' })
    .getByRole('row')
    .filter({ hasText: /^A?Ana/ });
  await hers.getByText('muito satisfeito').waitFor();
});
