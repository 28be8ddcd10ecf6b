/** The systems that companies bill their customers by, asked for what a customer has still to pay. */

import { z } from 'zod';
import type { KeysOf } from '../../domain/company/integrations.ts';
import {
  type BillingSystem,
  BillingSystemError,
  type OpenInvoice,
} from '../../domain/ports/billing-system.ts';
import type { Ask } from '../ask.ts';
import { day, demand, oldestFirst, pixCode, readAs, reais, webAddress } from './asking.ts';

// ASAAS, version 3 (https://docs.asaas.com): a key in the header access_token, lists as {data}.

export interface AsaasPlaces {
  readonly live: string;
  /** Of keys of its environment for trials. */
  readonly trial: string;
}
const asaasPlaces: AsaasPlaces = {
  live: 'https://api.asaas.com/v3',
  trial: 'https://api-sandbox.asaas.com/v3',
};

const id = z.string().regex(/^[\w-]{1,60}$/);
const customers = z.object({ data: z.array(z.object({ id, deleted: z.boolean().optional() })) });
const payments = z.object({
  data: z.array(
    z.object({
      id,
      value: reais,
      dueDate: day,
      deleted: z.boolean().optional(),
      billingType: z.string().optional(),
      invoiceUrl: webAddress,
    }),
  ),
});
const pixQrCode = z.object({ payload: pixCode });

export function createAsaas({ asaas: key }: KeysOf<'asaas'>, ask: Ask, places = asaasPlaces): BillingSystem {
  const base = key.startsWith('$aact_hmlg_') ? places.trial : places.live;
  const get = async (path: string, query: Readonly<Record<string, string>> = {}) => {
    const text = new URLSearchParams(query).toString();
    return demand(ask, {
      method: 'GET',
      url: `${base}${path}${text && `?${text}`}`,
      headers: { access_token: key, 'user-agent': 'balcao' },
    });
  };

  async function openPayments(customer: string) {
    const found = [];
    for (const status of ['OVERDUE', 'PENDING'])
      found.push(...readAs(payments, await get('/payments', { customer, status, limit: '10' })).data);
    return oldestFirst(found.filter(({ deleted }) => deleted !== true));
  }

  /** One that cannot be paid by Pix has no code: its page has how else. */
  async function pixOf(paymentId: string): Promise<string | undefined> {
    try {
      return readAs(pixQrCode, await get(`/payments/${paymentId}/pixQrCode`)).payload;
    } catch (error) {
      if (error instanceof BillingSystemError && error.failure === 'refused') return undefined;
      throw error;
    }
  }

  return {
    async check() {
      readAs(customers, await get('/customers', { limit: '1' }));
    },
    async openInvoices(cpfCnpj) {
      const { data } = readAs(customers, await get('/customers', { cpfCnpj, limit: '10' }));
      const known = data.filter(({ deleted }) => deleted !== true);
      if (known.length === 0) return undefined;
      const invoices: (OpenInvoice & { readonly id: string })[] = [];
      for (const customer of known)
        for (const { id: paymentId, value, dueDate, invoiceUrl } of await openPayments(customer.id))
          invoices.push({ id: paymentId, amountCents: value, dueDate, url: invoiceUrl });
      const told: OpenInvoice[] = [];
      for (const { id: paymentId, ...invoice } of oldestFirst(invoices))
        told.push({ ...invoice, pix: await pixOf(paymentId) });
      return told;
    },
  };
}
