import type { Desk } from '../../domain/desk/desk.ts';
import { isDomainError } from '../../domain/errors.ts';
import { UnavailableError } from '../../domain/kernel/event-store.ts';
import { sleep } from '../../domain/kernel/retry.ts';
import { PaymentError } from '../../domain/ports/payments.ts';
import type { Charges } from '../../payments/charges.ts';
import type { createCompanyLetters } from '../mail/company-letters.ts';
import type { ProcessManager } from '../process/process-manager.ts';
import { demandReached } from '../process/read-models.ts';

/** How long the read models may take to know of an invoice. */
const behindMs = 10_000;
/** How long a company's first admin is waited for: who died while making them is finished by another within this. */
const firstAdminMs = 90_000;
const lookAgainMs = 500;

/**
 * Returns what follows from an invoice: its admins get a letter, its company is renewed when it is paid, it changes or
 * goes with what the company has meanwhile, and once it is gone nobody can pay it. Each command has the event's id:
 * however often it is handled, it is done once.
 */
export const createRenewal = ({
  desk,
  letters,
  charges,
  reached,
  now = () => new Date(),
}: {
  readonly desk: Pick<Desk, 'companies' | 'invoices'>;
  readonly letters: Pick<ReturnType<typeof createCompanyLetters>, 'invoiceIssued'> | undefined;
  /** Absent: this installation takes no payments. */
  readonly charges?: Pick<Charges, 'withdraw'> | undefined;
  /** See the gateway's. */
  readonly reached: (position: number, timeoutMs: number) => Promise<boolean>;
  readonly now?: () => Date;
}): ProcessManager => ({
  name: 'renewal',
  start: 'head',
  // A withdrawal waits for its provider, and nothing else of its company with it.
  key: ({ type, id, metadata }) => (type === 'InvoiceCancelled' ? id : metadata.companyId),
  handles: {
    async InvoiceIssued({ data, position, metadata: { companyId } }, { command, signal }) {
      const { invoiceId, dueDate, amountCents: valueCents } = data;
      // Whoever moved the due date while it was issued did not find it yet.
      await desk.invoices.cancelOthers(command('cancel'));
      const { status } = await desk.invoices.look(companyId, invoiceId);
      if (letters === undefined || status === 'cancelled') return;
      // A company has its first invoice before its first admin, who is being made.
      for (const until = performance.now() + firstAdminMs; ; await sleep(lookAgainMs, signal)) {
        await demandReached(reached, position, behindMs);
        const told = await letters.invoiceIssued({ companyId, invoiceId, dueDate, valueCents });
        if (told > 0 || performance.now() >= until) return;
      }
    },
    async InvoicePaid({ data: { invoiceId, until, planId } }, { command }) {
      if (planId !== null)
        await desk.companies.changePlan(command('plan'), { planId }).catch((error: unknown) => {
          // Deleted since it was chosen, or the company is: what was paid for is renewed all the same.
          if (!isDomainError(error, 'ERR_PLAN_NOT_FOUND') && !isDomainError(error, 'ERR_NOT_FOUND'))
            throw error;
        });
      await desk.companies.renew(command('renew'), { invoiceId, dueDate: until });
    },
    async InvoiceCancelled({ data: { invoiceId }, metadata: { companyId } }) {
      const invoice = await desk.invoices.look(companyId, invoiceId);
      for (const { txid, expiresAt } of invoice?.charges ?? []) {
        if (expiresAt <= now().toISOString()) continue;
        // Which counts as no try: until it is over it can be paid, so that it is asked for until then.
        await charges?.withdraw(txid).catch((error: unknown) => {
          if (!(error instanceof PaymentError)) throw error;
          throw new UnavailableError(error.message, { cause: error });
        });
      }
    },
    async CompanyPlanChanged(_event, { command }) {
      await desk.invoices.followPlan(command('price'));
    },
    async CompanyDueDateChanged(_event, { command }) {
      await desk.invoices.cancelOthers(command('cancel'));
    },
  },
});
