import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type BillingDouble,
  billingKeys,
  startBillingSystems,
} from '../../../testing/billing-systems/server.ts';
import { withDesk } from '../../../testing/browser/desk.ts';
import { look, serious } from '../../../testing/browser/inspect.ts';

const desk = withDesk({ env: { ALLOWED_PRIVATE_ADDRESSES: '127.0.0.1' } });
let double: BillingDouble;
beforeAll(async () => {
  double = await startBillingSystems();
});
afterAll(() => double.stop());

const openTab = async (more = {}) => {
  const person = await desk.signIn('admin', { ...more, blank: true });
  await person.page.goto(`${desk.server.url}/settings/integrations`);
  return person;
};

test('keys are typed, saved, tried, changed and taken away, and none is ever shown again', async () => {
  const { page, context, complaints } = await openTab();
  const card = page.getByRole('region', { name: 'IXC' });
  await card.getByText('Não configurado').waitFor();
  expect(await page.locator('.in-card h2').allTextContents()).toEqual(['IXC', 'MK-AUTH', 'ASAAS']);
  expect(await card.getByRole('button', { name: 'Testar IXC' }).isDisabled()).toBe(true);
  const address = card.getByRole('textbox', { name: 'Endereço do IXC' });
  await address.fill('https://user:secret@ixc.example');
  await address.press('Enter');
  await card.getByText('Não parece uma chave ou um endereço válido.').waitFor();
  await address.fill(double.url);
  await card.getByRole('button', { name: 'Salvar' }).click();
  await card.getByRole('button', { name: 'Trocar: Endereço do IXC' }).waitFor();
  const token = card.getByRole('textbox', { name: 'Token do IXC' });
  await token.fill('12:of_another');
  await token.press('Enter');
  await card.getByText('Ainda não testado').waitFor();
  // The state may come by the line, a moment before the answer that empties the field.
  await expect
    .poll(async () => [await token.inputValue(), await address.inputValue()])
    .toEqual(['••••••••', '••••••••']);
  await card.getByRole('button', { name: 'Testar IXC' }).click();
  await card.getByText('Recusou a chave (401)').waitFor();
  await card.getByRole('button', { name: 'Trocar: Token do IXC' }).click();
  expect(await token.evaluate((field) => field === document.activeElement)).toBe(true);
  await page.keyboard.type(billingKeys.tokenixc);
  await page.keyboard.press('Enter');
  await card.getByText('Ainda não testado').waitFor();
  await card.getByRole('button', { name: 'Testar IXC' }).click();
  await card.getByText(/Respondeu em \d+ ms/).waitFor();
  await page.reload();
  await card.getByText(/Respondeu em \d+ ms/).waitFor();
  expect(await page.content()).not.toContain(billingKeys.tokenixc);
  // Another address: the token is told to nobody there.
  await card.getByRole('button', { name: 'Trocar: Endereço do IXC' }).click();
  await page.keyboard.type('https://ixc.example.org');
  await page.keyboard.press('Enter');
  await page.getByText('As chaves do endereço de antes não vão para outro').waitFor();
  await card.getByText('Não configurado').waitFor();
  await token.fill(billingKeys.tokenixc);
  await token.press('Enter');
  await card.getByText('Ainda não testado').waitFor();
  await card.getByRole('button', { name: 'Remover: Token do IXC' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remover' }).click();
  await card.getByText('Não configurado').waitFor();
  expect(complaints.filter((line) => !line.includes('400'))).toEqual([]);
  await context.close();
});

test('a key half typed is not lost without a question: not to another tab, nor another page', async () => {
  const { page, context } = await openTab();
  const address = page.getByRole('textbox', { name: 'Endereço do MK-AUTH' });
  await address.fill('https://mk.exam');
  const question = page.getByRole('dialog').getByText('Descartar o que mudou?');
  for (const away of [
    page.getByRole('tab', { name: 'Opções' }),
    page.getByRole('link', { name: 'Filas' }).first(),
  ]) {
    await away.click();
    await question.waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancelar' }).click();
    expect(await address.inputValue()).toBe('https://mk.exam');
  }
  // Emptied again there is nothing to lose.
  await address.fill(' ');
  await page.getByRole('tab', { name: 'Opções' }).click();
  await page.waitForURL(/\/settings(\/options)?$/);
  await page.goBack();
  await address.fill('https://mk.example');
  await page.getByRole('link', { name: 'Filas' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Descartar' }).click();
  await page.waitForURL(/\/queues$/);
  await context.close();
});

test.each([
  ['pt', 'light', 1440],
  ['en', 'dark', 390],
  ['es', 'dark', 1440],
  ['pt', 'light', 390],
] as const)(
  'in %s and %s at %i pixels nothing is cut off, and axe is content',
  async (locale, theme, width) => {
    const { page, context, complaints } = await openTab({ width, height: 900, locale, theme });
    await page.getByRole('region', { name: 'ASAAS' }).waitFor();
    expect(await look(page)).toEqual({ keys: [], sideways: 0 });
    expect(await serious(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  },
);
