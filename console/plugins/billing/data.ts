import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { CompanyView } from '../../../contract/company.ts';
import type { ChargeView, CheckoutForm, InvoicePage } from '../../../contract/invoice.ts';
import type { GrantView } from '../../../contract/sign-in.ts';
import { api } from '../../shell/api.ts';
import { heldPayer } from '../../shell/payer.ts';
import { keys } from './live.ts';

/** Returns the options of a call by who may only pay: they have a token of their own, and nothing else. */
const asPayer = () => ({ headers: { authorization: `Bearer ${heldPayer() ?? ''}` } });
const by = (payer: boolean) => (payer ? asPayer() : {});

export const invoicesQuery = (payer: boolean) =>
  infiniteQueryOptions({
    queryKey: keys.list(payer),
    queryFn: ({ pageParam, signal }) =>
      api<InvoicePage>('/invoices/all', { ...by(payer), query: { pageNumber: pageParam }, signal }),
    initialPageParam: 1,
    getNextPageParam: (last, _pages, page) => (last.hasMore ? page + 1 : undefined),
  });

export const companyQuery = (companyId: string) =>
  queryOptions({
    queryKey: [...keys.company, companyId],
    queryFn: ({ signal }) => api<CompanyView>(`/companies/${companyId}`, { signal }),
  });

export const subscribe = (form: CheckoutForm, key: string, payer: boolean) =>
  api<ChargeView>('/subscription', { ...by(payer), body: form, idempotencyKey: key });

/** Resolves with one invoice as it stands, for whom no live line tells; undefined: it is not on the first page. */
export const invoiceOf = async (id: string, payer: boolean, signal: AbortSignal) => {
  const { invoices } = await api<InvoicePage>('/invoices/all', { ...by(payer), signal });
  return invoices.find((invoice) => invoice.id === id);
};

/** Ends the token to pay by; without an answer it ends by itself. */
export const leave = (): Promise<undefined> =>
  api<undefined>('/auth/logout', { ...asPayer(), method: 'DELETE' }).catch(() => undefined);

/** Returns a whole session for who signed in to pay. */
export const wholeSession = () =>
  api<GrantView>('/auth/billing/session', {
    ...asPayer(),
    method: 'POST',
    body: {},
  });
