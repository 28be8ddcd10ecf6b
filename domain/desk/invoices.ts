import type { CompanyState } from '../company/company.ts';
import { DomainError } from '../errors.ts';
import {
  type Account,
  type Billed,
  type Charge,
  type Invoice,
  type InvoiceCommand,
  invoiceDecider,
  invoiceOf,
  type Payment,
  type PricedPlan,
  stands,
} from '../invoice/invoice.ts';
import { deriveId } from '../kernel/ids.ts';
import { invoiceStream } from '../streams.ts';
import type { Context, Outcome } from './context.ts';
import { outcome } from './context.ts';
import type { createPlanUse } from './plan-use.ts';
import type { CommandRuntime } from './runtime.ts';

/** Returns what a company is to be billed for; undefined: nothing (no plan, no due date, not there). */
function billedFor(state: CompanyState): Billed | undefined {
  if (state.status !== 'active') return undefined;
  const { fields, recurrence, planId, plan } = state;
  if (planId === null || plan === null || fields.dueDate === null) return undefined;
  return { dueDate: fields.dueDate, recurrence, plan: { planId, planName: plan.name, value: plan.value } };
}

/** Returns the commands of a company's invoices (the context says of which). */
export const createInvoices = (
  runtime: CommandRuntime,
  {
    companyOf,
    planUse,
  }: {
    /** The company by its own events. */
    readonly companyOf: (companyId: string) => Promise<CompanyState>;
    readonly planUse: Pick<ReturnType<typeof createPlanUse>, 'snapshot'>;
  },
) => {
  const { handle, streams } = runtime.aggregate(invoiceDecider);

  const run = (context: Context, command: Pick<InvoiceCommand, 'type' | 'data'>): Promise<Outcome> =>
    runtime.withDeadline(async (deadline) => {
      const full = { ...command, metadata: runtime.metadataOf(context) } as InvoiceCommand;
      return outcome(await handle(invoiceStream(context.companyId), full, deadline));
    });

  const accountOf = async (companyId: string): Promise<Account> =>
    (await streams.refresh(invoiceStream(companyId))).state;

  return {
    /**
     * Asks the company for its due date, where it has a plan that costs something: once, however often it is called.
     * Returns the invoice of that date; undefined: there is nothing to pay, or the company has another due date by now.
     */
    issue: async (
      context: Context,
      /** yyyy-MM-dd, as the caller knows it: who was renewed meanwhile is not asked for the next date long before it. */
      dueDate: string,
    ): Promise<(Outcome & { readonly invoiceId: string }) | undefined> => {
      const { companyId } = context;
      const billedCompany = billedFor(await companyOf(companyId));
      if (billedCompany?.dueDate !== dueDate) return undefined;
      const ofDate = async () =>
        Object.values((await accountOf(companyId)).invoices).filter((one) => one.dueDate === dueDate);
      const before = await ofDate();
      // Of a date that came back: those from before were cancelled, or given back.
      const invoiceId = before.find(stands)?.id ?? deriveId('invoice', companyId, dueDate, before.length);
      const done = await run(context, { type: 'IssueInvoice', data: { ...billedCompany, invoiceId } });
      const there = (await ofDate()).find(stands);
      return there && { ...done, invoiceId: there.id };
    },
    /** Prices what is open at the company's plan as it is now. */
    followPlan: async (context: Context): Promise<void> => {
      const billed = billedFor(await companyOf(context.companyId));
      if (!billed) return;
      const { invoices } = await accountOf(context.companyId);
      for (const { id: invoiceId, status, dueDate } of Object.values(invoices))
        if (status === 'open' && dueDate === billed.dueDate) {
          const own = context.commandId && { commandId: deriveId(context.commandId, invoiceId) };
          await run({ ...context, ...own }, { type: 'PriceInvoice', data: { invoiceId, plan: billed.plan } });
        }
    },
    /** Another plan is paid for with this invoice. @throws ERR_PLAN_NOT_FOUND, ERR_INVOICE_PAID, ERR_INVOICE_CANCELLED */
    choosePlan: async (
      context: Context,
      { invoiceId, planId }: { readonly invoiceId: string; readonly planId: string },
    ): Promise<Outcome> => {
      const { name: planName, value } = await planUse.snapshot(planId);
      const plan: PricedPlan = { planId, planName, value };
      return run(context, { type: 'PriceInvoice', data: { invoiceId, plan, chosen: true } });
    },
    charge: (
      context: Context,
      data: { readonly invoiceId: string; readonly charge: Charge },
    ): Promise<Outcome> => run(context, { type: 'ChargeInvoice', data }),
    /** Once a payment, whoever tells of it and how often. */
    recordPayment: async (
      context: Context,
      data: { readonly invoiceId: string; readonly payment: Payment },
    ): Promise<Outcome> => {
      const had = billedFor(await companyOf(context.companyId))?.plan;
      return run(context, { type: 'RecordPayment', data: { ...data, had } });
    },
    /** To be called once the money went back. @throws ERR_NOTHING_TO_REFUND */
    refund: (
      context: Context,
      data: { readonly invoiceId: string; readonly paymentId: string },
    ): Promise<Outcome> => run(context, { type: 'RefundPayment', data }),
    /** What is open for another due date than the company has now is asked for no more: it was granted, or taken back. */
    cancelOthers: async (context: Context): Promise<void> => {
      const company = await companyOf(context.companyId);
      if (company.status === 'absent' || company.status === 'void') return;
      await run(context, { type: 'CancelInvoices', data: { dueDate: company.fields.dueDate } });
    },
    /** Returns an invoice by its own events. @throws ERR_NO_INVOICE_FOUND */
    look: async (companyId: string, invoiceId: string): Promise<Invoice> => {
      if (!/^[A-Za-z0-9.-]{1,100}$/.test(companyId)) throw new DomainError('ERR_NO_INVOICE_FOUND');
      return invoiceOf(await accountOf(companyId), invoiceId);
    },
  };
};
