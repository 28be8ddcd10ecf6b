import { beforeAll, expect, test } from 'vitest';
import { withDesk } from '../../../testing/browser/desk.ts';
import type { Person } from '../../../testing/browser/people.ts';

const desk = withDesk();
let admin: Person;
const page = () => admin.page;
const phone = () => page().getByRole('complementary', { name: 'Celular de teste' });
const bubbles = (text: string) => phone().getByRole('listitem').filter({ hasText: text });
const composer = () => page().getByPlaceholder('Escreva uma mensagem');
const log = () => page().getByRole('log');
const ticksOf = (text: string) => log().getByRole('article').filter({ hasText: text }).locator('[data-ack]');
const answer = async (text: string) => {
  await composer().fill(text);
  await composer().press('Enter');
};

beforeAll(async () => {
  admin = await desk.signIn('admin');
}, 240_000);

test('the phone comes out of the header, as the contact, and stays out', async () => {
  await page().getByRole('button', { name: 'Aceitar: Wesley Monteiro' }).click();
  await page().getByRole('button', { name: 'Celular de teste', exact: true }).click();
  await phone().getByText('Wesley Monteiro').waitFor();
  await page().reload();
  await phone().getByText('Wesley Monteiro').waitFor();
});

test('what the customer writes is in the thread, what the agent answers on the phone; reading turns the ticks blue', async () => {
  await phone().getByRole('textbox', { name: 'Mensagem do cliente' }).fill('Quero comprar duas');
  await phone().getByRole('textbox', { name: 'Mensagem do cliente' }).press('Enter');
  await log().getByText('Quero comprar duas').waitFor({ timeout: 3_000 });
  await answer('Já separei as duas');
  await bubbles('Já separei as duas').waitFor({ timeout: 5_000 });
  await expect
    .poll(() => ticksOf('Já separei as duas').getAttribute('data-ack'), { timeout: 5_000 })
    .toBe('delivered');
  await phone().getByRole('button', { name: 'Marcar como lida' }).click();
  await expect
    .poll(() => ticksOf('Já separei as duas').getAttribute('data-ack'), { timeout: 5_000 })
    .toBe('read');
  await phone().getByText('Tudo lido').waitFor();
});

test('a file of the customer arrives in the thread', async () => {
  await phone()
    .locator('input[type=file]')
    .setInputFiles({ name: 'lista.txt', mimeType: 'text/plain', buffer: Buffer.from('duas peças\n') });
  await phone().getByRole('button', { name: 'Enviar como cliente' }).click();
  await bubbles('lista.txt').waitFor({ timeout: 5_000 });
  await log().getByText('lista.txt').first().waitFor({ timeout: 5_000 });
});

test('the customer calls: the thread tells it, and a company that takes no calls answers why not', async () => {
  await phone().getByRole('button', { name: 'Ligar como cliente' }).click();
  await bubbles('Ligação').waitFor({ timeout: 5_000 });
  await log().getByText('Chamada perdida').last().waitFor({ timeout: 5_000 });
  await desk.call(admin, 'PUT', '/settings/call', { value: 'disabled' });
  await expect
    .poll(
      async () => {
        await phone().getByRole('button', { name: 'Ligar como cliente' }).click();
        await page().waitForTimeout(1_000);
        return log()
          .getByText(/^Chamada recusada/)
          .count();
      },
      { timeout: 20_000 },
    )
    .toBeGreaterThan(0);
  await desk.call(admin, 'PUT', '/settings/call', { value: 'enabled' });
});

test('a refused message says why, and Retry delivers it exactly once', async () => {
  await phone().getByRole('button', { name: 'Simular uma falha' }).click();
  const faults = page().getByRole('dialog', { name: 'Simular uma falha' });
  await faults.getByRole('radio', { name: /^Recusar/ }).check();
  await faults.getByRole('button', { name: 'Simular' }).click();
  await page().getByText('A próxima mensagem será recusada').waitFor();
  await answer('O frete sai por R$ 32');
  await page().getByText('Não enviada:').last().waitFor({ timeout: 5_000 });
  expect(await bubbles('O frete sai por R$ 32').count()).toBe(0);
  await page().getByRole('button', { name: 'Tentar de novo' }).last().click();
  await bubbles('O frete sai por R$ 32').waitFor({ timeout: 5_000 });
  // Two polls later it is still there once.
  await page().waitForTimeout(2_500);
  expect(await bubbles('O frete sai por R$ 32').count()).toBe(1);
  expect(await page().getByRole('button', { name: 'Tentar de novo' }).count()).toBe(0);
});

test('somebody new writes from the same phone: a ticket of their own waits in the list', async () => {
  await phone()
    .getByRole('button', { name: /^Cliente: Wesley Monteiro/ })
    .click();
  const persons = page().getByRole('dialog', { name: 'Escrever como' });
  await persons.getByLabel('Nome').fill('Cliente Novo');
  await persons.getByLabel('Número').fill('123');
  await persons.getByRole('button', { name: 'Usar este celular' }).click();
  await persons.getByRole('alert').waitFor();
  await persons.getByLabel('Número').fill('+55 11 96666-5555');
  await persons.getByRole('button', { name: 'Usar este celular' }).click();
  await phone().getByText('Este celular ainda não tem mensagens').waitFor();
  await phone().getByRole('textbox', { name: 'Mensagem do cliente' }).fill('Bom dia, sou novo aqui');
  await phone().getByRole('button', { name: 'Enviar como cliente' }).click();
  await bubbles('Bom dia, sou novo aqui').waitFor({ timeout: 3_000 });
  await page()
    .getByRole('tab', { name: /Aguardando/ })
    .click();
  await page().getByRole('button', { name: 'Aceitar: Cliente Novo' }).waitFor({ timeout: 5_000 });
  expect(await log().getByText('Bom dia, sou novo aqui').count()).toBe(0);
});

test('only admins have it', async () => {
  const ana = await desk.signIn('ana');
  await ana.page.getByRole('tab', { name: /Atendendo/ }).click();
  await ana.page.getByRole('link', { name: 'Marina Coutinho' }).first().click();
  await ana.page.getByPlaceholder('Escreva uma mensagem').waitFor();
  expect(await ana.page.getByRole('button', { name: 'Celular de teste' }).count()).toBe(0);
  await ana.context.close();
});

test('there was nothing to complain of', () => {
  expect(admin.complaints).toEqual([]);
});

test('somebody writes in a group: left out while groups are ignored, a conversation of its own when they are not', async () => {
  const groups = () =>
    desk
      .call<{ tickets: { isGroup: boolean; contact: { name: string } }[] }>(
        admin,
        'GET',
        '/tickets?status=pending&showAll=true',
      )
      .then(({ tickets }) => tickets.filter(({ isGroup }) => isGroup).map(({ contact }) => contact.name));
  await phone()
    .getByRole('button', { name: /^Cliente:/ })
    .click();
  const persons = page().getByRole('dialog', { name: 'Escrever como' });
  await persons.getByLabel('Nome').fill('Dona Célia');
  await persons.getByLabel('Número').fill('55 92 98888-1234');
  await persons.getByLabel('Grupo (opcional)').fill('Feira de sábado');
  await persons.getByRole('button', { name: 'Usar este celular' }).click();
  await phone().getByText('Você escreve como +55 92 98888-1234, no grupo Feira de sábado.').waitFor();
  expect(await phone().getByRole('button', { name: 'Ligar como cliente' }).isDisabled()).toBe(true);
  const says = async (text: string) => {
    await phone().getByRole('textbox', { name: 'Mensagem do cliente' }).fill(text);
    await phone().getByRole('textbox', { name: 'Mensagem do cliente' }).press('Enter');
    await bubbles(text).waitFor({ timeout: 5_000 });
  };
  await says('Tem alguém aí?');
  await page().waitForTimeout(1_500);
  expect(await groups()).toEqual([]);
  await desk.call(admin, 'PUT', '/settings/CheckMsgIsGroup', { value: 'disabled' });
  await expect
    .poll(
      async () => {
        await says(`Quem leva o pão ${Date.now()}?`);
        await page().waitForTimeout(1_000);
        return groups();
      },
      { timeout: 20_000 },
    )
    .toEqual(['Feira de sábado']);
});
