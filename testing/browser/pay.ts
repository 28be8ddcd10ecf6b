import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const wait = { timeout: 15_000 };

/** Fills the three steps of the checkout that is open, for the plan “Profissional”, and pays on the sandbox's page. */
export async function payBy(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Próximo' }).click();
  await dialog.getByText('O nome completo é obrigatório').waitFor();
  for (const words of ['O Endereço é obrigatório', 'Cidade é obrigatória', 'CEP é obrigatório'])
    await dialog.getByText(words).waitFor();
  await dialog.getByLabel('Nome', { exact: true }).fill('Ana');
  await dialog.getByLabel('Endereço').fill('Rua das Flores, 1');
  await dialog.getByLabel('Cidade').fill('São Paulo');
  await dialog.getByLabel('CEP').fill('01001-000');
  expect(await dialog.getByLabel('País').getByRole('option').allTextContents()).toEqual([
    ...['Brasil', 'Estados Unidos'],
  ]);
  await dialog.getByRole('button', { name: 'Próximo' }).click();
  await dialog.getByRole('radio', { name: /Profissional/ }).waitFor();
  expect(await dialog.getByRole('radio', { name: /Profissional/ }).isChecked()).toBe(true);
  await dialog.getByRole('button', { name: 'Próximo' }).click();
  await dialog.getByText('Rua das Flores, 1', { exact: false }).waitFor();
  await dialog.getByRole('button', { name: 'Pagar', exact: true }).click();
  await page
    .getByText('Assinatura realizada com sucesso!, aguardando a realização do pagamento')
    .waitFor(wait);
  const pix = page.getByRole('dialog', { name: /Pix de R\$\s349,90/ });
  await pix
    .getByTitle('QR Code do Pix')
    .or(pix.getByRole('img', { name: 'QR Code do Pix' }))
    .first()
    .waitFor(wait);
  // On a phone its box is as wide as the page, and the code in its middle.
  const offCenter = await pix.locator('.qr').evaluate((box) => {
    const [outer, inner] = [box, box.firstElementChild!].map((one) => one.getBoundingClientRect());
    return outer!.left + outer!.right - inner!.left - inner!.right;
  });
  expect(Math.abs(offCenter)).toBeLessThan(2);
  expect(await pix.getByRole('textbox', { name: 'Pix copia e cola' }).inputValue()).toMatch(/^000201/);
  const [bank] = await Promise.all([
    page.context().waitForEvent('page'),
    pix.getByRole('link', { name: 'Pagar em modo de teste' }).click(),
  ]);
  // It is shown for four seconds: on a busy machine less than it takes to look at the bank and close it.
  const confirmed = page.getByRole('dialog', { name: 'Pagamento confirmado' }).waitFor(wait);
  await Promise.all([bank.getByRole('button', { name: 'Pagar agora' }).click(), confirmed]);
  await bank.getByRole('heading', { name: 'Pago' }).waitFor();
  await bank.close();
}
