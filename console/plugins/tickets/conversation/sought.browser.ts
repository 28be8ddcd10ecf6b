import { beforeAll, expect, test } from 'vitest';
import { withDesk } from '../../../../testing/browser/desk.ts';
import type { Person, Phone } from '../../../../testing/browser/people.ts';

const desk = withDesk();
let admin: Person;
let phone: Phone;

const customer = { number: '5511955500777', name: 'Wanda Pereira' };

beforeAll(async () => {
  admin = await desk.signIn('admin', { blank: true });
  phone = await desk.takePhone(admin);
  await phone.write('O abajur jaspeado chegou trincado', customer);
  // Far more than one page of the conversation.
  for (let i = 1; i <= 130; i++) await phone.write(`Recado ${i}`, customer);
}, 300_000);

const found = () => admin.page.locator('[role=log] .tk-found');
const inSight = async () => {
  const box = await found().boundingBox();
  const log = await admin.page.getByRole('log').boundingBox();
  return box !== null && log !== null && box.y >= log.y && box.y + box.height <= log.y + log.height;
};
const accept = async () => {
  const { page } = admin;
  await page.goto(`${desk.server.url}/tickets?tab=open&half=pending`);
  await page.getByRole('button', { name: `Aceitar: ${customer.name}` }).click();
  await page.getByRole('log').getByText('Recado 130').waitFor();
};

test('a message found by its words opens its conversation at that message, pages back', async () => {
  const { page } = admin;
  await accept();
  await page.goto(`${desk.server.url}/tickets?tab=search&in=messages&q=jaspeado`);
  await page.getByRole('link', { name: customer.name }).click();
  await found().getByText('O abajur jaspeado chegou trincado').waitFor();
  await expect.poll(inSight).toBe(true);
  // Said once: a reload opens the conversation at its end, as always.
  expect(page.url()).not.toContain('message=');
});

test('the palette finds conversations and messages, by keyboard alone', async () => {
  const { page } = admin;
  await page.goto(`${desk.server.url}/queues`);
  // Keys are heard once the shell stands.
  await page.getByRole('heading', { name: 'Filas' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Buscar ou executar um comando' }).waitFor();
  await page.keyboard.type('wanda');
  // The conversation, which stands before the contact of the same name.
  await page.getByRole('option', { name: /Wanda Pereira.*#/ }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('log').getByText('Recado 130').waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Buscar ou executar um comando' }).waitFor();
  await page.keyboard.type('jaspeado trinc');
  await page.getByRole('option', { name: /O abajur jaspeado/ }).waitFor();
  await page.keyboard.press('Enter');
  await found().getByText('O abajur jaspeado chegou trincado').waitFor();
  await expect.poll(inSight).toBe(true);
});

test('an address with a message that is not there says so and shows the conversation', async () => {
  const { page } = admin;
  const { tickets } = await desk.call<{ tickets: { id: string }[] }>(
    admin,
    'GET',
    '/tickets?searchParam=wanda&showAll=true',
  );
  const id = tickets[0]?.id;
  await page.goto(`${desk.server.url}/tickets/${id}?message=0192f000-0000-7000-8000-000000000000`);
  await page.getByText('Essa mensagem não está mais na conversa').waitFor();
  await page.getByRole('log').getByText('O abajur jaspeado chegou trincado').waitFor({ state: 'attached' });
  expect(admin.complaints).toEqual([]);
});
