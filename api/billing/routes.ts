import { z } from 'zod';
import { type InvoiceView, invoicePage, invoiceView } from '../../contract/invoice.ts';
import { DomainError } from '../../domain/errors.ts';
import type { InvoiceDocument } from '../../projections/invoices/document.ts';
import { ownPlanOf } from '../companies/view.ts';
import { awaitSettled, contextOf } from '../http/commands.ts';
import { timeZoneOf } from '../http/company-time.ts';
import { id, optional, pageNumber, searchParam } from '../http/schemas.ts';
import type { Api } from '../services.ts';
import { checkoutRoutes } from './checkout-routes.ts';
import { noticeRoutes } from './notice-routes.ts';
import { invoiceViewOf } from './view.ts';

type Needs = Pick<
  Api,
  | 'app'
  | 'names'
  | 'readStore'
  | 'desk'
  | 'state'
  | 'payments'
  | 'reached'
  | 'config'
  | 'now'
  | 'log'
  | 'limits'
>;

const tags = ['invoices'];
const pageSize = 20;
/** More than a company ever has: looked through where something is searched for. */
const mostInvoices = 1_000;

/** What a company is asked to pay, how it pays, and where the payment's provider tells of it. */
export function billingRoutes(api: Needs): void {
  listRoute(api);
  refundRoute(api);
  checkoutRoutes(api);
  noticeRoutes(api);
}

const matches = (invoice: InvoiceView, words: string) =>
  [String(invoice.number), invoice.detail, invoice.dueDate, invoice.value.toFixed(2).replace('.', ',')].some(
    (text) => text.toLowerCase().includes(words),
  );

function listRoute({ app, names, now }: Needs): void {
  app.get(
    '/api/invoices/all',
    {
      config: { rule: 'billing:manage', billing: true },
      schema: {
        tags,
        summary:
          'Invoices of the company, 20 a page, the newest first, with the plan that it has; `searchParam` finds by number, detail and value.',
        querystring: z.object({ searchParam, pageNumber, status: optional(invoiceView.shape.status) }),
        response: { 200: invoicePage },
      },
    },
    async (request) => {
      const { searchParam: words = '', pageNumber: page, status } = request.query;
      const { companyId } = request.session;
      const ownNames = await names.company(companyId);
      const timeZone = timeZoneOf(ownNames, companyId);
      const all = await request.read.find<InvoiceDocument>('invoices', {
        sort: ['-dueDate'],
        limit: mostInvoices,
      });
      const foundInvoices = all
        .map((document) => invoiceViewOf(document, timeZone, now()))
        .filter(
          (one) => (status === undefined || one.status === status) && matches(one, words.toLowerCase()),
        );
      const end = page * pageSize;
      const company = ownNames.get('companies', companyId);
      return {
        invoices: foundInvoices.slice(end - pageSize, end),
        count: foundInvoices.length,
        hasMore: foundInvoices.length > end,
        plan: company ? ownPlanOf(company) : null,
      };
    },
  );
}

function refundRoute(api: Needs): void {
  const { app, desk, payments, log } = api;
  app.post(
    '/api/invoices/:id/refund',
    {
      config: { rule: 'super' },
      schema: {
        tags,
        summary: 'Give a payment back: one that settled nothing, or `paymentId`. What it renewed stays.',
        params: z.object({ id }),
        body: z.object({ companyId: id, paymentId: z.string().max(100).optional() }),
        response: { 200: z.object({ refunded: z.number() }) },
      },
    },
    async (request, reply) => {
      const { companyId, paymentId } = request.body;
      const invoiceId = request.params.id;
      const { payments: paid } = await desk.invoices.look(companyId, invoiceId);
      const wanted = paid.filter((one) =>
        paymentId === undefined ? one.isSurplus && !one.isRefunded : one.paymentId === paymentId,
      );
      if (payments === undefined) throw new DomainError('ERR_PAYMENTS_OFF');
      if (wanted.length === 0) throw new DomainError('ERR_NOTHING_TO_REFUND');
      let refundedCents = 0;
      const outcomes = [];
      for (const payment of wanted) {
        // First the money: whoever dies here is asked again, and the provider gives it back once.
        if (!payment.isRefunded)
          await payments.provider.refund(payment).catch((error: unknown) => {
            log.warn({ err: error, invoiceId }, 'a payment was not given back');
            throw new DomainError('ERR_PAYMENT_FAILED', undefined, { cause: error });
          });
        const context = { ...contextOf(request, payment.paymentId), companyId };
        outcomes.push(await desk.invoices.refund(context, { invoiceId, paymentId: payment.paymentId }));
        refundedCents += payment.amountCents;
      }
      await awaitSettled(api, reply, ...outcomes);
      return { refunded: refundedCents / 100 };
    },
  );
}
