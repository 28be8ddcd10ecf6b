import { channels } from '../../contract/channels.ts';
import type { InvoiceEvent } from '../../domain/invoice/events.ts';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import { begin, type Handler, projection } from '../definition.ts';
import type { InvoiceDocument, PaymentEntry } from './document.ts';

type DataOf<T extends InvoiceEvent['type']> = Extract<InvoiceEvent, { type: T }>['data'];
const id = (event: { data: { invoiceId: string } }) => event.data.invoiceId;

const changes = <T extends InvoiceEvent['type']>(
  change: (data: DataOf<T>, doc: InvoiceDocument) => Partial<InvoiceDocument>,
): Handler<InvoiceDocument, RecordedEvent<T, DataOf<T>>> => ({
  id,
  apply: (doc, { data, metadata: { at } }) => doc && { ...doc, ...change(data, doc), updatedAt: at },
});

const withPayments = (payments: readonly PaymentEntry[]): Partial<InvoiceDocument> => ({
  payments,
  hasSurplus: payments.some(({ isSurplus, isRefunded }) => isSurplus && !isRefunded),
});

const payInvoice = (
  {
    txid,
    paymentId,
    amountCents,
    paidAt,
  }: Pick<PaymentEntry, 'txid' | 'paymentId' | 'amountCents' | 'paidAt'>,
  isSurplus: boolean,
): PaymentEntry => ({ txid, paymentId, amountCents, paidAt, isSurplus, isRefunded: false });

/** Returns what the charge asked for. */
function chargedBy(wanted: string, { charges }: InvoiceDocument): Partial<InvoiceDocument> {
  const { txid: _, ...price } = charges.find(({ txid }) => txid === wanted) ?? {};
  return price;
}

/** What companies were asked to pay and what came of it, a document an invoice. */
export const invoices = projection<InvoiceDocument, InvoiceEvent>('invoices', {
  indexes: [['dueDate'], ['status'], ['hasSurplus']],
  notices: [
    {
      channel: channels.payment,
      // What a checkout waits for: the spec's word for it.
      action: ({ type }, creates) => {
        // Nobody is shown anything else by it.
        if (type === 'InvoiceChargeCreated') return undefined;
        return type === 'InvoicePaid' ? 'CONCLUIDA' : creates ? 'create' : 'update';
      },
      audience: () => ({ owner: null, shared: false, any: 'billing:manage' }),
    },
  ],
  on: {
    InvoiceIssued: {
      id,
      creates: true,
      apply: (_doc, event) => {
        const { invoiceId, number, dueDate, until, recurrence, planId, planName, amountCents } = event.data;
        return {
          ...begin(event, invoiceId),
          number,
          dueDate,
          until,
          recurrence,
          planId,
          planName,
          amountCents,
          status: 'open',
          paidAt: null,
          charges: [],
          payments: [],
          hasSurplus: false,
          createdAt: event.metadata.at,
          updatedAt: event.metadata.at,
        };
      },
    },
    InvoicePriced: changes<'InvoicePriced'>(({ planId, planName, amountCents }) => ({
      planId,
      planName,
      amountCents,
    })),
    InvoiceChargeCreated: changes<'InvoiceChargeCreated'>(
      ({ txid, planId, amountCents }, { charges, planName }) => ({
        charges: [...charges, { txid, planId, planName, amountCents }],
      }),
    ),
    InvoicePaid: changes<'InvoicePaid'>((data, doc) => ({
      status: 'paid',
      // By an earlier code: another plan chosen since is not what was paid for, nor its price. The plan that its company was given
      // since is.
      ...chargedBy(data.txid, doc),
      ...data.kept,
      paidAt: data.paidAt,
      ...withPayments([...doc.payments, payInvoice(data, false)]),
    })),
    InvoicePaidAgain: changes<'InvoicePaidAgain'>((data, doc) =>
      withPayments([...doc.payments, payInvoice(data, true)]),
    ),
    InvoiceRefunded: changes<'InvoiceRefunded'>(({ paymentId }, doc) =>
      withPayments(
        doc.payments.map((one) => (one.paymentId === paymentId ? { ...one, isRefunded: true } : one)),
      ),
    ),
    InvoiceCancelled: changes(() => ({ status: 'cancelled' })),
  },
});
