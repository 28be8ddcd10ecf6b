import type { CompanyView } from '../../../contract/company.ts';
import type { InvoiceView } from '../../../contract/invoice.ts';
import { monthsOf } from '../../../domain/company/due-date.ts';

/** What is to be paid; `id` '': the server makes the invoice. `months`: for how many. */
export type ToPay = Pick<InvoiceView, 'id' | 'planId' | 'planName' | 'value'> & { readonly months: number };

const monthOf = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));

/** Returns what an invoice asks for. */
export const toPay = ({ id, planId, planName, value, dueDate, until }: InvoiceView): ToPay => ({
  id,
  planId,
  planName,
  value,
  months: monthOf(until) - monthOf(dueDate),
});

/** Returns what a plan costs for these months, as the server reckons it: in whole cents a month. */
export const totalOf = ({ value }: { readonly value: number }, months: number): number =>
  (Math.round(value * 100) * months) / 100;

/** Returns what a company that has no invoice yet would pay: during a trial the server makes one at the checkout. */
export function firstToPay({ trial, dueDate, plan, recurrence }: CompanyView): ToPay | undefined {
  if (!trial || dueDate === null || plan === null || plan.value === 0) return undefined;
  const months = monthsOf(recurrence);
  return { id: '', planId: plan.id, planName: plan.name, value: totalOf(plan, months), months };
}
