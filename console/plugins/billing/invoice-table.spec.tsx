import { render, screen, within } from '@testing-library/react';
import { beforeAll, expect, test, vi } from 'vitest';
import { addMessages, createI18n } from '../../shell/i18n.ts';
import { anInvoice } from './fixtures.ts';
import { InvoiceTable } from './invoice-table.tsx';
import { messages } from './messages/pt.ts';

vi.mock('../../shell/i18n.ts', async (original) => {
  const i18n = await original<typeof import('../../shell/i18n.ts')>();
  return { ...i18n, useT: () => i18n.translate };
});

beforeAll(async () => {
  localStorage.setItem('locale', 'pt');
  await createI18n([]);
  await addMessages('billing', async () => messages);
});

test('an invoice says how it stands; what is unpaid offers to be paid, and what is late is red', () => {
  const paid: string[] = [];
  const invoices = (['open', 'overdue', 'paid', 'cancelled'] as const).map((status, at) =>
    anInvoice(at + 1, { status }),
  );
  render(
    <InvoiceTable invoices={invoices} timeZone="America/Sao_Paulo" onPay={({ id }) => void paid.push(id)} />,
  );
  const seen = screen.getAllByRole('row').slice(1);
  const words = ['Em Aberto', 'Vencido', 'Pago', 'Cancelada'];
  expect(
    seen.map((row) => words.filter((one) => within(row).queryByText(one, { exact: true }) !== null)),
  ).toEqual(words.map((word) => [word]));
  for (const row of seen)
    within(row)
      .queryByRole('button', { name: /^Pagar a fatura/ })
      ?.click();
  expect(paid).toEqual(['i1', 'i2']);
  expect(seen.map((row) => row.className.includes('c-err'))).toEqual([false, true, false, false]);
});
