import { describe, expect, test } from 'vitest';
import type { InvoiceEvent } from './events.ts';
import { type Account, type InvoiceCommand, invoiceDecider, priceOf } from './invoice.ts';

const at = '2026-12-02T12:00:00.000Z';
const plan = { planId: 'p1', planName: 'Profissional', value: 349.9 };
const basic = { planId: 'p0', planName: 'Básico', value: 99 };
const billed = { invoiceId: 'i1', dueDate: '2026-12-12', recurrence: 'MENSAL' as const, plan };
const charge = {
  txid: 't1',
  provider: 'sandbox',
  code: 'x',
  expiresAt: '2026-12-03T12:00:00.000Z',
  amountCents: 34_990,
  planId: 'p1',
};
const payment = { txid: 't1', paymentId: 'E1', amountCents: 34_990, paidAt: at };

/** Commands one after the other, as one company gives them. */
const account = () => {
  let state: Account = invoiceDecider.initial;
  const give = (type: InvoiceCommand['type'], data: object): readonly InvoiceEvent[] => {
    const metadata = {
      companyId: 'c1',
      actor: { kind: 'system' as const, id: 'billing' },
      commandId: '1',
      at,
    };
    const events = invoiceDecider.decide({ type, data, metadata } as unknown as InvoiceCommand, state);
    for (const event of events) state = invoiceDecider.evolve(state, event, at);
    return events;
  };
  return { give, types: (...asked: Parameters<typeof give>) => give(...asked).map(({ type }) => type) };
};
const charged = () => {
  const one = account();
  one.give('IssueInvoice', billed);
  one.give('ChargeInvoice', { invoiceId: 'i1', charge });
  return one;
};

describe('an invoice', () => {
  test('is issued once for a due date, numbered, at what the plan costs for the recurrence', () => {
    const { give } = account();
    expect(give('IssueInvoice', { ...billed, recurrence: 'TRIMESTRAL' })).toEqual([
      {
        type: 'InvoiceIssued',
        data: {
          invoiceId: 'i1',
          number: 1,
          dueDate: '2026-12-12',
          until: '2027-03-12',
          recurrence: 'TRIMESTRAL',
          planId: 'p1',
          planName: 'Profissional',
          amountCents: 104_970,
        },
      },
    ]);
    expect(give('IssueInvoice', { ...billed, invoiceId: 'other' })).toEqual([]);
    const [next] = give('IssueInvoice', { ...billed, invoiceId: 'i2', dueDate: '2027-03-12' });
    expect(next?.data).toMatchObject({ number: 2 });
  });

  test('of a plan that costs nothing is none; cents are never a fraction', () => {
    expect(account().give('IssueInvoice', { ...billed, plan: { ...plan, value: 0 } })).toEqual([]);
    expect(priceOf({ value: 19.99 }, 'ANUAL')).toBe(23_988);
    expect(priceOf({ value: 1.005 }, 'MENSAL') % 1).toBe(0);
  });

  test('renews to the same day, the last where the month has none', () => {
    const [issued] = account().give('IssueInvoice', { ...billed, dueDate: '2027-01-31' });
    expect(issued?.data).toMatchObject({ until: '2027-02-28' });
  });

  test('follows its plan while it is open; what a charge asks for stays', () => {
    const { give, types } = charged();
    expect(types('PriceInvoice', { invoiceId: 'i1', plan: basic })).toEqual(['InvoicePriced']);
    expect(types('PriceInvoice', { invoiceId: 'i1', plan: basic })).toEqual([]);
    const [paid] = give('RecordPayment', { invoiceId: 'i1', payment });
    expect(paid).toMatchObject({ type: 'InvoicePaid', data: { planId: null, until: '2027-01-12' } });
    expect(() => give('PriceInvoice', { invoiceId: 'i1', plan })).toThrow('ERR_INVOICE_PAID');
    expect(() => give('ChargeInvoice', { invoiceId: 'i1', charge: { ...charge, txid: 't2' } })).toThrow(
      'ERR_INVOICE_PAID',
    );
  });

  test('is charged what it costs at that moment, or not at all', () => {
    const { types } = charged();
    types('PriceInvoice', { invoiceId: 'i1', plan: basic });
    expect(() => types('ChargeInvoice', { invoiceId: 'i1', charge: { ...charge, txid: 't2' } })).toThrow(
      'the invoice has another price by now',
    );
  });

  test('keeps the plan that was chosen at the checkout while its company has another', () => {
    const { types } = charged();
    expect(types('PriceInvoice', { invoiceId: 'i1', plan: basic, chosen: true })).toEqual(['InvoicePriced']);
    expect(types('PriceInvoice', { invoiceId: 'i1', plan })).toEqual([]);
    expect(types('PriceInvoice', { invoiceId: 'i1', plan: { ...basic, value: 109 } })).toEqual([
      'InvoicePriced',
    ]);
  });

  test('asks for nothing any more once its plan costs nothing; such a plan is not chosen at the checkout', () => {
    const free = { ...basic, value: 0 };
    const { give, types } = charged();
    expect(() => give('PriceInvoice', { invoiceId: 'i1', plan: free, chosen: true })).toThrow(
      'a plan that costs nothing',
    );
    expect(types('PriceInvoice', { invoiceId: 'i1', plan: free })).toEqual(['InvoiceCancelled']);
    expect(() => give('ChargeInvoice', { invoiceId: 'i1', charge })).toThrow('ERR_INVOICE_CANCELLED');
  });

  test('that is not there is said', () => {
    expect(() => account().give('RecordPayment', { invoiceId: 'constructor', payment })).toThrow(
      'ERR_NO_INVOICE_FOUND',
    );
  });
});

describe('a due date that comes back', () => {
  test('has an invoice again where the one before was cancelled, or given back', () => {
    const { types } = charged();
    types('CancelInvoices', { dueDate: '2027-01-12' });
    expect(types('IssueInvoice', { ...billed, invoiceId: 'i2' })).toEqual(['InvoiceIssued']);
    expect(types('IssueInvoice', { ...billed, invoiceId: 'i3' })).toEqual([]);
    types('ChargeInvoice', { invoiceId: 'i2', charge: { ...charge, txid: 't2' } });
    types('RecordPayment', { invoiceId: 'i2', payment: { ...payment, txid: 't2' } });
    expect(types('IssueInvoice', { ...billed, invoiceId: 'i3' })).toEqual([]);
    types('RefundPayment', { invoiceId: 'i2', paymentId: 'E1' });
    expect(types('IssueInvoice', { ...billed, invoiceId: 'i3' })).toEqual(['InvoiceIssued']);
  });
});

describe('a payment', () => {
  test('counts once, whoever tells of it and however often', () => {
    const { types } = charged();
    expect(types('RecordPayment', { invoiceId: 'i1', payment })).toEqual(['InvoicePaid']);
    expect(types('RecordPayment', { invoiceId: 'i1', payment })).toEqual([]);
  });

  test('that comes a second time is kept to be given back, once', () => {
    const { types } = charged();
    types('RecordPayment', { invoiceId: 'i1', payment });
    const second = { ...payment, paymentId: 'E2' };
    expect(types('RecordPayment', { invoiceId: 'i1', payment: second })).toEqual(['InvoicePaidAgain']);
    expect(types('RefundPayment', { invoiceId: 'i1', paymentId: 'E2' })).toEqual(['InvoiceRefunded']);
    expect(types('RefundPayment', { invoiceId: 'i1', paymentId: 'E2' })).toEqual([]);
    expect(() => types('RefundPayment', { invoiceId: 'i1', paymentId: 'E3' })).toThrow(
      'ERR_NOTHING_TO_REFUND',
    );
  });

  test.each([
    ['less than was asked for', { ...payment, amountCents: 34_989 }],
    ['by a charge that was never made', { ...payment, txid: 'other' }],
  ])('%s settles nothing', (_name, given) => {
    const { types } = charged();
    expect(types('RecordPayment', { invoiceId: 'i1', payment: given })).toEqual(['InvoicePaidAgain']);
    expect(types('RecordPayment', { invoiceId: 'i1', payment: { ...payment, paymentId: 'E9' } })).toEqual([
      'InvoicePaid',
    ]);
  });

  test('by the code of a plan that was chosen is for that plan, whichever was chosen since', () => {
    const { give, types } = charged();
    types('PriceInvoice', { invoiceId: 'i1', plan: basic, chosen: true });
    const cheap = { ...charge, txid: 't2', planId: 'p0', amountCents: 9_900 };
    types('ChargeInvoice', { invoiceId: 'i1', charge: cheap });
    types('PriceInvoice', { invoiceId: 'i1', plan, chosen: true });
    const [paid] = give('RecordPayment', {
      invoiceId: 'i1',
      payment: { ...payment, txid: 't2', amountCents: 9_900 },
    });
    expect(paid).toMatchObject({ type: 'InvoicePaid', data: { planId: 'p0' } });
  });

  test('by the code of a plan that nobody chose names the plan that is kept in its place', () => {
    const { give, types } = charged();
    types('PriceInvoice', { invoiceId: 'i1', plan: basic });
    const [paid] = give('RecordPayment', { invoiceId: 'i1', payment, had: basic });
    expect(paid!.data).toMatchObject({ planId: null, kept: { planId: 'p0', planName: 'Básico' } });
    const [asAsked] = charged().give('RecordPayment', { invoiceId: 'i1', payment, had: basic });
    expect(asAsked!.data).not.toHaveProperty('kept');
  });

  test('of a cancelled invoice renews nothing', () => {
    const { types } = charged();
    expect(types('CancelInvoices', { dueDate: '2026-12-12' })).toEqual([]);
    expect(types('CancelInvoices', { dueDate: '2027-01-12' })).toEqual(['InvoiceCancelled']);
    expect(types('CancelInvoices', { dueDate: null })).toEqual([]);
    expect(types('RecordPayment', { invoiceId: 'i1', payment })).toEqual(['InvoicePaidAgain']);
    expect(() => types('ChargeInvoice', { invoiceId: 'i1', charge: { ...charge, txid: 't2' } })).toThrow(
      'ERR_INVOICE_CANCELLED',
    );
  });
});
