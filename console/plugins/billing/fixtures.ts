import type { InvoiceView } from '../../../contract/invoice.ts';

/** Returns an invoice that was paid in time, for tests. */
export const anInvoice = (number: number, over: Partial<InvoiceView> = {}): InvoiceView => ({
  id: `i${number}`,
  number,
  detail: `Mensalidade ${number}`,
  planId: 'p1',
  planName: `Básico ${number}`,
  value: 99,
  dueDate: '2026-11-10',
  until: '2026-12-10',
  status: 'paid',
  paidAt: '2026-11-09T12:00:00Z',
  surplus: 0,
  ...over,
});
