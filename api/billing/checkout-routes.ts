import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { chargeView, checkoutForm } from '../../contract/invoice.ts';
import { platformCompanyId } from '../../domain/company/platform.ts';
import { DomainError } from '../../domain/errors.ts';
import { isToBeIssued } from '../../domain/invoice/issuing.ts';
import type { CompanyDocument } from '../../projections/companies/document.ts';
import type { InvoiceDocument } from '../../projections/invoices/document.ts';
import type { StoredDocument } from '../../projections/ports/read-store.ts';
import { awaitSettled, contextOf } from '../http/commands.ts';
import type { Api } from '../services.ts';
import { detailOf } from './view.ts';

type Needs = Pick<Api, 'app' | 'readStore' | 'desk' | 'payments' | 'reached' | 'config' | 'now'>;

/**
 * The body as it is read: what else the spec's form sends of a card (number, code, name) is dropped before anybody sees it, price and
 * places are the server's to say.
 */
const body = z.object({ ...checkoutForm.shape }).strip();

/** The three steps end here: address kept, plan chosen, and something that can be paid. */
export function checkoutRoutes(api: Needs): void {
  const { app, desk, now, payments, readStore } = api;

  /** Nobody pays for months to come: the plan chosen now would be had at once, for what is left at the old price. */
  const isNear = ({ trial, timeZone }: CompanyDocument, dueDate: string): boolean =>
    trial || isToBeIssued(dueDate, timeZone, now());

  /** Returns the invoice of the company's due date; undefined: there is none to be paid yet. */
  async function invoiceToPay(request: FastifyRequest, company: CompanyDocument | undefined) {
    if (company?.dueDate == null || !isNear(company, company.dueDate)) return undefined;
    return (await desk.invoices.issue(contextOf(request, 'issue'), company.dueDate))?.invoiceId;
  }

  /** A plan that visitors are not offered is for who has it. @throws ERR_PLAN_NOT_FOUND at `plan` */
  async function demandOffered(planId: string, company: CompanyDocument | undefined): Promise<void> {
    if (planId === company?.planId) return;
    const plan = await readStore
      .forCompany(platformCompanyId)
      .get<StoredDocument & { readonly useInternal: boolean }>('plans', planId);
    if (!plan?.useInternal)
      throw new DomainError('ERR_PLAN_NOT_FOUND', 'no such plan', { errors: { plan: 'ERR_PLAN_NOT_FOUND' } });
  }

  app.post(
    '/api/subscription',
    {
      config: { rule: 'billing:manage', billing: true },
      schema: {
        tags: ['invoices'],
        summary:
          'Pay an invoice by Pix (the open one where none is named). Price, users and connections are the server’s; card data is neither read nor kept. Asked again it answers the same charge.',
        body,
        response: { 200: chargeView },
      },
    },
    async (request, reply) => {
      if (payments === undefined) throw new DomainError('ERR_PAYMENTS_OFF');
      const { companyId } = request.session;
      const { plan, invoiceId: asked, useAddressForPaymentDetails: _, ...address } = request.body;
      const company = await request.read.get<CompanyDocument>('companies', companyId);
      const invoiceId = asked || (await invoiceToPay(request, company));
      if (!invoiceId) throw new DomainError('ERR_NO_INVOICE_FOUND');
      const outcomes = [];
      const open = await desk.invoices.look(companyId, invoiceId);
      if (plan !== '' && plan !== open.planId) {
        await demandOffered(plan, company);
        const chosen = await desk.invoices.choosePlan(contextOf(request, 'plan'), {
          invoiceId,
          planId: plan,
        });
        // The payer's bank shows the plan by its name: not that of the one before.
        await awaitSettled(api, reply, chosen);
        outcomes.push(chosen);
      }
      const billing = { ...address, address: address.address ?? company?.billing?.address ?? '' };
      outcomes.push(await desk.companies.update(contextOf(request, 'address'), { billing }));
      const document = await request.read.get<InvoiceDocument>('invoices', invoiceId);
      const description = document ? detailOf(document) : (company?.name ?? '');
      const { charge, outcome } = await payments.checkout(contextOf(request, 'charge'), {
        invoiceId,
        description,
      });
      if (outcome) outcomes.push(outcome);
      await awaitSettled(api, reply, ...outcomes);
      const { txid, code, amountCents, expiresAt } = charge;
      return {
        invoiceId,
        txid,
        expiresAt,
        qrcode: code,
        valor: { original: (amountCents / 100).toFixed(2) },
        payPage: payments.provider.payPage?.(txid) ?? null,
      };
    },
  );
}
