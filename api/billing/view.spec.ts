import { expect, it } from 'vitest';
import type { InvoiceDocument } from '../../projections/invoices/document.ts';
import { invoiceViewOf } from './view.ts';

const invoice: InvoiceDocument = {
  ...{ id: 'i1', companyId: 'c1', position: 1, number: 1, status: 'open', planId: 'p1', planName: 'Básico' },
  ...{ amountCents: 9_990, recurrence: 'MENSAL', dueDate: '2026-11-10', until: '2026-12-10', paidAt: null },
  ...{ charges: [], payments: [], hasSurplus: false, createdAt: '', updatedAt: '' },
};

it.each([
  ['open', '2026-11-11T02:59:59Z', 'open'],
  ['open', '2026-11-11T03:00:00Z', 'overdue'],
  ['paid', '2026-11-11T03:00:00Z', 'paid'],
  ['cancelled', '2026-11-11T03:00:00Z', 'cancelled'],
] as const)('an invoice that is %s is at %s by the company’s calendar %s', (status, now, shown) => {
  expect(invoiceViewOf({ ...invoice, status }, 'America/Sao_Paulo', new Date(now)).status).toBe(shown);
});
