import type { InvoiceView } from '../../contract/invoice.ts';
import { defaultTimeZone } from '../../domain/company/events.ts';
import { isOverdue } from '../../domain/company/overdue.ts';
import type { InvoiceDocument } from '../../projections/invoices/document.ts';

const dayInWords = (day: string) => day.split('-').reverse().join('/');

/** Returns what an invoice is for. */
export const detailOf = ({
  planName,
  dueDate,
  until,
}: Pick<InvoiceDocument, 'planName' | 'dueDate' | 'until'>) =>
  `Plano ${planName}, de ${dayInWords(dueDate)} a ${dayInWords(until)}`;

/** Returns an invoice as its company's admins see it, late or not by the company's calendar. */
export function invoiceViewOf(
  document: InvoiceDocument,
  timeZone: string = defaultTimeZone,
  now = new Date(),
): InvoiceView {
  const { id, number, planId, planName, amountCents, dueDate, until, status, paidAt, payments } = document;
  const surplus = payments
    .filter(({ isSurplus, isRefunded }) => isSurplus && !isRefunded)
    .reduce((sum, payment) => sum + payment.amountCents, 0);
  return {
    id,
    number,
    planId,
    planName,
    dueDate,
    until,
    paidAt,
    detail: detailOf(document),
    value: amountCents / 100,
    surplus: surplus / 100,
    status: status === 'open' && isOverdue(dueDate, timeZone, now) ? 'overdue' : status,
  };
}
