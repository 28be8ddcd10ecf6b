import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BillingDouble, codeOf, startBillingSystems } from '../billing-systems/server.ts';
import { withDesk } from './desk.ts';
import type { Person, Phone } from './people.ts';

// From the option that an admin sets up to the code that a customer pays by.

const desk = withDesk({ env: { ALLOWED_PRIVATE_ADDRESSES: '127.0.0.1' } });
let double: BillingDouble;
let admin: Person;
let phone: Phone;
const customer = { number: '5511955500888', name: 'Rosa Prado' };
const write = (body: string) => phone.write(body, customer);
const received = async () =>
  (await phone.received(customer.number)).filter(({ fromBusiness }) => fromBusiness).map(({ body }) => body);
const last = async () => (await received()).at(-1);

interface Named {
  readonly id: string;
  readonly name: string;
}

beforeAll(async () => {
  double = await startBillingSystems();
  admin = await desk.signIn('admin', { blank: true });
  phone = await desk.takePhone(admin);
  for (const [key, value] of Object.entries(double.keys.mkauth))
    await desk.call(admin, 'PUT', `/settings/${key}`, { value });
  const queues = await desk.call<Named[]>(admin, 'GET', '/queue');
  const [connection] = await desk.call<Named[]>(admin, 'GET', '/whatsapp');
  const queueIds = queues.filter(({ name }) => ['Suporte', 'Vendas'].includes(name)).map(({ id }) => id);
  await desk.call(admin, 'PUT', `/whatsapp/${connection!.id}`, {
    ...{ name: connection!.name, isDefault: true, queueIds, greetingMessage: 'Olá!' },
  });
}, 240_000);
afterAll(() => double.stop());

test('an option is given the action, in its form', async () => {
  const { page } = admin;
  const suporte = (await desk.call<Named[]>(admin, 'GET', '/queue')).find(({ name }) => name === 'Suporte')!;
  await page.goto(`${desk.server.url}/queues`);
  await page.getByRole('link', { name: 'Editar Suporte' }).click();
  const form = page.getByRole('region', { name: 'Suporte' });
  await form.getByRole('tab', { name: 'Opções do robô' }).click();
  await form.getByRole('button', { name: 'Nova opção', exact: true }).first().click();
  await form.getByRole('textbox', { name: 'Título' }).fill('Segunda via');
  await form.getByRole('combobox', { name: 'Ação', exact: true }).selectOption('2ª via de boleto (MK-AUTH)');
  await form.getByRole('button', { name: 'Salvar' }).click();
  const options = () =>
    desk.call<{ title: string; action: string }[]>(
      admin,
      'GET',
      `/queue-options?queueId=${suporte.id}&parentId=-1`,
    );
  await expect
    .poll(async () => (await options()).find(({ title }) => title === 'Segunda via')?.action)
    .toBe('mkauth');
});

test('a customer is asked for the document, told what is open, and can copy the code', async () => {
  await write('Oi');
  await expect.poll(last).toContain('– Suporte');
  const place = /\*(\d)\* – Suporte/.exec((await last()) ?? '')?.[1];
  await write(place ?? '');
  await expect.poll(last).toContain('– Segunda via');
  const option = /\*(\d)\* – Segunda via/.exec((await last()) ?? '')?.[1];
  await write(option ?? '');
  await expect.poll(last).toContain('envie o CPF ou o CNPJ');
  await write('529.982.247-25');
  await expect.poll(last).toContain('Posso ajudar em algo mais?');
  const told = (await received()).slice(-4);
  expect(told[0]?.replace(/\s/g, ' ')).toContain('*Vencimento:* 07/10/2026 *Valor:* R$ 42,23');
  expect(told[1]).toBe(codeOf('1'));
  expect(told[2]).toContain('10/12/2026');
});

test('a system that does not answer leads to an agent, who finds the conversation', async () => {
  double.failNext(/titulos/, (response) => void response.writeHead(500).end());
  const option = /\*(\d)\* – Segunda via/.exec((await last()) ?? '')?.[1];
  await write(option ?? '');
  await expect.poll(last).toContain('envie o CPF ou o CNPJ');
  await write('529.982.247-25');
  await expect.poll(last).toContain('Um atendente já vai falar com você');
  await admin.page.goto(`${desk.server.url}/tickets?tab=pending`);
  const row = admin.page.locator('.tk-t', { hasText: customer.name });
  await row.waitFor();
  expect(await row.getByText('Robô', { exact: true }).count()).toBe(0);
});
