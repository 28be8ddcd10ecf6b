import { z } from 'zod';
import { recurrence } from '../company/events.ts';
import type { EventOf } from '../kernel/schema.ts';

/** Money in whole cents of a real. */
const cents = z.number().int().min(0);
const day = z.string();

const plan = { planId: z.string(), planName: z.string() };
/** What an invoice is for: a plan, at what it cost when it was put there. */
const price = { ...plan, amountCents: cents };
/** `paymentId`: the network's own of this payment (Pix: the end-to-end id). */
const payment = {
  invoiceId: z.string(),
  txid: z.string(),
  paymentId: z.string(),
  amountCents: cents,
  paidAt: z.string(),
};

export const invoiceEvents = {
  /** `dueDate`: the company's, of which there is one invoice; `until`: to which day it renews the company. */
  InvoiceIssued: z.object({
    invoiceId: z.string(),
    number: z.number().int().min(1),
    dueDate: day,
    until: day,
    recurrence,
    ...price,
  }),
  /** The plan changed, or another was chosen at the checkout. */
  InvoicePriced: z.object({ invoiceId: z.string(), ...price, chosen: z.literal(true).optional() }),
  /** `code`: what a bank's app reads; nothing of a card is ever known. */
  InvoiceChargeCreated: z.object({
    invoiceId: z.string(),
    txid: z.string(),
    provider: z.string(),
    amountCents: cents,
    code: z.string(),
    expiresAt: z.string(),
    /** Chosen at the checkout: the plan from then on. */
    planId: z.string(),
  }),
  /** `planId`: the plan from then on; null: as it is, which is the one that is `kept` (absent in the first of them). */
  InvoicePaid: z.object({
    ...payment,
    until: day,
    planId: z.string().nullable(),
    kept: z.object(plan).optional(),
  }),
  /** Of an invoice that was paid or cancelled already, or less than was asked for: to be given back. */
  InvoicePaidAgain: z.object(payment),
  InvoiceRefunded: z.object({ invoiceId: z.string(), paymentId: z.string(), amountCents: cents }),
  /** Its period was granted without it. */
  InvoiceCancelled: z.object({ invoiceId: z.string() }),
} as const;

export type InvoiceEvent = EventOf<typeof invoiceEvents>;
