/** What a company is asked to pay: its invoices, their charges and payments, in one stream a company. */

import type { Command } from '../command.ts';
import { monthsOf, nextDueDate } from '../company/due-date.ts';
import type { Company } from '../company/state.ts';
import { DomainError } from '../errors.ts';
import type { Decider } from '../kernel/decider.ts';
import { type InvoiceEvent, invoiceEvents } from './events.ts';

type DataOf<T extends InvoiceEvent['type']> = Extract<InvoiceEvent, { type: T }>['data'];
export type Charge = Omit<DataOf<'InvoiceChargeCreated'>, 'invoiceId'>;
export interface Payment {
  readonly txid: string;
  readonly paymentId: string;
  readonly amountCents: number;
  readonly paidAt: string;
}
interface TakenPayment extends Payment {
  /** It settled nothing. */
  readonly isSurplus: boolean;
  readonly isRefunded: boolean;
}
interface MadeCharge extends Charge {
  /** Its plan was chosen at the checkout. */
  readonly isChosen: boolean;
}

export interface Invoice {
  readonly id: string;
  readonly status: 'open' | 'paid' | 'cancelled';
  readonly dueDate: string;
  readonly until: string;
  readonly planId: string;
  readonly amountCents: number;
  /** The plan was chosen at the checkout. */
  readonly isChosen: boolean;
  readonly recurrence: DataOf<'InvoiceIssued'>['recurrence'];
  /** The newest last. */
  readonly charges: readonly MadeCharge[];
  readonly payments: readonly TakenPayment[];
}

/** All that a company was ever asked to pay: one stream, so that numbers follow each other and no period has two invoices. */
export interface Account {
  readonly status: 'absent' | 'active';
  readonly invoices: Readonly<Record<string, Invoice>>;
}

/** A plan as it is priced. */
export interface PricedPlan {
  readonly planId: string;
  readonly planName: string;
  /** Reais a month. */
  readonly value: number;
}
/** What the company stands at when it is asked for an invoice. */
export interface Billed {
  readonly dueDate: string;
  readonly recurrence: Company['recurrence'];
  readonly plan: PricedPlan;
}

/** `had`: the company's plan as the payment comes in, where it has one. */
interface Received {
  readonly invoiceId: string;
  readonly payment: Payment;
  readonly had?: Pick<PricedPlan, 'planId' | 'planName'> | undefined;
}

export type InvoiceCommand =
  | Command<'IssueInvoice', Billed & { readonly invoiceId: string }>
  | Command<
      'PriceInvoice',
      { readonly invoiceId: string; readonly plan: PricedPlan; readonly chosen?: true | undefined }
    >
  | Command<'ChargeInvoice', { readonly invoiceId: string; readonly charge: Charge }>
  | Command<'RecordPayment', Received>
  | Command<'RefundPayment', { readonly invoiceId: string; readonly paymentId: string }>
  /** What is open for another due date than the company's present one is asked for no more. */
  | Command<'CancelInvoices', { readonly dueDate: string | null }>;

/** Returns what a plan costs for one recurrence, in cents. */
export const priceOf = ({ value }: Pick<PricedPlan, 'value'>, recurrence: Company['recurrence']): number =>
  Math.round(value * 100) * monthsOf(recurrence);

/** Returns the invoice of that id. @throws ERR_NO_INVOICE_FOUND */
export function invoiceOf({ invoices }: Account, invoiceId: string): Invoice {
  const invoice = Object.hasOwn(invoices, invoiceId) ? invoices[invoiceId] : undefined;
  if (!invoice) throw new DomainError('ERR_NO_INVOICE_FOUND');
  return invoice;
}

/** @throws ERR_INVOICE_PAID, ERR_INVOICE_CANCELLED */
export function demandOpen({ status }: Invoice): void {
  if (status === 'paid') throw new DomainError('ERR_INVOICE_PAID');
  if (status === 'cancelled') throw new DomainError('ERR_INVOICE_CANCELLED');
}

/** Returns whether an invoice still stands for its due date: open, or paid and not given back. */
export const stands = ({ status, payments }: Invoice): boolean =>
  status === 'open' ||
  (status === 'paid' && payments.some(({ isSurplus, isRefunded }) => !isSurplus && !isRefunded));

function issue(
  { invoices }: Account,
  { invoiceId, dueDate, recurrence, plan }: Billed & { readonly invoiceId: string },
): readonly InvoiceEvent[] {
  const amountCents = priceOf(plan, recurrence);
  const isThere = Object.values(invoices).some(
    (one) => one.id === invoiceId || (one.dueDate === dueDate && stands(one)),
  );
  if (isThere || amountCents === 0) return [];
  const { planId, planName } = plan;
  const number = Object.keys(invoices).length + 1;
  const until = nextDueDate(dueDate, recurrence);
  const data = { invoiceId, number, dueDate, until, recurrence, planId, planName, amountCents };
  return [{ type: 'InvoiceIssued', data }];
}

function record(account: Account, { invoiceId, payment, had }: Received): readonly InvoiceEvent[] {
  const invoice = invoiceOf(account, invoiceId);
  if (invoice.payments.some(({ paymentId }) => paymentId === payment.paymentId)) return [];
  const charge = invoice.charges.find(({ txid }) => txid === payment.txid);
  const settles = invoice.status === 'open' && charge && payment.amountCents >= charge.amountCents;
  const { txid, paymentId, amountCents, paidAt } = payment;
  const data = { invoiceId, txid, paymentId, amountCents, paidAt };
  if (!settles) return [{ type: 'InvoicePaidAgain', data }];
  // A charge from before the plan became another gives nobody back what they had: the plan stays as it is. A plan that was chosen is
  // the one that is paid for, also where another was chosen since: nobody keeps a dear one for the price of a cheap one.
  const planId = charge.isChosen || charge.planId === invoice.planId ? charge.planId : null;
  const kept = planId === null && had ? { kept: { planId: had.planId, planName: had.planName } } : {};
  return [{ type: 'InvoicePaid', data: { ...data, until: invoice.until, planId, ...kept } }];
}

const decide = (command: InvoiceCommand, state: Account): readonly InvoiceEvent[] => {
  const { type, data } = command;
  switch (type) {
    case 'IssueInvoice':
      return issue(state, data);
    case 'PriceInvoice': {
      const { invoiceId, plan, chosen: isChosen } = data;
      const invoice = invoiceOf(state, invoiceId);
      demandOpen(invoice);
      // What somebody chose at the checkout is not taken back by what their company has until they pay.
      if (invoice.isChosen && !isChosen && invoice.planId !== plan.planId) return [];
      const { planId, planName } = plan;
      const amountCents = priceOf(plan, invoice.recurrence);
      if (invoice.planId === planId && invoice.amountCents === amountCents) return [];
      // Nothing is asked for where there is nothing to pay, and nobody can pay it.
      if (amountCents === 0 && isChosen)
        throw new DomainError('ERR_PLAN_NOT_FOUND', 'a plan that costs nothing is not paid for', {
          errors: { plan: 'ERR_PLAN_NOT_FOUND' },
        });
      if (amountCents === 0) return [{ type: 'InvoiceCancelled', data: { invoiceId } }];
      return [
        {
          type: 'InvoicePriced',
          data: { invoiceId, planId, planName, amountCents, ...(isChosen && { chosen: isChosen }) },
        },
      ];
    }
    case 'ChargeInvoice': {
      const { invoiceId, charge } = data;
      const invoice = invoiceOf(state, invoiceId);
      demandOpen(invoice);
      if (invoice.charges.some(({ txid }) => txid === charge.txid)) return [];
      // What its code asks for is what it settles: of another price it would settle nothing.
      if (charge.amountCents !== invoice.amountCents || charge.planId !== invoice.planId)
        throw new DomainError('ERR_CONFLICT', 'the invoice has another price by now');
      return [{ type: 'InvoiceChargeCreated', data: { invoiceId, ...charge } }];
    }
    case 'RecordPayment':
      return record(state, data);
    case 'RefundPayment': {
      const payment = invoiceOf(state, data.invoiceId).payments.find(
        (one) => one.paymentId === data.paymentId,
      );
      if (!payment) throw new DomainError('ERR_NOTHING_TO_REFUND');
      if (payment.isRefunded) return [];
      return [{ type: 'InvoiceRefunded', data: { ...data, amountCents: payment.amountCents } }];
    }
    case 'CancelInvoices':
      return Object.values(state.invoices)
        .filter(({ status, dueDate }) => status === 'open' && dueDate !== data.dueDate)
        .map(({ id }) => ({ type: 'InvoiceCancelled', data: { invoiceId: id } }));
    default:
      return type satisfies never;
  }
};

const changeInvoice = (state: Account, id: string, change: (invoice: Invoice) => Invoice): Account => {
  const invoice = state.invoices[id];
  return invoice ? { ...state, invoices: { ...state.invoices, [id]: change(invoice) } } : state;
};

const payInvoice =
  (payment: Payment, isSurplus: boolean) =>
  (invoice: Invoice): Invoice => {
    const { txid, paymentId, amountCents, paidAt } = payment;
    const taken = { txid, paymentId, amountCents, paidAt, isSurplus, isRefunded: false };
    return {
      ...invoice,
      ...(!isSurplus && { status: 'paid' }),
      payments: [...invoice.payments, taken],
    };
  };

const evolve = (state: Account, event: InvoiceEvent): Account => {
  switch (event.type) {
    case 'InvoiceIssued': {
      const { invoiceId: id, dueDate, until, recurrence, planId, amountCents } = event.data;
      const issuedInvoice: Invoice = {
        id,
        status: 'open',
        dueDate,
        until,
        recurrence,
        planId,
        amountCents,
        isChosen: false,
        charges: [],
        payments: [],
      };
      return { status: 'active', invoices: { ...state.invoices, [id]: issuedInvoice } };
    }
    case 'InvoicePriced': {
      const { invoiceId, planId, amountCents, chosen = false } = event.data;
      return changeInvoice(state, invoiceId, (invoice) => ({
        ...invoice,
        planId,
        amountCents,
        isChosen: chosen,
      }));
    }
    case 'InvoiceChargeCreated': {
      const { invoiceId, ...charge } = event.data;
      return changeInvoice(state, invoiceId, (invoice) => ({
        ...invoice,
        charges: [...invoice.charges, { ...charge, isChosen: invoice.isChosen }],
      }));
    }
    case 'InvoicePaid':
      return changeInvoice(state, event.data.invoiceId, payInvoice(event.data, false));
    case 'InvoicePaidAgain':
      return changeInvoice(state, event.data.invoiceId, payInvoice(event.data, true));
    case 'InvoiceRefunded': {
      const { invoiceId, paymentId } = event.data;
      return changeInvoice(state, invoiceId, (invoice) => ({
        ...invoice,
        payments: invoice.payments.map((one) =>
          one.paymentId === paymentId ? { ...one, isRefunded: true } : one,
        ),
      }));
    }
    case 'InvoiceCancelled':
      return changeInvoice(state, event.data.invoiceId, (invoice) => ({ ...invoice, status: 'cancelled' }));
    default:
      event satisfies never;
      return state;
  }
};

export const invoiceDecider: Decider<Account, InvoiceCommand, InvoiceEvent> = {
  category: 'invoice',
  types: new Set(Object.keys(invoiceEvents)),
  initial: { status: 'absent', invoices: {} },
  repeatable: new Set(['InvoiceCancelled']),
  decide,
  evolve,
};
