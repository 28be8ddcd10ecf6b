import { z } from 'zod';
import { ownPlan } from './plan.ts';

/** An invoice as its company's admins see it. */
export const invoiceView = z.object({
  id: z.string(),
  /** Of its company, from 1 on. */
  number: z.number(),
  /** What it is for, in the words of the spec's language. */
  detail: z.string(),
  planId: z.string(),
  planName: z.string(),
  /** Reais. */
  value: z.number(),
  /** yyyy-MM-dd */
  dueDate: z.string(),
  /** To which day it renews the company, yyyy-MM-dd. */
  until: z.string(),
  /** `overdue` by the company's calendar. */
  status: z.enum(['open', 'overdue', 'paid', 'cancelled']),
  paidAt: z.string().nullable(),
  /** What was paid beyond it and not given back, in reais. */
  surplus: z.number(),
});
export type InvoiceView = z.output<typeof invoiceView>;

const line = (max: number) => z.string().trim().max(max);
const requiredLine = (max: number) => line(max).min(1, 'required');
/** What the checkout sends: the spec's fields. Price, users and connections are the server's; a card's are not looked at. */
export const checkoutForm = z.object({
  firstName: requiredLine(100),
  lastName: line(100).default(''),
  /** The line of the company's form that the checkout does not ask for; left out it stays. */
  address: line(200).optional(),
  address2: requiredLine(200),
  city: requiredLine(100),
  state: line(50).default(''),
  zipcode: requiredLine(20),
  country: z.enum(['BR', 'usa'], 'required'),
  useAddressForPaymentDetails: z.boolean().default(false),
  /** The plan's id. */
  plan: line(100).default(''),
  invoiceId: line(100).nullish(),
});
export type CheckoutForm = z.output<typeof checkoutForm>;

export const chargeView = z.object({
  invoiceId: z.string(),
  txid: z.string(),
  /** What a bank's app reads: the text of the Pix BR Code. */
  qrcode: z.string(),
  valor: z.object({ original: z.string() }),
  expiresAt: z.string(),
  /** Where a tester pays; null: it is a real charge. */
  payPage: z.string().nullable(),
});
export type ChargeView = z.output<typeof chargeView>;

/** A page of a company's invoices. */
export const invoicePage = z.object({
  invoices: z.array(invoiceView),
  count: z.number(),
  hasMore: z.boolean(),
  /** What the company has now, whatever an invoice of it was priced to; null: none. */
  plan: ownPlan.nullable(),
});
export type InvoicePage = z.output<typeof invoicePage>;
