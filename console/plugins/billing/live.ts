import type { QueryClient } from '@tanstack/react-query';
import { createStore } from 'zustand/vanilla';
import type { Change } from '../../../contract/changes.ts';
import type { InvoiceView } from '../../../contract/invoice.ts';

export const keys = {
  all: ['billing'] as const,
  list: (payer: boolean) => ['billing', 'invoices', payer] as const,
  company: ['billing', 'company'] as const,
};

const paidInvoices = createStore<{ readonly latest?: InvoiceView }>(() => ({}));

/** Returns how to stop telling of each payment that comes in while somebody waits for it. */
export const onPaid = (heard: (invoice: InvoiceView) => void): (() => void) =>
  paidInvoices.subscribe(({ latest }) => {
    if (latest !== undefined) heard(latest);
  });

export function applyPaymentChange(change: Change, cache: QueryClient): void {
  void cache.invalidateQueries({ queryKey: keys.all });
  const invoice = change.document as InvoiceView | undefined;
  if (change.action === 'CONCLUIDA' && invoice) paidInvoices.setState({ latest: invoice });
}

export const reloadInvoices = (cache: QueryClient) => cache.invalidateQueries({ queryKey: keys.all });
