import type { QueryClient } from '@tanstack/react-query';
import type { Change } from '../../../contract/changes.ts';
import type { InvoiceView } from '../../../contract/invoice.ts';

export const keys = {
  all: ['billing'] as const,
  list: (payer: boolean) => ['billing', 'invoices', payer] as const,
  company: ['billing', 'company'] as const,
};

type Heard = (invoice: InvoiceView) => void;
const listeners = new Set<Heard>();

/** Tells of each payment that comes in while somebody waits for it. Returns how to stop. */
export const onPaid = (heard: Heard): (() => void) => {
  listeners.add(heard);
  return () => listeners.delete(heard);
};

export function applyPaymentChange(change: Change, cache: QueryClient): void {
  void cache.invalidateQueries({ queryKey: keys.all });
  const invoice = change.document as InvoiceView | undefined;
  if (change.action === 'CONCLUIDA' && invoice) for (const heard of listeners) heard(invoice);
}

export const reloadInvoices = (cache: QueryClient) => cache.invalidateQueries({ queryKey: keys.all });
